import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../support/source-files.ts'

/** Words of an older dialect of the code, and what stands in their place: docs/glossary.md. */
const standard: Readonly<Record<string, string>> = {
  asker: 'caller',
  awake: 'open',
  door: 'block assembler, writer socket, transport',
  everyday: 'background',
  homes: 'directories',
  rester: 'evictable',
  shelf: 'chunk store',
  station: 'messenger endpoint',
  unknownAddress: 'watch-only account',
  visit: 'request context',
  visits: 'request tracker',
}

/** Names of columns: the bytes of a world stay. */
const columns = ['everyday']

const partsOf = (identifier: string) =>
  identifier
    .split(/(?<=[a-z0-9])(?=[A-Z])|[_$#]/)
    .map((part) => part.toLowerCase())
    .filter(Boolean)

function identifiersIn(file: string): Set<string> {
  const names = new Set<string>()
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, walk)
  }
  const text = readFileSync(join(root, file), 'utf8')
  walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return names
}

test('no identifier has a word that the glossary has another one for', () => {
  const found = sourceFiles('src', 'schemas').flatMap((file) =>
    [...identifiersIn(file)]
      .filter((name) => !columns.includes(name))
      .flatMap((name) =>
        partsOf(name)
          .filter((part) => Object.hasOwn(standard, part))
          .map((part) => `${file}: ${name} (${part}: ${standard[part]})`),
      ),
  )
  expect(found).toEqual([])
})

/** Public names before the first release, and what they are now. */
const renamed: Readonly<Record<string, string>> = {
  '--fixtures': '--definition',
  '--keep': '--cache-mb',
  '--size default': '--size medium',
  SNOWGLOBE_FIXTURES: 'SNOWGLOBE_DEFINITION',
  SNOWGLOBE_KEEP: 'SNOWGLOBE_CACHE_MB',
  snowglobe_kept: 'snowglobe_response_cache',
}

test('documents and sources use public names as they are', () => {
  const pages = ['.', 'docs', 'docs/decisions', 'examples', 'fixtures'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(md|yml)$|^Dockerfile$/.test(name) && name !== 'CHANGELOG.md')
      .map((name) => join(folder, name)),
  )
  const found = [...pages, ...sourceFiles('src', 'schemas', 'scripts', 'tools')].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return Object.entries(renamed)
      .filter(([old]) => new RegExp(`${old}(?![\\w-])`).test(text))
      .map(([old, now]) => `${file}: ${old} (${now})`)
  })
  expect(pages.length).toBeGreaterThan(25)
  expect(found).toEqual([])
})

test('every place that the glossary names exists', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const places = [...glossary.matchAll(/`((?:src|schemas|docs|fixtures|test)[\w/.-]*)`/g)].map(
    ([, place]) => place as string,
  )
  expect(places.length).toBeGreaterThan(40)
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([])
})
