import { expect, test } from 'vitest'
import { Journal } from '../../src/evm/journal.ts'
import { noAccount } from '../../src/evm/state.ts'

const old = `0x${'aa'.repeat(20)}`
const fresh = `0x${'bb'.repeat(20)}`
/** One account with slot 1, but neither nonce nor code. */
const state = {
  account: (address: string) => (address === old ? { ...noAccount, balance: 1n } : undefined),
  code: () => new Uint8Array(),
  storage: (address: string, slot: bigint) => (address === old && slot === 1n ? 7n : 0n),
}
const begin = () => new Journal({ precompiles: new Set(), separatesAssets: false }, state)

test('a creation empties storage and keeps what is warm, and a revert brings both back', () => {
  const journal = begin()
  const account = journal.account(old)
  journal.warmSlot(account, 1n)
  const mark = journal.mark()
  journal.create(account)
  expect(journal.slot(account, 1n)).toEqual({ before: 0n, value: 0n, isWarm: true })
  journal.warmSlot(account, 2n)
  journal.setSlot(journal.slot(account, 9n), 5n)
  expect(journal.changes()).toMatchObject([
    { clearsStorage: true, storage: [{ slot: 9n, before: 0n, after: 5n }] },
  ])

  journal.revertTo(mark)
  expect(journal.slot(account, 1n)).toEqual({ before: 7n, value: 7n, isWarm: true })
  expect(journal.slot(account, 2n).isWarm).toBe(false)
  expect(journal.slot(account, 9n).value).toBe(0n)
  expect(journal.changes()).toEqual([])
})

test('slots of a new contract are gone after a revert', () => {
  const journal = begin()
  const account = journal.account(fresh)
  const mark = journal.mark()
  journal.create(account)
  journal.setSlot(journal.slot(account, 3n), 5n)
  journal.setTransient(account, 3n, 6n)
  journal.revertTo(mark)
  expect(journal.slot(account, 3n)).toEqual({ before: 0n, value: 0n, isWarm: false })
  expect(account.transient?.get(3n)).toBe(0n)
  expect(journal.changes()).toEqual([])
})
