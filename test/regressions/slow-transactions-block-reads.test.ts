import { type Hex, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { call } from '../chain-api/support/wallet.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const pairs = 32
/** Generators of both groups: a pair of zeros would need no work. */
const pair = [
  1n,
  2n,
  11559732032986387107991004021392285783925812861821192530917403151452391805634n,
  10857046999023057135944570762232829481370756359578518086990519993285655852781n,
  4082367875863433681332203403145435568316851327593401208105741076214120093531n,
  8495653923123431417604973247489272438418190587263600148770280649306958101930n,
].map((value) => value.toString(16).padStart(64, '0'))
const pairing = '0x0000000000000000000000000000000000000008'
const data = `0x${pair.join('').repeat(pairs)}` as const

/** Returns the number of reads that are answered one after the other while a change runs. */
async function readsDuring(change: Promise<unknown>): Promise<number> {
  let isRunning = true
  const end = change.finally(() => {
    isRunning = false
  })
  let reads = 0
  for (; isRunning; reads++)
    expect((await server.inject('/v1/chains/43113/blocks?pageSize=1')).statusCode).toBe(200)
  await end
  return reads
}

test('reads are answered while an action executes a slow call', async () => {
  await server.act({ do: 'fund', to: 'ewoq', chain: 'C', amount: '10' })
  const slow = { do: 'call', from: 'ewoq', chain: 'C', contract: pairing, data } as const
  expect(await readsDuring(server.act(slow))).toBeGreaterThan(pairs / 4)
})

test('reads are answered while a transaction of a wallet is executed', async () => {
  const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
  const rpc = async (method: string, ...params: unknown[]) =>
    (await call(server, '/ext/bc/C/rpc', method, params)).result
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: 43113, to: pairing, data, gas: 2_000_000n },
    nonce: Number(await rpc('eth_getTransactionCount', account.address, 'latest')),
    ...{ maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: 1n },
  })
  const sent = rpc('eth_sendRawTransaction', raw)
  expect(await readsDuring(sent)).toBeGreaterThan(pairs / 4)
  expect(await rpc('eth_getTransactionReceipt', await sent)).toMatchObject({ status: '0x1' })
})
