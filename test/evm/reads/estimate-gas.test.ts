import { expect, test } from 'vitest'
import { type Estimate, estimateGas } from '../../../src/evm/reads/estimate-gas.ts'
import type { ReadCall } from '../../../src/evm/reads/read-call.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import { executeTransaction } from '../../../src/evm/transaction.ts'
import { toHex } from '../../../src/formats/ids.ts'
import {
  alice,
  callOf,
  contractOf,
  push20,
  type ReadAccount,
  readsOf,
  runWhole,
} from '../../support/evm/reads.ts'

const [outer, inner] = [contractOf(1), contractOf(2)]

const estimate = (
  accounts: Readonly<Record<string, ReadAccount>>,
  call: Partial<ReadCall>,
  to: string | null = outer,
): Promise<Estimate> =>
  estimateGas(callOf(to ?? undefined, { gas: 0n, ...call }), readsOf(accounts), runWhole)

/** Returns whether a transaction with so much gas succeeds. */
function succeeds(accounts: Readonly<Record<string, ReadAccount>>, gasLimit: bigint): boolean {
  const { error } = executeTransaction(
    {
      sender: alice,
      to: outer,
      nonce: 0n,
      gasLimit,
      value: 0n,
      data: new Uint8Array(),
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 0n,
      accessList: [],
    },
    readsOf({ ...accounts, [alice]: { balance: 10n ** 18n } }),
  )
  return error === undefined
}

test('a transfer needs 21,000 gas', async () => {
  const accounts = { [alice]: { balance: 5n } }
  expect(await estimate(accounts, { value: 5n })).toEqual({ gas: 21_000n })
})

test('an estimate is enough, and at most 1.5 percent more than the least', async () => {
  // The inner contract stores three slots; the outer one passes all gas but one 64th.
  const accounts = {
    [outer]: { code: `0x60006000600060006000${push20(inner)}5af1602857600080fd5b00` },
    [inner]: { code: '0x600160005560016001556001600255' },
  }
  const found = await estimate(accounts, {})
  if ('failed' in found) throw new Error('the call succeeds with enough gas')
  expect(succeeds(accounts, found.gas)).toBe(true)
  expect(succeeds(accounts, (found.gas * 985n) / 1000n)).toBe(false)
})

test('a call that always reverts has its output, also if it names little gas', async () => {
  const accounts = { [outer]: { code: '0x602a60005260206000fd' } }
  const found = await estimate(accounts, {})
  if (!('failed' in found)) throw new Error('the call reverts')
  expect(found.failed.error).toBe('execution reverted')
  expect(toHex(found.failed.output)).toBe(`0x${'2a'.padStart(64, '0')}`)
})

test.each([
  ['an endless loop', { code: '0x5b600056' }, {}, 'gas required exceeds allowance (30000000)'],
  [
    'gas that is too little',
    { code: '0x600160005500' },
    { gas: 30_000n },
    'gas required exceeds allowance (30000)',
  ],
  [
    'a balance that pays for too little',
    { code: '0x600160005500' },
    { maxFeePerGas: 10n, value: 1n },
    'gas required exceeds allowance (29999)',
  ],
  [
    'a value above the balance',
    { code: '0x00' },
    { maxFeePerGas: 10n, value: 300_001n },
    'insufficient funds for transfer',
  ],
  [
    'a value above the balance, without a price',
    { code: '0x00' },
    { value: 300_001n },
    'failed with 30000000 gas: insufficient funds for gas * price + value: address 0x00000000000000000000000000000000000A11cE have 300000 want 300001',
  ],
  [
    'a transfer above the balance, without a price',
    {},
    { value: 300_001n },
    'failed with 30000000 gas: insufficient funds for gas * price + value: address 0x00000000000000000000000000000000000A11cE have 300000 want 300001',
  ],
])('%s is refused in geth’s words', async (_, account, call, text) => {
  const accounts = { [outer]: account, [alice]: { balance: 300_000n } }
  await expect(estimate(accounts, call)).rejects.toThrow(text)
})

test('no estimate is above 50,000,000 gas', async () => {
  const accounts = { [outer]: { code: '0x5b600056' } }
  const call = callOf(outer, { gas: 90_000_000n })
  const surroundings = readsOf(accounts)
  // A clock that stops long before the gas ends: the maximum is refused, not what is named.
  let steps = 0
  await expect(
    estimateGas(call, surroundings, async (execution) => {
      while (!execution.run(1_000_000)) steps++
    }),
  ).rejects.toThrow('gas required exceeds allowance (50000000)')
  expect(steps).toBeGreaterThan(10)
})

test('a creation is estimated with its code', async () => {
  const found = await estimate({}, { data: bytesOf('0x600160005360016000f3') }, null)
  expect(found).toMatchObject({ gas: expect.any(BigInt) })
  if ('gas' in found) expect(found.gas).toBeGreaterThan(53_000n)
})
