import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

let server: Snowglobe
let nonce: number
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  await server.clock.advance('1s')
  nonce = await nonceOf()
})

const to = '0x00000000000000000000000000000000000000aa'
const ewoq = privateKeyToAccount(toHex(ewoqKey) as Hex)
const gwei = 10n ** 9n

const sign = (at: number, more: { gasPrice?: bigint; value?: bigint; gas?: bigint } = {}) =>
  ewoq.signTransaction({
    ...{ chainId: 43113, nonce: at, to, value: 1n, gas: 21_000n, gasPrice: 100n * gwei },
    ...more,
  })
const send = (raw: string) => call(server, '/ext/bc/C/rpc', 'eth_sendRawTransaction', [raw])
const read = async (method: string, ...params: unknown[]) =>
  (await call(server, '/ext/bc/C/rpc', method, params)).result
const nonceOf = async (block = 'latest') =>
  Number(await read('eth_getTransactionCount', ewoq.address, block))
const transactionOf = (raw: Hex) => read('eth_getTransactionByHash', keccak256(raw))
const headOf = async () => (await server.world()).head
const violations = async () =>
  (await server.check()).rules.filter((rule) => rule.violations.length > 0)

test('a transaction with a later nonce waits, and changes nothing', async () => {
  const raw = await sign(nonce + 1)
  const before = await server.world()
  expect(await send(raw)).toMatchObject({ result: keccak256(raw) })
  expect(await transactionOf(raw)).toMatchObject({
    ...{ blockHash: null, blockNumber: null, transactionIndex: null },
    ...{ hash: keccak256(raw), from: ewoq.address.toLowerCase(), to },
    ...{ nonce: `0x${(nonce + 1).toString(16)}`, gasPrice: `0x${(100n * gwei).toString(16)}` },
  })
  expect(await read('eth_getTransactionReceipt', keccak256(raw))).toBe(null)
  expect([await nonceOf(), await nonceOf('pending')]).toEqual([nonce, nonce])
  const { fingerprint, head } = before
  expect(await server.world()).toMatchObject({ fingerprint, head })
  expect((await send(raw)).error).toMatchObject({ code: -32000, message: 'already known' })
})

test('the missing transaction takes those that follow along, in the order of nonces', async () => {
  const later = await Promise.all([3, 1, 2, 5].map((each) => sign(nonce + each)))
  for (const raw of later) expect(await send(raw)).toHaveProperty('result')
  const first = await sign(nonce)
  expect(await send(first)).toHaveProperty('result')
  const [third, second, , fifth] = later as [Hex, Hex, Hex, Hex]
  expect(await nonceOf()).toBe(nonce + 4)
  const numbers = await Promise.all(
    [first, second, third].map(async (raw) => Number((await transactionOf(raw)).blockNumber)),
  )
  expect([...numbers].sort((a, b) => a - b)).toEqual(numbers)
  expect(await transactionOf(fifth)).toMatchObject({ blockHash: null })
  expect(await violations()).toEqual([])
})

test('an action of the account closes a gap too', async () => {
  const raw = await sign(nonce + 1)
  await send(raw)
  await server.act({ do: 'transfer', from: 'ewoq', to, chain: 'C', amount: '1', network: 'fuji' })
  await expect.poll(async () => (await transactionOf(raw)).blockHash).not.toBe(null)
  expect(await nonceOf()).toBe(nonce + 2)
})

test('a replacement pays 10 percent more', async () => {
  const raw = await sign(nonce + 1)
  await send(raw)
  const cheap = await send(await sign(nonce + 1, { gasPrice: 109n * gwei }))
  expect(cheap.error).toMatchObject({
    ...{ code: -32000, message: 'replacement transaction underpriced' },
  })
  const dear = await sign(nonce + 1, { gasPrice: 110n * gwei })
  expect(await send(dear)).toHaveProperty('result')
  expect(await transactionOf(raw)).toBe(null)
  await send(await sign(nonce))
  expect(await transactionOf(dear)).toHaveProperty('blockHash', expect.any(String))
})

test.each([
  ['insufficient funds for gas', { value: 10n ** 30n }],
  ['intrinsic gas too low', { gas: 20_000n }],
  ['max fee per gas less than block base fee', { gasPrice: 0n }],
  ['exceeds block gas limit', { gas: 10n ** 8n, gasPrice: gwei }],
])('what no block would take does not wait: %s', async (text, more) => {
  const raw = await sign(nonce + 1, more)
  expect((await send(raw)).error?.message).toContain(text)
  expect(await transactionOf(raw)).toBe(null)
})

test('what has become invalid leaves the pool when its turn comes', async () => {
  const balance = BigInt(await read('eth_getBalance', ewoq.address, 'latest'))
  const fee = 21_000n * 100n * gwei
  const raw = await sign(nonce + 1, { value: balance - fee })
  const after = await sign(nonce + 2)
  for (const each of [raw, after]) expect(await send(each)).toHaveProperty('result')
  await send(await sign(nonce))
  expect(await transactionOf(raw)).toBe(null)
  expect(await transactionOf(after)).toMatchObject({ blockHash: null })
  await send(await sign(nonce + 1))
  expect(await nonceOf()).toBe(nonce + 3)
})

test('an account has 64 transactions in the pool at most', async () => {
  const raws = await Promise.all(Array.from({ length: 65 }, (_, i) => sign(nonce + 1 + i)))
  for (const raw of raws.slice(0, 64)) expect(await send(raw)).toHaveProperty('result')
  expect((await send(raws[64] as Hex)).error?.message).toBe('txpool is full')
  await send(await sign(nonce))
  expect(await nonceOf()).toBe(nonce + 65)
})

test.each(['reset', 'restored snapshot', 'import'])('a %s empties the pool', async (kind) => {
  await server.act({ do: 'transfer', from: 'ewoq', to, chain: 'C', amount: '1', network: 'fuji' })
  const start = await nonceOf()
  const exported = await server.export()
  await server.snapshots.save('before')
  const raw = await sign(start + 1)
  await send(raw)
  if (kind === 'reset') await server.reset()
  else if (kind === 'import') await server.import(exported)
  else await server.snapshots.restore('before')
  expect(await transactionOf(raw)).toBe(null)
  const before = await nonceOf()
  expect(await send(await sign(before))).toHaveProperty('result')
  expect(await nonceOf()).toBe(before + 1)
})

test('an issue action with a later nonce is refused, since a log holds blocks alone', async () => {
  const bytes = await sign(nonce + 1)
  const before = await headOf()
  await expect(server.act({ do: 'issue', chain: 'C', bytes, network: 'fuji' })).rejects.toThrow(
    /nonce too high/,
  )
  expect(await headOf()).toBe(before)
})

test('transactions that arrive in any order at once are all in blocks', async () => {
  const raws = await Promise.all(Array.from({ length: 40 }, (_, i) => sign(nonce + i)))
  const shuffled = raws.map((raw, i) => [(i * 17) % 40, raw] as const).sort(([a], [b]) => a - b)
  const responses = await Promise.all(shuffled.map(([, raw]) => send(raw)))
  for (const [i, [, raw]] of shuffled.entries())
    expect(responses[i]).toMatchObject({ result: keccak256(raw) })
  await expect.poll(() => nonceOf()).toBe(nonce + 40)
  const found = await Promise.all(raws.map(transactionOf))
  expect(found.map((each) => Number(each.nonce))).toEqual(raws.map((_, i) => nonce + i))
  expect(await violations()).toEqual([])
})

test('a batch may hold the nonces in any order', async () => {
  const raws = await Promise.all([2, 0, 3, 1].map((each) => sign(nonce + each)))
  const payload = raws.map((raw, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] },
  }))
  const response = await server.inject({ method: 'POST', url: '/ext/bc/C/rpc', payload })
  expect(response.json().map((each: { result: string }) => each.result)).toEqual(
    raws.map((raw) => keccak256(raw)),
  )
  expect(await nonceOf()).toBe(nonce + 4)
})
