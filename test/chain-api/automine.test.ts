import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call, issue, signedTransferOf } from './support/wallet.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const path = '/ext/bc/C/rpc'
const to = '0x00000000000000000000000000000000000000aa'
const ewoq = privateKeyToAccount(toHex(ewoqKey) as Hex)

const read = async (method: string, ...params: unknown[]) => {
  const { result, error } = await call(server, path, method, params)
  if (error) throw new Error(error.message)
  return result
}

/** Sends a transfer and returns the time of its block, epoch seconds. */
async function send(): Promise<number> {
  const nonce = Number(await read('eth_getTransactionCount', ewoq.address, 'latest'))
  const raw = await ewoq.signTransaction({
    ...{ chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 11n },
  })
  const { blockHash } = await read(
    'eth_getTransactionByHash',
    await read('eth_sendRawTransaction', raw),
  )
  return Number((await read('eth_getBlockByHash', blockHash, false)).timestamp)
}

/** Returns the time of the clock, epoch milliseconds. */
const clockMs = async () => Date.parse((await server.clock.get()).now)

/** Seconds between two blocks of the C-chain since Granite. */
const delay = 2

test('with a frozen clock a block is at the present, and the next one a delay later', async () => {
  const present = (await clockMs()) / 1000
  expect(await send()).toBe(Math.floor(present))
  expect(await clockMs()).toBe(present * 1000)
  expect(await send()).toBe(Math.floor(present) + delay)
  expect(await clockMs()).toBe((Math.floor(present) + delay) * 1000)
})

test('with a running clock the world first comes to it, and moves on by at most the delay', async () => {
  // At the slowest rate, what passes by itself is far less than a delay.
  await server.clock.set({ mode: 'running', rate: 0.1 })
  await server.clock.advance('1h')
  const before = await clockMs()
  const first = await send()
  const second = await send()
  const after = await clockMs()
  expect(first).toBeGreaterThanOrEqual(Math.floor(before / 1000))
  expect(second).toBeGreaterThanOrEqual(first + delay)
  expect(after).toBeGreaterThanOrEqual(second * 1000)
  // Either block waited for its delay, or the clock was there already.
  expect(second).toBeLessThanOrEqual(Math.max(first + delay, Math.floor(after / 1000)))
})

test('with a real clock a block is at the time of the machine', async () => {
  const start = await clockMs()
  const stand = (ms: number) => vi.setSystemTime(start + ms)
  stand(0)
  await server.clock.set({ mode: 'real' })
  stand(86_400_000)
  const first = await send()
  expect(first).toBe(Math.floor(start / 1000) + 86_400)
  // The machine stands: the second block takes a delay of world time, which goes ahead.
  expect(await send()).toBe(first + delay)
  expect(await clockMs()).toBe((first + delay) * 1000)
  stand(2 * 86_400_000)
  expect(await send()).toBe(Math.floor(start / 1000) + 2 * 86_400)
})

const fingerprint = async () => (await server.inject('/_admin/world')).json().fingerprint as string

/** Issues a transfer on the C-chain and one on the P-chain. */
async function issueBoth(): Promise<void> {
  await send()
  const { result } = await call(server, '/ext/bc/P', 'platform.getUTXOs', {
    addresses: ['P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
  })
  const response = await issue(server, '/ext/bc/P', 'platform', signedTransferOf(result.utxos))
  expect(response).toHaveProperty('result.txID')
}

test('a snapshot takes issued transactions back, and the same ones make the same world', async () => {
  await server.snapshots.save('before')
  const heights = async () => [
    await read('eth_blockNumber'),
    (await call(server, '/ext/bc/P', 'platform.getHeight')).result,
    await read('eth_getBalance', to, 'latest'),
    await clockMs(),
  ]
  const before = await heights()
  await issueBoth()
  const [after, made] = [await heights(), await fingerprint()]
  expect(after).not.toEqual(before)
  await server.snapshots.restore('before')
  expect(await heights()).toEqual(before)
  await issueBoth()
  expect([await heights(), await fingerprint()]).toEqual([after, made])
})

test('short advances around issued transactions equal long ones', async () => {
  await server.clock.set({ pace: 60 })
  await server.snapshots.save('before')
  const passing = async (before: readonly string[], after: readonly string[]) => {
    await server.snapshots.restore('before')
    for (const duration of before) await server.clock.advance(duration)
    await issueBoth()
    for (const duration of after) await server.clock.advance(duration)
    return fingerprint()
  }
  const whole = await passing(['40m'], ['50m'])
  expect(await passing(['25m', '15m'], ['1s', '29m', '1259s', '40s'])).not.toBe(whole)
  expect(await passing(['25m', '15m'], ['1s', '29m', '1219s', '40s'])).toBe(whole)
})
