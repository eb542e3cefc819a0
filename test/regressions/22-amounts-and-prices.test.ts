import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf } from '../simulator/evm/evm-base.ts'

let base: BaseReader
let snowglobe: Snowglobe
beforeAll(async () => {
  base = await openSmallBase()
  snowglobe = await createSnowglobe({ size: 'small', pace: 4 })
})
afterAll(async () => {
  base.close()
  await snowglobe.close()
})

/** Transfers of priced tokens with their worth in dollars at the prices of their time. */
const transfers = () =>
  rowsOf<{ tx: number; method: string | null; sender: string; symbol: string; worth: number }>(
    base,
    `SELECT t.tx_seq AS tx, x.method_name AS method, t.sender, c.symbol,
       t.value / pow(10, c.decimals) * (
         SELECT CAST(usd AS REAL) FROM token_price p WHERE p.chain_id = c.chain_id
         AND p.contract = c.address AND since < b.timestamp ORDER BY since DESC LIMIT 1) AS worth
     FROM erc20_transfer t
     JOIN contract c ON c.seq = t.contract_seq
     JOIN evm_transaction x ON x.seq = t.tx_seq AND x.chain_id = c.chain_id
     JOIN evm_block b ON b.chain_id = c.chain_id AND b.number = x.block_number
     WHERE EXISTS (SELECT 1 FROM token_price p
       WHERE p.chain_id = c.chain_id AND p.contract = c.address AND p.usd <> '')
     AND x.call_type <> 'CONTRACT_CREATION'`,
  )

test('transfers of a priced token have usual amounts', () => {
  const moved = transfers().filter(({ symbol }) => symbol !== 'WAVAX')
  expect(moved.length).toBeGreaterThan(50)
  expect(moved.filter(({ worth }) => worth > 29_001)).toEqual([])
  const sorted = moved.map(({ worth }) => worth).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  expect(median).toBeGreaterThan(20)
  expect(median).toBeLessThan(2000)
})

test('balances of an expensive token are small', () => {
  const held = rowsOf<{ symbol: string; worth: number }>(
    base,
    `SELECT c.symbol, max(b.balance / pow(10, c.decimals)) * (
       SELECT CAST(usd AS REAL) FROM token_price p WHERE p.chain_id = c.chain_id
       AND p.contract = c.address ORDER BY since DESC LIMIT 1) AS worth
     FROM erc20_balance b JOIN contract c ON c.seq = b.contract_seq
     WHERE c.symbol IN ('BTC.b', 'WETH.e', 'USDC', 'USDt', 'WAVAX') AND c.chain_id = '43114'
     GROUP BY c.symbol, b.holder`,
  )
  expect(held.length).toBeGreaterThan(10)
  for (const { symbol, worth } of held) expect([symbol, worth < 500_000]).toEqual([symbol, true])
})

test('what a swap takes is worth what it gives, less its fee', () => {
  const swaps = groupBy(
    transfers().filter(({ method }) => method?.startsWith('swap')),
    ({ tx }) => String(tx),
  )
  const pairs = [...swaps.values()].filter(({ length }) => length === 2)
  expect(pairs.length).toBeGreaterThan(0)
  for (const [taken, given] of pairs) {
    const share = (given?.worth ?? 0) / (taken?.worth ?? 1)
    expect([taken, given, share > 0.98 && share < 1]).toEqual([taken, given, true])
  }
})

const pricesOf = (symbol: string) =>
  rowsOf<{ since: number; usd: string }>(
    base,
    symbol === ''
      ? `SELECT since, usd FROM token_price WHERE chain_id = '43114' AND contract = '' ORDER BY since`
      : `SELECT since, usd FROM token_price JOIN contract c ON c.chain_id = token_price.chain_id
         AND address = contract WHERE c.chain_id = '43114' AND symbol = '${symbol}' ORDER BY since`,
  )

test('prices have moved, those of stablecoins hardly, and end at the declared ones', () => {
  const [avax, bitcoin, dollar] = ['', 'BTC.b', 'USDC'].map((symbol) =>
    pricesOf(symbol).map(({ usd }) => Number(usd)),
  ) as [number[], number[], number[]]
  for (const prices of [avax, bitcoin]) {
    expect(new Set(prices).size).toBeGreaterThan(50)
    expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.2)
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(5)
    // Neighbours of the last month are a day apart.
    for (const [place, price] of prices.slice(-30).entries())
      expect(price / (prices.at(-31 + place) ?? 0)).toBeCloseTo(1, 0)
  }
  for (const price of dollar) expect(Math.abs(price - 1)).toBeLessThan(0.003)
  expect([avax.at(-1), bitcoin.at(-1), dollar.at(-1)]).toEqual([24.18, 91204.5, 0.9998])
  expect(pricesOf('WAVAX').slice(1)).toEqual(pricesOf('').slice(1))
})

const wavax = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'
const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

// biome-ignore lint/suspicious/noExplicitAny: responses of two shapes
const get = async (path: string): Promise<any> => (await snowglobe.inject(path)).json()
const balances = (verb: string, query = '') =>
  get(`/v1/chains/43114/addresses/${ewoq}/balances:${verb}?currency=usd&pageSize=500${query}`)

const visiblePrices = async () => {
  const native = await balances('getNative')
  const tokens = (await balances('listErc20')).erc20TokenBalances as {
    address: string
    price?: { value: number | string }
  }[]
  const wrapped = tokens.find(({ address }) => address === wavax)
  return [native.nativeTokenBalance.price.value, wrapped?.price?.value].map(Number)
}

test('prices go on moving day by day, and what an action sets stays and takes WAVAX along', async () => {
  expect(await visiblePrices()).toEqual([24.18, 24.18])
  const seen = new Set<number | undefined>()
  for (let day = 0; day < 4; day++) {
    await snowglobe.clock.advance('1d')
    const [avax, wrapped] = await visiblePrices()
    expect(wrapped).toBe(avax)
    seen.add(avax)
  }
  expect(seen.size).toBeGreaterThan(2)

  await snowglobe.act({ do: 'price', chain: 'C', usd: '31.5' })
  expect(await visiblePrices()).toEqual([31.5, 31.5])
  await snowglobe.clock.advance('2d')
  expect(await visiblePrices()).toEqual([31.5, 31.5])
  await snowglobe.act({ do: 'price', contract: wavax, chain: 'C', usd: '30' })
  expect(await visiblePrices()).toEqual([31.5, 30])
})
