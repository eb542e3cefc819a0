import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { groupBy } from '../../../../src/util/grouping.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { accountsOf, allItems, ewoq, unknownAddress } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: items of three shapes
type Json = any
const urlOf = (address: string) => `/v1/chains/43114/tokens/${address}/transfers`

/** Everything that any account of the chain moved of a kind, by contract, newest first. */
async function movedOf(kind: 'Erc20' | 'Erc721' | 'Erc1155'): Promise<Map<string, Json[]>> {
  const found = new Map<string, Map<string, Json>>()
  for (const account of await accountsOf(server, '43114')) {
    const url = `/v1/chains/43114/addresses/${account}/transactions:list${kind}`
    for (const item of await allItems<Json>(server, url, 'transactions')) {
      const { address, tokenId } = item[`erc${kind.slice(3)}Token`]
      const own = found.get(address) ?? new Map()
      found.set(address, own.set(`${item.blockNumber}/${item.logIndex}/${tokenId}`, item))
    }
  }
  const newest = (a: Json, b: Json) =>
    Number(b.blockNumber) - Number(a.blockNumber) || b.logIndex - a.logIndex
  return new Map([...found].map(([address, items]) => [address, [...items.values()].sort(newest)]))
}

test.each(['Erc20', 'Erc721', 'Erc1155'] as const)(
  'the transfers of a contract are those that its %s holders list, in pages of any size',
  async (kind) => {
    const contracts = await movedOf(kind)
    expect(contracts.size).toBeGreaterThan(0)
    for (const [address, moved] of contracts) {
      const all = await allItems<Json>(server, urlOf(address), 'transfers')
      // A batch moves several tokens in one log.
      expect(all.length).toBeGreaterThanOrEqual(moved.length)
      expect(all).toEqual(expect.arrayContaining(moved))
      const places = all.map(({ blockNumber, logIndex }) => Number(blockNumber) * 1000 + logIndex)
      expect(places).toEqual(places.toSorted((a, b) => b - a))
      for (const pageSize of [1, 7])
        expect((await walkPages(server, urlOf(address), 'transfers', pageSize)).items).toEqual(all)
    }
  },
)

test('startBlock and endBlock are filters over the list', async () => {
  for (const address of (await movedOf('Erc20')).keys()) {
    const all = await allItems<Json>(server, urlOf(address), 'transfers')
    const url = `${urlOf(address)}?startBlock=30&endBlock=90`
    const own = all.filter(
      ({ blockNumber }) => Number(blockNumber) >= 30 && Number(blockNumber) < 90,
    )
    expect((await walkPages(server, url, 'transfers', 3)).items).toEqual(own)
  }
})

test.each(['Erc20', 'Erc721', 'Erc1155'] as const)(
  'a range of one block has all %s transfers of that block',
  async (kind) => {
    for (const address of (await movedOf(kind)).keys()) {
      const all = await allItems<Json>(server, urlOf(address), 'transfers')
      for (const [block, own] of groupBy(all, ({ blockNumber }) => Number(blockNumber))) {
        const url = `${urlOf(address)}?startBlock=${block}&endBlock=${block + 1}`
        expect(await allItems<Json>(server, url, 'transfers')).toEqual(own)
      }
    }
  },
)

test.each([ewoq, unknownAddress])('%s is no token contract', async (address) => {
  expect(await get(server, urlOf(address))).toMatchObject({
    status: 404,
    body: { message: `Token contract "${address}" does not exist on chain 43114` },
  })
})
