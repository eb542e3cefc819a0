import { expect, test } from 'vitest'
import { createAccessList } from '../../../src/evm/reads/access-list.ts'
import { beginRead, type ReadCall } from '../../../src/evm/reads/read-call.ts'
import {
  callOf,
  contractOf,
  push20,
  type ReadAccount,
  readsOf,
  runWhole,
} from '../../support/evm/reads.ts'

const [outer, inner, third] = [contractOf(1), contractOf(2), contractOf(3)]

const listOf = (accounts: Readonly<Record<string, ReadAccount>>, call: Partial<ReadCall> = {}) =>
  createAccessList(callOf(outer, call), readsOf(accounts), runWhole)

/** Reads its slot 5 and the balance of the third account, calls the inner contract and SHA-256. */
const accounts = {
  [outer]: {
    code: `0x60055450${push20(third)}315060006000600060006000${push20(inner)}5af150600060006000600060025afa00`,
  },
  [inner]: { code: '0x600660015500' },
}

test('a list has the slots of all contracts, and the accounts that are cold', async () => {
  const { accessList } = await listOf(accounts)
  expect(accessList).toEqual([
    { address: outer, slots: [5n] },
    { address: third, slots: [] },
    { address: inner, slots: [1n] },
  ])
})

test('the gas is that of the call with its list', async () => {
  const { accessList, result } = await listOf(accounts)
  const again = beginRead(callOf(outer, { accessList }), readsOf(accounts))
  again.run()
  expect(again.finish().gasUsed).toBe(result.gasUsed)
  const without = beginRead(callOf(outer), readsOf(accounts))
  without.run()
  // Two addresses cost 2,400 and save 2,500, the read slot costs 1,900 and saves 2,000, the written
  // one saves 2,100; the called contract is warm anyway.
  expect(without.finish().gasUsed - result.gasUsed).toBe(3n * 100n + 200n - 2400n)
})

test('what a given list names stays in it', async () => {
  const given = [{ address: contractOf(9), slots: [1n] }]
  const { accessList } = await listOf(accounts, { accessList: given })
  expect(accessList[0]).toEqual(given[0])
  expect(accessList).toHaveLength(4)
})

test('a list grows until nothing new is accessed', async () => {
  // Reads slot 1, and slot 2 only if slot 1 was warm: 1,000 gas is less than a cold read costs.
  const code = '0x5a600154505a90036103e810601357600254505b00'
  const { accessList } = await listOf({ [outer]: { code } })
  expect(accessList).toEqual([{ address: outer, slots: [1n, 2n] }])
})

test('a call that fails has a list and its error', async () => {
  const { accessList, result } = await listOf({ [outer]: { code: '0x600154600080fd' } })
  expect(accessList).toEqual([{ address: outer, slots: [1n] }])
  expect(result.error).toBe('execution reverted')
})
