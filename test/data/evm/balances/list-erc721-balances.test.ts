import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  CollectibleBalance,
  NativeTokenBalance,
} from '../../../../schemas/data/evm-balances.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { accountsOf, allItems, chains, ewoq, unknownAddress } from '../support/chains.ts'
import { replayedHoldings } from '../support/transfers.ts'

let server: Snowglobe
const accounts = new Map<string, string[]>()
beforeAll(async () => {
  server = await startServer()
  for (const chain of chains) accounts.set(chain, await accountsOf(server, chain))
})
afterAll(() => server?.close())

const urlOf = (chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/balances:listErc721`
const balancesOf = (chain: string, address: string) =>
  allItems<CollectibleBalance>(server, urlOf(chain, address), 'erc721TokenBalances')

test.each(['43114', '43113'])('chain %s: ewoq owns tokens, with their chain', async (chain) => {
  const { status, body } = await get(server, urlOf(chain, ewoq))
  expect(status).toBe(200)
  const { erc721TokenBalances } = body as { erc721TokenBalances: CollectibleBalance[] }
  expect(erc721TokenBalances.length).toBeGreaterThan(0)
  for (const token of erc721TokenBalances)
    expect(token).toMatchObject({ ercType: 'ERC-721', chainId: chain, ownerAddress: ewoq })
})

test.each(chains)(
  'chain %s: balances are what the transfers leave, newest first',
  async (chain) => {
    for (const account of accounts.get(chain) ?? []) {
      const { erc721 } = await replayedHoldings(server, chain, account)
      const listed = await balancesOf(chain, account)
      expect(listed.map(({ address, tokenId }) => [address, tokenId])).toEqual(
        erc721.map(({ contract, tokenId }) => [contract, tokenId]),
      )
    }
  },
)

test('pages of any size have every item once, and each has the native balance', async () => {
  for (const chain of chains) {
    const whole = await balancesOf(chain, ewoq)
    const native = (await get(server, `/v1/chains/${chain}/addresses/${ewoq}/balances:getNative`))
      .body as { nativeTokenBalance: NativeTokenBalance }
    for (const pageSize of [1, 7, 500]) {
      const walk = await walkPages(server, urlOf(chain, ewoq), 'erc721TokenBalances', pageSize)
      expect(walk.items).toEqual(whole)
      expect(walk.pages).toBe(Math.max(1, Math.ceil(whole.length / pageSize)))
    }
    expect((await get(server, `${urlOf(chain, ewoq)}?pageSize=1`)).body).toMatchObject(native)
  }
})

test('contractAddress leaves the tokens of that contract', async () => {
  const drawn = fc.constantFrom(...chains).chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      address: fc.constantFrom(...(accounts.get(chain) ?? [])),
      // Some of them are NFT contracts, most are not.
      contract: fc.constantFrom(...(accounts.get(chain) ?? [])),
      pageSize: fc.constantFrom(1, 500),
    }),
  )
  await fc.assert(
    fc.asyncProperty(drawn, async ({ chain, address, contract, pageSize }) => {
      const url = `${urlOf(chain, address)}?contractAddress=${contract.toLowerCase()}`
      const { items } = await walkPages(server, url, 'erc721TokenBalances', pageSize)
      const whole = await balancesOf(chain, address)
      expect(items).toEqual(whole.filter((token) => token.address === contract))
    }),
    { numRuns: 60 },
  )
})

test('in the live dialect the status is in capitals and the price a number', async () => {
  const { body } = await get(server, urlOf('43114', ewoq), { 'x-snowglobe-dialect': 'live' })
  expect(body).toMatchObject({ nativeTokenBalance: { price: { value: expect.any(Number) } } })
  const { erc721TokenBalances } = body as { erc721TokenBalances: CollectibleBalance[] }
  for (const { metadata } of erc721TokenBalances) expect(metadata.indexStatus).toMatch(/^[A-Z_]+$/)
})

test('an unused address has no tokens and a balance of 0', async () => {
  expect((await get(server, urlOf('43114', unknownAddress))).body).toMatchObject({
    nativeTokenBalance: { symbol: 'AVAX', balance: '0', balanceValue: { value: '0' } },
    erc721TokenBalances: [],
  })
})

test('a contractAddress that is none is refused', async () => {
  expect(await get(server, `${urlOf('43114', ewoq)}?contractAddress=0x12`)).toMatchObject({
    status: 400,
    body: { message: 'contractAddress must be 0x and 40 hex digits, not "0x12"' },
  })
})
