import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CollectibleBalance } from '../../../../schemas/data/evm-balances.ts'
import type { LiveErc1155Balance } from '../../../../schemas/data/live-evm.ts'
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
  `/v1/chains/${chain}/addresses/${address}/balances:listCollectibles`
const balancesOf = (chain: string, address: string) =>
  allItems<CollectibleBalance>(server, urlOf(chain, address), 'collectibleBalances')
const ofType = (items: readonly CollectibleBalance[], type: CollectibleBalance['ercType']) =>
  items.filter(({ ercType }) => ercType === type)

test.each(['43114', '43113'])('chain %s: ewoq holds both kinds of collectibles', async (chain) => {
  const { status, body } = await get(server, urlOf(chain, ewoq))
  const whole = await balancesOf(chain, ewoq)
  expect(status).toBe(200)
  expect(body).toMatchObject({ collectibleBalances: whole.slice(0, 10) })
  const types = new Set(whole.map(({ ercType }) => ercType))
  expect([...types].sort()).toEqual(['ERC-1155', 'ERC-721'])
})

test.each(chains)('chain %s: balances are what the transfers leave', async (chain) => {
  for (const account of accounts.get(chain) ?? []) {
    const { erc721, erc1155 } = await replayedHoldings(server, chain, account)
    const listed = await balancesOf(chain, account)
    expect(ofType(listed, 'ERC-721').map(({ address, tokenId }) => [address, tokenId])).toEqual(
      erc721.map(({ contract, tokenId }) => [contract, tokenId]),
    )
    expect(
      ofType(listed, 'ERC-1155').map(({ address, tokenId, balance }) => [
        address,
        tokenId,
        balance,
      ]),
    ).toEqual(erc1155.map(({ contract, tokenId, balance }) => [contract, tokenId, String(balance)]))
  }
})

test('the ERC-721 tokens are those of balances:listErc721', async () => {
  for (const chain of chains) {
    const url = `/v1/chains/${chain}/addresses/${ewoq}/balances:listErc721`
    const erc721 = await allItems(server, url, 'erc721TokenBalances')
    expect(ofType(await balancesOf(chain, ewoq), 'ERC-721')).toEqual(erc721)
  }
})

test('pages of any size have every item once', async () => {
  for (const chain of chains) {
    const whole = await balancesOf(chain, ewoq)
    for (const pageSize of [1, 7, 500]) {
      const walk = await walkPages(server, urlOf(chain, ewoq), 'collectibleBalances', pageSize)
      expect(walk.items).toEqual(whole)
      expect(walk.pages).toBe(Math.ceil(whole.length / pageSize))
    }
  }
})

test('contractAddress leaves the tokens of that contract', async () => {
  const drawn = fc.constantFrom(...chains).chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      address: fc.constantFrom(...(accounts.get(chain) ?? [])),
      contract: fc.constantFrom(...(accounts.get(chain) ?? []), unknownAddress),
      pageSize: fc.constantFrom(1, 500),
    }),
  )
  await fc.assert(
    fc.asyncProperty(drawn, async ({ chain, address, contract, pageSize }) => {
      const url = `${urlOf(chain, address)}?contractAddress=${contract}`
      const { items } = await walkPages(server, url, 'collectibleBalances', pageSize)
      const whole = await balancesOf(chain, address)
      expect(items).toEqual(whole.filter((token) => token.address === contract))
    }),
    { numRuns: 60 },
  )
})

test('every contract of which ewoq holds tokens leaves some, and not the others', async () => {
  const whole = (await balancesOf('43114', ewoq)) as CollectibleBalance[]
  const contracts = new Set(whole.map(({ address }) => address))
  expect(contracts.size).toBeGreaterThan(1)
  for (const contract of contracts) {
    const { body } = await get(server, `${urlOf('43114', ewoq)}?contractAddress=${contract}`)
    const own = whole.filter(({ address }) => address === contract)
    expect(body).toEqual({ collectibleBalances: own })
    expect(own.length).toBeGreaterThan(0)
  }
})

test('an ERC-1155 token has the common shape when documented, and its own in the live dialect', async () => {
  const both = await Promise.all(
    ['documented', 'live'].map(async (dialect) => {
      const url = `${urlOf('43113', ewoq)}?pageSize=500`
      const { body } = await get(server, url, { 'x-snowglobe-dialect': dialect })
      return (body as { collectibleBalances: unknown[] }).collectibleBalances
    }),
  )
  const [documented, live] = both as [
    CollectibleBalance[],
    (CollectibleBalance | LiveErc1155Balance)[],
  ]
  expect(live).toHaveLength(documented.length)
  documented.forEach((token, index) => {
    const { indexStatus, attributes, ...metadata } = token.metadata
    const capitals = indexStatus.toUpperCase()
    if (token.ercType === 'ERC-721') {
      expect(live[index]).toEqual({
        ...token,
        metadata: { ...token.metadata, indexStatus: capitals },
      })
      return
    }
    const { name, symbol, ownerAddress, ...common } = token
    expect(ownerAddress).toBe(ewoq)
    expect(typeof name + typeof symbol).toBe('stringstring')
    expect(live[index]).toMatchObject({
      ...common,
      metadata: { ...metadata, indexStatus: capitals },
    })
    expect(live[index]).not.toHaveProperty('name')
    expect(live[index]).not.toHaveProperty('ownerAddress')
    expect(live[index]?.metadata).not.toHaveProperty('attributes')
    if (attributes !== undefined)
      expect(live[index]?.metadata).toHaveProperty('properties', attributes)
  })
})
