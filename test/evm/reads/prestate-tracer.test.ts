import { expect, test } from 'vitest'
import { createdAddress } from '../../../src/evm/calls.ts'
import { PrestateTracer } from '../../../src/evm/reads/prestate-tracer.ts'
import { beginRead, type ReadCall } from '../../../src/evm/reads/read-call.ts'
import type { Sliced } from '../../../src/evm/reads/run-in-slices.ts'
import { StructLogger } from '../../../src/evm/reads/struct-logger.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import {
  alice,
  callOf,
  contractOf,
  push20,
  type ReadAccount,
  readsOf,
  runWhole,
} from '../../support/evm/reads.ts'

async function trace(
  accounts: Readonly<Record<string, ReadAccount>>,
  call: ReadCall,
  isDiff = false,
) {
  const surroundings = readsOf(accounts)
  const tracer = new PrestateTracer(beginRead(call, surroundings), surroundings.state, isDiff)
  await runWhole(tracer.sliced)
  return tracer.finish()
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const coinbase = '0x0100000000000000000000000000000000000000'
const [store, other] = [contractOf(1), contractOf(2)]
/** Reads slot 1, writes 9 to slot 2 and 0 to slot 3, asks for the balance of another account. */
const code = `0x600154506009600255${'6000600355'}${push20(other)}315000`
const accounts = {
  [alice]: { balance: 100n, nonce: 4n },
  [store]: { code, storage: { 1: 11n, 2: 12n, 3: 13n } },
  [other]: { balance: 8n },
}

test('the state before has the accounts and slots that were read or written', async () => {
  expect(await trace(accounts, callOf(store, { value: 30n }))).toEqual({
    [alice]: { balance: '0x64', nonce: 4 },
    [store]: {
      balance: '0x0',
      code,
      storage: { [word(1)]: word(11), [word(2)]: word(12), [word(3)]: word(13) },
    },
    [coinbase]: { balance: '0x0' },
    [other]: { balance: '0x8' },
  })
})

test('the difference has what has changed alone, and no zeros after', async () => {
  expect(await trace(accounts, callOf(store, { value: 30n }), true)).toEqual({
    pre: {
      [alice]: { balance: '0x64', nonce: 4 },
      [store]: {
        balance: '0x0',
        code,
        storage: { [word(2)]: word(12), [word(3)]: word(13) },
      },
    },
    post: {
      [alice]: { balance: '0x46', nonce: 5 },
      [store]: { balance: '0x1e', storage: { [word(2)]: word(9) } },
    },
  })
})

test('a contract that is created has no state before', async () => {
  const call = callOf(undefined, { data: bytesOf('0x600160005360016000f3') })
  const created = createdAddress(alice, 4n)
  expect(await trace(accounts, call)).not.toHaveProperty(created)
  const { pre, post } = (await trace(accounts, call, true)) as Record<string, object>
  expect(pre).not.toHaveProperty(created)
  expect(post).toMatchObject({ [created]: { code: '0x01', nonce: 1 } })
})

test('a contract that a contract creates is in the state before, and not in its difference', async () => {
  const creates = { [store]: { code: '0x600060006000f05060006000600060006000f500' } }
  const created = createdAddress(store, 0n)
  expect(await trace(creates, callOf(store))).toHaveProperty(created)
  const { pre, post } = (await trace(creates, callOf(store), true)) as Record<string, object>
  expect(pre).not.toHaveProperty(created)
  expect(post).toMatchObject({ [created]: { nonce: 1 } })
})

test('what destroys itself is in the state before alone', async () => {
  const destroys = {
    [alice]: { balance: 1n },
    [store]: { balance: 2n, code: `0x${push20(other)}ff` },
  }
  const { pre, post } = (await trace(destroys, callOf(store), true)) as Record<string, object>
  expect(pre).toHaveProperty(store)
  expect(post).not.toHaveProperty(store)
  expect(post).toMatchObject({ [other]: { balance: '0x2' } })
})

test('a step that runs out of gas accesses nothing', async () => {
  const reads = { [store]: { code: `0x${push20(other)}3100` } }
  expect(await trace(reads, callOf(store, { gas: 21_100n }))).not.toHaveProperty(other)
  expect(await trace(reads, callOf(store))).toHaveProperty(other)
})

test('a creation that has too little gas to begin costs a trace nothing', async () => {
  // CREATE2 of 8 MB, for 3,000 gas, again and again.
  const creator = { code: '0x6000627fffff60006000f5' }
  const caller = { code: `0x5b60006000600060006000${push20(other)}610bb8f150600056` }
  const call = callOf(store, { gas: 400_000n })
  const surroundings = readsOf({ [store]: caller, [other]: creator })
  const timed = async (sliced: Sliced) => {
    const began = performance.now()
    await runWhole(sliced)
    return performance.now() - began
  }
  const options = {
    ...{ enableMemory: false, disableStack: false, disableStorage: true, enableReturnData: false },
    limit: 0,
  }
  const logged = await timed(new StructLogger(beginRead(call, surroundings), options).sliced)
  const tracer = new PrestateTracer(beginRead(call, surroundings), surroundings.state, false)
  // The hash of 8 MB takes longer than all steps around it.
  expect(await timed(tracer.sliced)).toBeLessThan(20 * logged)
  expect(Object.keys(tracer.finish()).sort()).toEqual([store, other, alice, coinbase].sort())
})
