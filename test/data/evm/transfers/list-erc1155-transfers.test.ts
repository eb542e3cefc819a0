import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erc1155Transfer } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  accountsOf,
  allItems,
  chains,
  ewoq,
  withMilliseconds,
  zeroAddress,
} from '../support/chains.ts'

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

const transfersIn = async (dialect: string, chain: string, address: string) => {
  const url = `${urlOf(chain, address)}?pageSize=100`
  const { body } = await get(server, url, { 'x-snowglobe-dialect': dialect })
  return (body as { transactions: Erc1155Transfer[] }).transactions
}

test.each(chains)(
  'chain %s: a token has the shape of its standard in the live dialect',
  async (chain) => {
    for (const address of [ewoq, zeroAddress]) {
      const live = await transfersIn('live', chain, address)
      const documented = await transfersIn('documented', chain, address)
      expect(documented.length).toBeGreaterThan(0)
      expect(live).toHaveLength(documented.length)
      documented.forEach(({ erc1155Token, ...transfer }, index) => {
        const { erc1155Token: liveToken, ...liveTransfer } = live[index] ?? {}
        expect(liveTransfer).toEqual(withMilliseconds(chain, transfer))
        expect(erc1155Token).toMatchObject({ name: expect.any(String), symbol: expect.any(String) })
        expect(Object.keys(liveToken ?? {})).not.toContain('name')
        expect(liveToken?.metadata.indexStatus).toBe(
          erc1155Token.metadata.indexStatus.toUpperCase(),
        )
      })
    }
  },
)
