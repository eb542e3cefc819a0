import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../../../fixtures/default-world.ts'
import type { NativeTokenBalance } from '../../../../schemas/data/evm-balances.ts'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { CurrencyCode } from '../../../../schemas/scalars.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress } from '../support/chains.ts'
import { openNativeReplay } from '../support/native-replay.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/balances:getNative`

async function balance(chain: string, address: string, query = ''): Promise<NativeTokenBalance> {
  const { status, body } = await get(server, `${urlOf(chain, address)}${query}`)
  expect(status).toBe(200)
  return (body as { nativeTokenBalance: NativeTokenBalance }).nativeTokenBalance
}
const weiAt = async (chain: string, address: string, block: number) =>
  BigInt((await balance(chain, address, `?blockNumber=${block}`)).balance)

async function heightOf(chain: string): Promise<number> {
  const { body } = await get(server, `/v1/chains/${chain}/blocks?pageSize=1`)
  return Number((body as { blocks: { blockNumber: string }[] }).blocks[0]?.blockNumber)
}

test.each([
  ['43114', 'Avalanche', 'AVAX'],
  ['43113', 'Avalanche', 'AVAX'],
])('chain %s: ewoq has some %s', async (chainId, name, symbol) => {
  const native = await balance(chainId, ewoq)
  expect(native).toMatchObject({ chainId, name, symbol, decimals: 18 })
  expect(BigInt(native.balance)).toBeGreaterThan(0n)
  expect(await balance(chainId, ewoq, `?blockNumber=${await heightOf(chainId)}`)).toEqual(native)
})

test.each(chains)('chain %s: balances are what transactions leave at any block', async (chain) => {
  const replay = await openNativeReplay(server, chain)
  const accounts = replay.accounts.filter((account) => !replay.hasPayouts(account))
  const blocks = fc.integer({ min: 0, max: await heightOf(chain) })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...accounts), blocks, async (account, block) => {
      const before = await weiAt(chain, account, 0)
      expect((await weiAt(chain, account, block)) - before).toBe(replay.change(account, 0, block))
    }),
    { numRuns: 80 },
  )
})

test.each(chains)('chain %s: what a contract pays out is what others get', async (chain) => {
  const replay = await openNativeReplay(server, chain)
  const accounts = replay.accounts.filter(replay.hasPayouts)
  expect(accounts.length).toBeGreaterThan(1)
  const blocks = fc.integer({ min: 0, max: await heightOf(chain) })
  await fc.assert(
    fc.asyncProperty(blocks, async (block) => {
      let sum = 0n
      for (const account of accounts) {
        const change = (await weiAt(chain, account, block)) - (await weiAt(chain, account, 0))
        sum += change - replay.change(account, 0, block)
      }
      expect(sum).toBe(0n)
    }),
    { numRuns: 10 },
  )
})

test.each(chains)('chain %s: fees are burned at the address of the miner', async (chain) => {
  const blocks = await allItems<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks')
  const burned = `0x01${'0'.repeat(38)}`
  let expected = 0n
  for (const { blockNumber, feesSpent } of blocks.reverse()) {
    expected += BigInt(feesSpent)
    expect(await weiAt(chain, burned, Number(blockNumber))).toBe(expected)
  }
})

test('before the first block all balances on the C-chain are 0', async () => {
  expect((await balance('43114', ewoq, '?blockNumber=0')).balance).toBe('0')
  expect((await balance('43114', unknownAddress)).balance).toBe('0')
})

/** Digits of a decimal text in units of 10^-30. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(30, '0'))
}
const one = 10n ** 30n

test.each(Object.keys(defaultWorld.currencyRates))(
  'prices in %s follow the table',
  async (currency) => {
    const rate = scaled(defaultWorld.currencyRates[currency as CurrencyCode] ?? '')
    for (const [chain, usd] of [
      ['43114', '24.18'],
      ['930114', '0.3725'],
    ] as const) {
      const native = await balance(chain, ewoq, `?currency=${currency}`)
      const price = (scaled(usd) * rate) / one
      expect(native.price).toMatchObject({ currencyCode: currency })
      expect(scaled(native.price?.value ?? '')).toBe(price)

      // At most eight places, the nearest such number.
      const worth = (BigInt(native.balance) * price) / 10n ** 18n
      const error = scaled(native.balanceValue?.value ?? '') - worth
      expect(native.balanceValue?.value).toMatch(/^\d+([.]\d{0,7}[1-9])?$/)
      expect(error < 0n ? -error : error).toBeLessThanOrEqual(one / 10n ** 8n / 2n)
    }
  },
)

test('without a currency prices are in US dollars', async () => {
  expect(await balance('43114', ewoq)).toEqual(await balance('43114', ewoq, '?currency=usd'))
})

test('in the live dialect a price is the same number', async () => {
  const documented = await balance('43114', ewoq, '?currency=chf')
  const { body } = await get(server, `${urlOf('43114', ewoq)}?currency=chf`, {
    'x-snowglobe-dialect': 'live',
  })
  expect(body).toEqual({
    nativeTokenBalance: {
      ...documented,
      price: { currencyCode: 'chf', value: Number(documented.price?.value) },
      balanceValue: { currencyCode: 'chf', value: Number(documented.balanceValue?.value) },
    },
  })
})

test('a token without a price has neither price nor worth', async () => {
  const native = await balance('43113', ewoq)
  expect(native).not.toHaveProperty('price')
  expect(native).not.toHaveProperty('balanceValue')
})

test('a block that does not exist yet, or is none, is refused', async () => {
  const height = await heightOf('43114')
  const refusal = async (blockNumber: string) => {
    const { status, body } = await get(server, `${urlOf('43114', ewoq)}?blockNumber=${blockNumber}`)
    return [status, (body as { message: string }).message]
  }
  const above = [400, `blockNumber must not be above the latest block ${height}`]
  expect(await refusal(String(height + 1))).toEqual(above)
  expect(await refusal('9'.repeat(40))).toEqual(above)
  expect(await refusal('-1')).toEqual([
    400,
    'blockNumber must be a decimal number without sign or leading zeros, not "-1"',
  ])
})
