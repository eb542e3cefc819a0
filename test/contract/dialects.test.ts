import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dialectsPage, quirks } from '../../scripts/dialects-page.ts'
import { aggregateStatus, genesisData, indexStatus, priceValue } from '../../src/http/quirks.ts'

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

test.each([
  ['aggregation answers', aggregateStatus, undefined, 200, 201],
  ['a price', priceValue, '42.420', '42.420', 42.42],
  ['an index status', indexStatus, 'invalid_token_uri', 'invalid_token_uri', 'INVALID_TOKEN_URI'],
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
