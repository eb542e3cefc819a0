import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erc1155Transfer } from '../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { accountsOf, allItems, chains } from './support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/transactions:listErc1155`

test('a batch gives a transfer for each kind, all of them in one log', async () => {
  const places = new Map<string, Set<string>>()
  for (const chain of chains)
    for (const account of await accountsOf(server, chain))
      for (const { txHash, logIndex, erc1155Token } of await allItems<Erc1155Transfer>(
        server,
        urlOf(chain, account),
        'transactions',
      )) {
        const place = `${txHash} ${logIndex}`
        places.set(place, new Set(places.get(place)).add(erc1155Token.tokenId))
      }
  expect(Math.max(...[...places.values()].map(({ size }) => size))).toBeGreaterThan(1)
})

test('a token has the shape of its standard in the live dialect only', async () => {
  let compared = 0
  for (const chain of chains)
    for (const account of await accountsOf(server, chain)) {
      const [documented, live] = await Promise.all(
        ['documented', 'live'].map(async (dialect) => {
          const url = `${urlOf(chain, account)}?pageSize=100`
          const { body } = await get(server, url, { 'x-snowglobe-dialect': dialect })
          return (body as { transactions: Erc1155Transfer[] }).transactions
        }),
      )
      documented?.forEach(({ erc1155Token, ...transfer }, index) => {
        const { erc1155Token: liveToken, ...liveTransfer } = live?.[index] ?? {}
        expect(liveTransfer).toEqual(transfer)
        expect(Object.keys(liveToken ?? {})).not.toContain('name')
        expect(erc1155Token).toMatchObject({ name: expect.any(String), symbol: expect.any(String) })
        expect(liveToken?.metadata.indexStatus).toBe(
          erc1155Token.metadata.indexStatus.toUpperCase(),
        )
        compared += 1
      })
      expect(live).toHaveLength(documented?.length ?? Number.NaN)
    }
  expect(compared).toBeGreaterThan(0)
})
