import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCb58, idOf } from '../../src/formats/ids.ts'
import { platformGas } from '../../src/formats/p-chain-complexity.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  base,
  call,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const issued = (bytes: Uint8Array) => issue(server, '/ext/bc/P', 'platform', bytes)
const platform = async (method: string) =>
  (await call(server, '/ext/bc/P', `platform.${method}`)).result
const first = async () => (spendable(await utxosOf(server)) as [Spendable])[0]

/** Returns a transfer of 400 outputs: more than 400,000 gas, of which two fit into the capacity. */
async function large(): Promise<Extract<PlatformTransaction, { type: 'BaseTx' }>> {
  const outputs = Array.from({ length: 400 }, () => outputTo(1n))
  const { price } = await platform('getFeeState')
  const tx = { type: 'BaseTx' as const, ...base(await first(), outputs) }
  return withChange(tx, 400n, BigInt(price))
}

test('a transaction that finds too little gas waits in world time until there is room', async () => {
  const { capacity } = await platform('getFeeState')
  expect(capacity).toBe(1_000_000)
  const times: number[] = []
  const heights = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const tx = await large()
    expect(platformGas(tx)).toBeGreaterThan(400_000)
    expect(platformGas(tx)).toBeLessThan(500_000)
    expect(await issued(signed(tx))).toHaveProperty('result.txID')
    times.push(Date.parse((await platform('getTimestamp')).timestamp) / 1000)
    heights.add((await platform('getHeight')).height)
  }
  const [one = 0, two = 0, three = 0] = times
  expect(two).toBe(one)
  // 100,000 gas come back each second.
  expect(three - two).toBeGreaterThan(2)
  expect(three - two).toBeLessThan(6)
  expect(heights.size).toBe(3)
  const after = await platform('getFeeState')
  expect(after.capacity).toBeLessThan(100_000)
  expect(after.excess).toBeGreaterThan(1_000_000)
  expect((await server.check()).violations).toBe(0)
})

test('a transaction of more than all the gas of a block is refused in the words of the node', async () => {
  const from = await first()
  const inputs = Array.from({ length: 500 }, (_, outputIndex) => {
    const { input, ...rest } = inputOf({ ...from, txId: new Uint8Array(32), outputIndex })
    return { ...rest, input: { ...input, signatureIndices: [] } }
  })
  const unsigned: PlatformTransaction = { type: 'BaseTx', ...base(from), inputs }
  const credentials = inputs.map(() => ({ type: 'Credential' as const, signatures: [] }))
  const bytes = platformTransactions.encode({ unsigned, credentials })
  const gas = platformGas(unsigned)
  expect(gas).toBeGreaterThan(1_000_000)
  const before = await server.export()
  expect((await issued(bytes)).error?.message).toBe(
    `couldn't issue tx: tx exceeds current gas capacity: ${gas} > 1000000`,
  )
  expect(await server.export()).toEqual(before)
})

test('a transaction of more than 64 KiB is refused after everything else', async () => {
  const outputs = Array.from({ length: 830 }, () => outputTo(1n))
  const { price } = await platform('getFeeState')
  const tx = { type: 'BaseTx' as const, ...base(await first(), outputs) }
  const bytes = signed(withChange(tx, 830n, 2n * BigInt(price)))
  const id = encodeCb58(idOf(bytes))
  const before = await server.export()
  const text = `tx too large: ${id} size (${bytes.length}) > max size (65536)`
  expect((await issued(bytes)).error?.message).toBe(`couldn't issue tx: ${text}`)
  expect(await server.export()).toEqual(before)

  const poor = signed({ ...tx, outputs: [...tx.outputs, outputTo((await first()).amount)] })
  expect((await issued(poor)).error?.message).toMatch(
    /^couldn't issue tx: failed execution: .*insufficient unlocked funds/,
  )
})
