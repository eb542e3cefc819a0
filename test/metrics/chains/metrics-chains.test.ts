import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const cChain = {
  evmChainId: 43114,
  chainName: 'Avalanche (C-Chain)',
  blockchainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  subnetId: '11111111111111111111111111111111LpoYY',
  network: 'mainnet',
}

test('chains are those of the Data API, and fuji is called testnet', async () => {
  const { body } = await get(server, '/v2/chains')
  const { body: listed } = await get(server, '/v1/chains')
  const { chains } = body as { chains: { evmChainId: number; network: string }[] }
  expect(chains[0]).toEqual(cChain)
  expect(chains.map(({ evmChainId }) => String(evmChainId))).toEqual(
    (listed as { chains: { chainId: string }[] }).chains.map(({ chainId }) => chainId),
  )
  expect(chains.map(({ network }) => network)).toEqual(['mainnet', 'mainnet', 'testnet', 'testnet'])
})

test.each(['fuji', 'testnet'])('chains of %s are those of the test network', async (network) => {
  const { body } = await get(server, `/v2/chains?network=${network}`)
  expect(body).toMatchObject({ chains: [{ evmChainId: 43113 }, { evmChainId: 930113 }] })
})

test('the list has one page, so a token is none that it issued', async () => {
  const token = '6ea51048-c85f-42d7-84d0-000002000141'
  expect(await get(server, `/v2/chains?pageToken=${token}`)).toMatchObject({
    status: 400,
    body: { message: ['pageToken is not one that this list issued with these filters'] },
  })
})

test('a chain has an EVM chain id and a blockchain id; what stands for several is none', async () => {
  for (const id of ['43114', cChain.blockchainId])
    expect((await get(server, `/v2/chains/${id}`)).body).toEqual(cChain)
  for (const id of ['1', 'total', 'mainnet', 'testnet', '__proto__'])
    expect((await get(server, `/v2/chains/${id}`)).body).toEqual({
      message: [`Chain "${id}" does not exist`],
      error: 'Not Found',
      statusCode: 404,
    })
})
