import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourcesIn, startServerProcess, stopCommands } from '../support/command.ts'

const root = join(import.meta.dirname, '../..')

/** The blocks of the guide: language, file, text without the indentation of its list. */
const blocks = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^ {4}```(ts|diff)\n {4}\/\/ (\S+)\n(.*?)^ {4}```$/gms,
  ),
].map(([, language = '', file = '', text = '']) => ({
  language,
  file,
  text: text.replace(/^ {4}/gm, ''),
}))

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'snowglobe-endpoint-'))
  const isOmitted = /(^|\/)(node_modules|dist|\.git|test\/clients)(\/|$)/
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !isOmitted.test(path.slice(root.length + 1)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const block of blocks) follow(block)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Does one step: a new file, or added lines, each before the first line that is like it. */
function follow({ language, file, text }: (typeof blocks)[number]): void {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, language === 'ts' ? text : withLines(readFileSync(path, 'utf8'), text))
}

function withLines(source: string, diff: string): string {
  const lines = source.split('\n')
  for (const [, added = ''] of diff.matchAll(/^\+(.*)$/gm)) {
    const place = lines.findIndex((line) => line.startsWith(added.slice(0, 2)))
    lines.splice(place, 0, added)
  }
  return lines.join('\n')
}

/** Runs a tool of the project in the copy; rejects with what it wrote when it fails. */
async function run(tool: string, ...args: string[]): Promise<string> {
  // The settings of the test run that this one is a part of are not for the inner one.
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VITEST') || name === 'VITEST_SNOWGLOBE_CACHE',
  )
  const env = Object.fromEntries(own)
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin', tool), args, {
    cwd: copy,
    env,
  })
  return stdout
}

test('a list takes four steps: contract, route, one line, test', () => {
  expect(blocks.map(({ language, file }) => [language, file])).toEqual([
    ['ts', 'schemas/data/collections.ts'],
    ['ts', 'src/data/evm/contracts/list-collections.ts'],
    ['diff', 'src/data/index.ts'],
    ['ts', 'test/data/evm/contracts/list-collections.test.ts'],
  ])
})

test('the list is served and paged by a process of its own', async () => {
  const server = await startServerProcess([], { program: sourcesIn(copy) })
  try {
    const addresses: string[] = []
    let query = '?pageSize=1'
    while (query !== '') {
      const response = await fetch(`${server.url}/v1/chains/43114/nfts/collections${query}`)
      const { collections, nextPageToken } = (await response.json()) as {
        collections: { address: string }[]
        nextPageToken?: string
      }
      expect(collections).toHaveLength(1)
      addresses.push(...collections.map(({ address }) => address))
      query = nextPageToken === undefined ? '' : `?pageSize=1&pageToken=${nextPageToken}`
    }
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.length).toBeGreaterThan(1)
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { get?: { operationId: string } }>
    }
    expect(paths['/v1/chains/{chainId}/nfts/collections']?.get?.operationId).toBe('listCollections')
  } finally {
    await stopCommands()
  }
})

test('with its row and line written, types, layout and the tests of all operations pass', async () => {
  await run('tsx', 'scripts/write-docs.ts')
  await run('tsc', '--noEmit')
  await run('biome', 'check', '--write', 'src/data/index.ts')
  await run('biome', 'check', 'schemas', 'src', 'test')
  const passed = await run(
    'vitest',
    ...['run', '--reporter=verbose', 'test/data/evm/contracts/list-collections.test.ts'],
    ...['documentation', 'imports', 'limits', 'limits-of-routes', 'openapi', 'shapes'].map(
      (name) => `test/contract/${name}.test.ts`,
    ),
    ...['test/data/cost.test.ts', 'test/simulator/coverage.test.ts'],
  )
  expect(passed).toContain('pages of any size have all collections, each a contract of its kind')
  expect(passed).toContain('listCollections answers 200 within its limits and 400 outside')
  expect(readFileSync(join(copy, 'docs/contract.md'), 'utf8')).toContain('| listCollections |')
  expect(readFileSync(join(copy, 'docs/endpoints.md'), 'utf8')).toContain('- listCollections: ')
}, 480_000)
