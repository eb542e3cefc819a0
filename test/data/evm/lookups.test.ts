import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmChainInfo } from '../../../schemas/data/chains.ts'
import type { ContractDeployment } from '../../../schemas/data/contracts.ts'
import type { EvmBlock } from '../../../schemas/data/evm-blocks.ts'
import type { NftToken } from '../../../schemas/data/tokens.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress } from './support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const bodyOf = async (url: string, dialect = 'documented') => {
  const { status, body } = await get(server, url, { 'x-snowglobe-dialect': dialect })
  expect(status, url).toBe(200)
  return body
}
const deploymentsOfEwoq = (chain: string) =>
  allItems<ContractDeployment>(
    server,
    `/v1/chains/${chain}/contracts/${ewoq}/deployments`,
    'contracts',
  )

test('a chain is found by both of its ids, as the list has it', async () => {
  const listed = ((await bodyOf('/v1/chains')) as { chains: Record<string, string>[] }).chains
  expect(listed.map(({ chainId }) => chainId).sort()).toEqual([...chains].sort())
  for (const chain of listed) {
    expect(await bodyOf(`/v1/chains/${chain.chainId}`)).toEqual(chain)
    expect(await bodyOf(`/v1/chains/${chain.platformChainId}`)).toEqual(chain)
  }
})

test('chains are listed by network and feature, of which none has webhooks', async () => {
  const idsOf = async (query: string) =>
    ((await bodyOf(`/v1/chains?${query}`)) as { chains: EvmChainInfo[] }).chains.map(
      ({ chainId }) => chainId,
    )
  expect(await idsOf('network=mainnet')).toEqual(['43114', '930114'])
  expect(await idsOf('network=testnet&feature=nftIndexing')).toEqual(['43113', '930113'])
  expect(await idsOf('feature=webhooks')).toEqual([])
})

test('the token of a chain has a description where the definition has one', async () => {
  const tokenOf = async (chain: string) =>
    ((await bodyOf(`/v1/chains/${chain}`)) as EvmChainInfo).networkToken
  for (const chain of ['43114', '43113'])
    expect(await tokenOf(chain)).toEqual({
      name: 'Avalanche',
      symbol: 'AVAX',
      decimals: 18,
      logoUri: 'http://127.0.0.1:9650/_images/tokens/avax.svg',
      description: 'The token that pays for gas on the C-chain and is staked on the P-chain',
    })
  for (const chain of ['930114', '930113'])
    expect(await tokenOf(chain)).not.toHaveProperty('description')
})

test('a block is found by number and by hash in any case, as the list has it', async () => {
  for (const chain of chains) {
    const url = `/v1/chains/${chain}/blocks`
    for (const block of await allItems<EvmBlock>(server, url, 'blocks')) {
      expect(await bodyOf(`${url}/${block.blockNumber}`)).toEqual(block)
      expect(await bodyOf(`${url}/${block.blockHash}`)).toEqual(block)
      const upper = `0x${block.blockHash.slice(2).toUpperCase()}`
      expect(await bodyOf(`${url}/${upper}`)).toEqual(block)
    }
  }
})

test('a contract is found by its address, as the deployments have it', async () => {
  for (const chain of chains)
    for (const contract of await deploymentsOfEwoq(chain)) {
      const url = `/v1/chains/${chain}/addresses`
      expect(await bodyOf(`${url}/${contract.address}`)).toEqual(contract)
      expect(await bodyOf(`${url}/${contract.address.toLowerCase()}`)).toEqual(contract)
    }
})

test('a contract that was there before the world has no deployment', async () => {
  const usdc = await bodyOf('/v1/chains/43114/addresses/0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E')
  expect(usdc).toMatchObject({ ercType: 'ERC-20', symbol: 'USDC', decimals: 6 })
  expect(usdc).not.toHaveProperty('deploymentDetails')
})

test('a token is found by contract and id, as the collection has it', async () => {
  for (const dialect of ['documented', 'live'])
    for (const { address, ercType } of await deploymentsOfEwoq('43114')) {
      if (ercType !== 'ERC-721' && ercType !== 'ERC-1155') continue
      const url = `/v1/chains/43114/nfts/collections/${address}/tokens`
      const { tokens } = (await bodyOf(`${url}?pageSize=100`, dialect)) as { tokens: NftToken[] }
      for (const token of tokens)
        expect(await bodyOf(`${url}/${token.tokenId}`, dialect)).toEqual(token)
    }
})

test('what does not exist is 404', async () => {
  const nft = (await deploymentsOfEwoq('43114')).find(({ ercType }) => ercType === 'ERC-721')
  const missing = async (url: string) => {
    const { status, body } = await get(server, url)
    return `${status} ${(body as { message: string }).message}`
  }
  expect(await missing('/v1/chains/1')).toBe('404 Chain "1" does not exist')
  expect(await missing('/v1/chains/43114/blocks/99999999')).toBe(
    '404 Block "99999999" does not exist on chain 43114',
  )
  expect(await missing(`/v1/chains/43114/blocks/0x${'0'.repeat(64)}`)).toMatch(
    /^404 Block "0x0{62}…" does not exist on chain 43114$/,
  )
  expect(await missing(`/v1/chains/43114/addresses/${unknownAddress}`)).toBe(
    `404 Contract "${unknownAddress}" does not exist on chain 43114`,
  )
  const tokens = `/v1/chains/43114/nfts/collections/${nft?.address}/tokens`
  expect(await missing(`${tokens}/${10n ** 30n}`)).toBe(
    `404 Token ${10n ** 30n} of NFT contract ${nft?.address} does not exist`,
  )
})
