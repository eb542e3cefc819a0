import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LiveContract,
  LiveEvmBlock,
  LiveNativeTransaction,
} from '../../../schemas/data/live-evm.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { allItems, chains, ewoq, granite, unknownAddress } from './support/chains.ts'

let live: Snowglobe
beforeAll(async () => {
  live = await startServer({ dialect: 'live' })
})
afterAll(() => live?.close())

test.each(chains)('%s: blocks have milliseconds and a delay from Granite on', async (chain) => {
  const blocks = await allItems<LiveEvmBlock>(live, `/v1/chains/${chain}/blocks`, 'blocks')
  for (const block of blocks) {
    const { blockTimestamp, blockTimestampMilliseconds, blockMinDelayExcess } = block
    expect({ blockTimestampMilliseconds, blockMinDelayExcess }).toEqual(
      blockTimestamp >= granite[chain]
        ? { blockTimestampMilliseconds: blockTimestamp * 1000, blockMinDelayExcess: 7_970_124 }
        : {},
    )
  }
  const times = blocks.map(({ blockTimestamp }) => blockTimestamp)
  expect(Math.max(...times)).toBeGreaterThanOrEqual(granite[chain])
  expect(Math.min(...times)).toBeLessThan(granite[chain])

  const [newest] = blocks
  const url = `/v1/chains/${chain}/blocks/${newest?.blockNumber}`
  expect((await get(live, url)).body).toEqual(newest)
})

test.each(chains)('%s: transactions and transfers have what their blocks have', async (chain) => {
  const blocks = await allItems<LiveEvmBlock>(live, `/v1/chains/${chain}/blocks`, 'blocks')
  const blockOf = new Map(blocks.map((block) => [block.blockNumber, block]))
  const url = `/v1/chains/${chain}/addresses/${ewoq}/transactions`
  const timesOf = (list: string) =>
    allItems<LiveNativeTransaction>(live, `${url}:${list}`, 'transactions')
  for (const transaction of await timesOf('listNative')) {
    const block = blockOf.get(transaction.blockNumber)
    expect(transaction.blockTimestampMilliseconds).toBe(block?.blockTimestampMilliseconds)
    expect(transaction.blockMinDelayExcess).toBe(block?.blockMinDelayExcess)
  }
  const times: number[] = []
  for (const list of ['listErc20', 'listErc721', 'listErc1155'])
    for (const transfer of await timesOf(list)) {
      const block = blockOf.get(transfer.blockNumber)
      expect(transfer.blockTimestampMilliseconds).toBe(block?.blockTimestampMilliseconds)
      expect(transfer).not.toHaveProperty('blockMinDelayExcess')
      times.push(transfer.blockTimestampMilliseconds ?? 0)
    }
  expect(Math.max(...times)).toBeGreaterThan(granite[chain] * 1000)
})

test('a contract names its coin at the provider of its price', async () => {
  const providersOf = async (address: string) =>
    ((await get(live, `/v1/chains/43114/addresses/${address}`)).body as LiveContract)
      .pricingProviders
  expect(await providersOf('0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7')).toEqual({
    coingeckoCoinId: 'tether',
  })
  // Pangolin has no price.
  expect(await providersOf('0x60781C2586D68229fde47564546784ab3fACA982')).toBeUndefined()
})

test('an account without code is a contract of unknown kind, on every chain', async () => {
  for (const chain of chains)
    for (const [request, address] of [
      [unknownAddress, unknownAddress],
      [unknownAddress.toLowerCase(), unknownAddress],
      // In a wrong case, which no address parameter minds.
      [`0x${unknownAddress.slice(2).toUpperCase()}`, unknownAddress],
    ])
      expect(await get(live, `/v1/chains/${chain}/addresses/${request}`)).toMatchObject({
        status: 200,
        body: { address, ercType: 'UNKNOWN' },
      })
  expect((await get(live, `/v1/chains/1/addresses/${unknownAddress}`)).status).toBe(404)
})
