import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withCast, withCommands, withOptions } from '../../scripts/readme-page.ts'
import { clientRecipes } from '../../src/cli/client-recipes.ts'
import { pointed } from '../../src/cli/commands/doctor.ts'
import { options } from '../../src/config/options.ts'
import { operations } from '../../src/operations.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every page that people read. */
const pages = ['.', 'docs', 'docs/decisions', 'examples', 'fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test('the README has at most 150 lines and a picture, and shows three ways to begin', () => {
  const page = read('README.md')
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(150)
  const [, picture = ''] = /^!\[[^\]]+\]\(([^)]+)\)$/m.exec(page) ?? []
  expect(existsSync(join(root, picture)), picture).toBe(true)
  const [, begin = ''] = /^## Begin\n(.*?)^## /ms.exec(page) ?? []
  for (const way of ['As a server', 'In a test', 'In a container']) {
    const commands = new RegExp(`^\\*\\*${way}\\.\\*\\*.*?^\`\`\`sh\\n(.*?)^\`\`\`$`, 'ms').exec(
      begin,
    )
    expect(commands?.[1]?.trim().split('\n').length, way).toBeLessThanOrEqual(3)
  }
})

test('the first test of the README has twelve lines', () => {
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(read('README.md')) ?? []
  expect(example.split('\n').filter((line) => line !== '')).toHaveLength(12)
})

test('the first command of the README installs and starts, the second runs the tests', () => {
  const commands = /^```sh\n(.*?)\n```/ms.exec(read('README.md'))?.[1]?.split('\n')
  expect(commands).toEqual(['npm ci && npm start', 'npm test'])
})

test('the tables of options, commands and the cast are what scripts/write-readme.ts writes', () => {
  expect(read('docs/options.md')).toBe(withOptions(read('docs/options.md')))
  expect(read('docs/command.md')).toBe(withCommands(read('docs/command.md')))
  expect(read('fixtures/README.md')).toBe(withCast(read('fixtures/README.md')))
})

test('variables and names of options follow from their flags, as docs/options.md says', () => {
  for (const { key, flag, env } of options) {
    expect(env).toBe(`SNOWGLOBE_${flag.toUpperCase().replaceAll('-', '_')}`)
    expect(key).toBe(flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  }
})

test('docs/endpoints.md says below which paths the operations are', () => {
  const [, reported = ''] =
    /^## Where each interface is\n(.*?)^## /ms.exec(read('docs/endpoints.md')) ?? []
  const places = operations.map(({ path }) => path.split('/').slice(0, 3).join('/'))
  expect([...new Set(places)].filter((place) => !reported.includes(`\`${place}\``))).toEqual([])
})

test('every link between pages leads to a file', () => {
  expect(pages.length).toBeGreaterThan(8)
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^):#]+)(?:#[\w-]*)?\)/g)].map(([, target = '']) => ({
      page,
      target: join(dirname(page), target),
    })),
  )
  expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([])
})

test('every file that a page names exists', () => {
  const named = pages.flatMap((page) =>
    [
      ...read(page).matchAll(/`((?:src|schemas|fixtures|test|scripts|docs|examples)\/[\w./-]+)`/g),
    ].map(([, path = '']) => ({ page, path })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

/** Anchors of a page's headings, as hosts of repositories make them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('every link to a part of a page leads to a heading', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^):#]*)#([\w-]+)\)/g)].map(([, target = '', anchor = '']) => ({
      page,
      target: target === '' ? page : join(dirname(page), target),
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(5)
  const missing = links.filter(({ target, anchor }) => !anchorsOf(target).includes(anchor))
  expect(missing).toEqual([])
})

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm (?:run (?:--silent )?)?([a-z][\w:-]*)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const ofNpm = ['ci', 'init', 'install', 'pack', 'audit']
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([])
})

test('docs/clients.md points each official client as the doctor does', () => {
  const page = read('docs/clients.md')
  const lines = clientRecipes.map(({ name, point }) => ({
    name,
    point: pointed(point, new URL('http://127.0.0.1:9650')),
  }))
  for (const { name, point } of lines) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    expect(row, name).toContain(point)
  }
})
