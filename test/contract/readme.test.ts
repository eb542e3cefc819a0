import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withCast, withOptions } from '../../scripts/readme-page.ts'
import { clientRecipes } from '../../src/cli/client-recipes.ts'
import { pointed } from '../../src/cli/doctor.ts'
import { options } from '../../src/config/config.ts'
import { operations } from '../../src/operations.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every page that people read. */
const pages = ['.', 'docs', 'docs/decisions', 'examples', 'fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test('the first screen of the README is at most 60 lines and shows three ways to begin', () => {
  const [first = ''] = read('README.md').split(/^## What it answers$/m)
  expect(first.split('\n').length - 1).toBeLessThanOrEqual(60)
  for (const way of ['In a test', 'In a container', 'As a sandbox'])
    expect(first).toMatch(new RegExp(`^\\*\\*${way}\\*\\*(?:(?!^\\*\\*).)*^\`\`\`sh$`, 'ms'))
})

test('the first command of the README installs and starts, the second runs the tests', () => {
  const commands = /^```sh\n(.*?)\n```/ms.exec(read('README.md'))?.[1]?.split('\n')
  expect(commands).toEqual(['npm ci && npm start', 'npm test'])
})

test('the tables of options and of the cast are what scripts/write-readme.ts writes', () => {
  expect(read('README.md')).toBe(withOptions(read('README.md')))
  expect(read('fixtures/README.md')).toBe(withCast(read('fixtures/README.md')))
})

test('variables and names of options follow from their flags, as the README says', () => {
  for (const { key, flag, env } of options) {
    expect(env).toBe(`SNOWGLOBE_${flag.toUpperCase().replaceAll('-', '_')}`)
    expect(key).toBe(flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  }
})

test('the README says below which paths the operations are', () => {
  const [, told = ''] = /^## What it answers\n(.*?)^## /ms.exec(read('README.md')) ?? []
  const places = operations.map(({ path }) => path.split('/').slice(0, 3).join('/'))
  expect([...new Set(places)].filter((place) => !told.includes(`\`${place}\``))).toEqual([])
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

test('the README points each official client as the doctor does', () => {
  const readme = read('README.md')
  const lines = clientRecipes.map(({ name, point }) => ({
    name,
    point: pointed(point, new URL('http://127.0.0.1:9650')),
  }))
  for (const { name, point } of lines) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    expect(row, name).toContain(point)
  }
})
