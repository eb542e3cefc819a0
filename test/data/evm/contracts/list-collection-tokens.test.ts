import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erc721Transfer, Erc1155Transfer } from '../../../../schemas/data/evm-transactions.ts'
import type { NftToken } from '../../../../schemas/data/tokens.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress, zeroAddress } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string, collection: string) =>
  `/v1/chains/${chain}/nfts/collections/${collection}/tokens`

/** Tokens as the transfers from the zero address made them, oldest first, by contract. */
async function mintedOn(chain: string): Promise<Map<string, NftToken[]>> {
  const url = `/v1/chains/${chain}/addresses/${zeroAddress}/transactions`
  const tokens = [
    ...(await allItems<Erc721Transfer>(server, `${url}:listErc721`, 'transactions'))
      .filter(({ from }) => from.address === zeroAddress)
      .map(({ erc721Token }) => erc721Token),
    ...(await allItems<Erc1155Transfer>(server, `${url}:listErc1155`, 'transactions'))
      .filter(({ from }) => from.address === zeroAddress)
      .map(({ erc1155Token }) => erc1155Token),
  ].reverse()
  const minted = new Map<string, NftToken[]>()
  for (const token of tokens) {
    const known = minted.get(token.address) ?? []
    if (!known.some(({ tokenId }) => tokenId === token.tokenId)) known.push(token)
    minted.set(token.address, known)
  }
  return minted
}

test.each(chains)(
  'chain %s: a collection has every token ever minted, newest first',
  async (chain) => {
    const minted = await mintedOn(chain)
    expect(minted.size).toBeGreaterThan(1)
    for (const [collection, tokens] of minted)
      expect(await allItems<NftToken>(server, urlOf(chain, collection), 'tokens')).toEqual(
        tokens.reverse(),
      )
  },
)

test('pages of any size have every item once', async () => {
  for (const chain of chains)
    for (const collection of (await mintedOn(chain)).keys()) {
      const whole = await allItems(server, urlOf(chain, collection), 'tokens')
      for (const pageSize of [1, 7]) {
        const walk = await walkPages(server, urlOf(chain, collection), 'tokens', pageSize)
        expect(walk.items).toEqual(whole)
        expect(walk.pages).toBe(Math.ceil(whole.length / pageSize))
      }
    }
})

test('an ERC-1155 collection has a shape of its own in the live dialect', async () => {
  const [collection] = [...(await mintedOn('43114'))].find(
    ([, tokens]) => tokens[0]?.ercType === 'ERC-1155',
  ) ?? ['none']
  const tokensIn = async (dialect: string) => {
    const { body } = await get(server, urlOf('43114', collection), {
      'x-snowglobe-dialect': dialect,
    })
    return (body as { tokens: NftToken[] }).tokens
  }
  const live = await tokensIn('live')
  const documented = await tokensIn('documented')
  expect(documented.length).toBeGreaterThan(0)
  expect(live.map(({ tokenId }) => tokenId)).toEqual(documented.map(({ tokenId }) => tokenId))
  for (const token of documented) {
    expect(token).toHaveProperty('name')
    expect(token).toHaveProperty('symbol')
    // Many may hold some of it.
    expect(token).not.toHaveProperty('ownerAddress')
  }
  for (const token of live)
    expect(Object.keys(token).sort()).toEqual([
      'address',
      'ercType',
      'metadata',
      'tokenId',
      'tokenUri',
    ])
  expect(live.some(({ metadata }) => 'properties' in metadata)).toBe(true)
})

test('an address that is no NFT contract is 404', async () => {
  const usdc = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'
  for (const address of [ewoq, unknownAddress, usdc])
    expect(await get(server, urlOf('43114', address))).toMatchObject({
      status: 404,
      body: { message: `NFT contract "${address}" does not exist on chain 43114` },
    })
})
