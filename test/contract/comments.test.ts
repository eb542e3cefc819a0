import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../support/source-files.ts'

/** Comment of a line: lines that begin with a star, and what stands after two slashes. */
const comment = /^\s*\/?\*+(.*)$|(?:^|\s)\/\/(.*)$/

/** Files of ours have a folder in front; those of others are in other languages, or addresses. */
const ourFile = /(?<![\w@/:.-])((?:[\w.-]+\/)+[\w.-]+\.(?:md|ts|mjs|json))\b/g

/** Files that the comments of a source text name. */
const namedIn = (source: string): string[] =>
  source.split('\n').flatMap((line) => {
    const [, starred, slashed] = comment.exec(line) ?? []
    return [...(starred ?? slashed ?? '').matchAll(ourFile)].map(([, path = '']) => path)
  })

const isThere = (file: string, path: string) =>
  existsSync(join(root, path)) || existsSync(join(root, dirname(file), path))

test('every file that a comment names exists', () => {
  const named = sourceFiles('schemas', 'fixtures', 'scripts', 'src', 'tools', 'test').flatMap(
    (file) => namedIn(readFileSync(join(root, file), 'utf8')).map((path) => ({ file, path })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ file, path }) => !isThere(file, path))).toEqual([])
})

test.each([
  ['/** The clock: `spec/clock.md`. */', 'spec/clock.md'],
  [' * @see src/elsewhere.ts', 'src/elsewhere.ts'],
  ['// as in docs/numbers.md', 'docs/numbers.md'],
])('a file is found in the comment %s', (source, path) => {
  expect(namedIn(source)).toEqual([path])
})

test.each(["import { one } from './one/one.ts'", '// https://example.org/docs/one.md'])(
  'no file of the project is named by %s',
  (source) => {
    expect(namedIn(source)).toEqual([])
  },
)
