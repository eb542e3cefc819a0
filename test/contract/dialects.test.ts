import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aggregateStatus } from '../../schemas/data/signatures.ts'
import { dialectsPage, quirks } from '../../scripts/dialects-page.ts'
import { toPrice } from '../../src/data/evm/price.ts'
import { dataRoutes } from '../../src/data/index.ts'
import { genesisData } from '../../src/data/primary/genesis-data.ts'
import type { Dialect } from '../../src/http/request/dialect.ts'
import { root, sourceFiles } from '../support/source-files.ts'

test('docs/dialects.md is what scripts/write-docs.ts writes', () => {
  const page = readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8')
  expect(page).toBe(dialectsPage())
})

test('every quirk has a name of its own, a section and two different behaviours', () => {
  expect(new Set(quirks.map(({ name }) => name)).size).toBe(quirks.length)
  for (const { section, documented, live } of quirks) {
    expect(section).toMatch(/^[24]\.\d+(\.\d+)?(, [24]\.\d+(\.\d+)?)*$/)
    expect(live).not.toEqual(documented)
  }
})

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('the code asks quirks, not dialects', () => {
  const asking = sourceFiles('src').filter((file) =>
    /[!=]== '(live|documented)'/.test(textOf(file)),
  )
  // Files that find the dialect out, and files that know that a response may have two shapes.
  expect(asking.sort()).toEqual(['src/http/request/dialect.ts', 'src/http/rest/route-shape.ts'])
})

test('every quirk that the code has to follow is read by it, and belongs to an operation', () => {
  const code = sourceFiles('src').map(textOf).join('\n')
  const switches = sourceFiles('schemas').flatMap((file) =>
    [...textOf(file).matchAll(/^export const (\w+) = quirk\(\n\s+\{\n\s+name: (['"])(.*)\2/gm)].map(
      ([, name = '', , title = '']) => ({ name, title }),
    ),
  )
  expect(switches.length).toBeGreaterThan(15)
  const unused = switches.filter(
    ({ name }) => !new RegExp(`\\b(${name}\\.in|ignoredBy\\(${name})\\b`).test(code),
  )
  expect(unused).toEqual([])
  const listed = quirks.map(({ name }) => name)
  expect(switches.filter(({ title }) => !listed.includes(title))).toEqual([])
})

test('a route that answers otherwise in the live dialect has a quirk', () => {
  const silent = dataRoutes
    .filter(({ liveResponse, successStatus }) => liveResponse || successStatus)
    .filter(({ operation }) => operation.quirks === undefined)
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([])
})

const priceOf = (dialect: Dialect, value: string) => toPrice(dialect, 'usd', value).value

test.each([
  ['aggregation answers', aggregateStatus.in, undefined, 200, 201],
  ['a price', priceOf, '42.420', '42.420', 42.42],
  ['an empty genesis', genesisData, {}, {}, { airdropAmount: null, baseFeePerGas: null }],
  [
    'a genesis',
    genesisData,
    { airdropAmount: '0x295be96e64066972000000', baseFeePerGas: '0x5d21dba00', gasLimit: '0x1' },
    { airdropAmount: '0x295be96e64066972000000', baseFeePerGas: '0x5d21dba00', gasLimit: '0x1' },
    { airdropAmount: 5e25, baseFeePerGas: 25_000_000_000, gasLimit: '0x1' },
  ],
] as const)(
  '%s is in each dialect as its clients read it',
  (_, select, given, documented, live) => {
    const selected = select as (dialect: string, given: unknown) => unknown
    expect(selected('documented', given)).toEqual(documented)
    expect(selected('live', given)).toEqual(live)
  },
)
