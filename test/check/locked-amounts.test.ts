import { expect, test } from 'vitest'
import { judgeLockedAmounts } from '../../src/check/primary/locked-amounts.ts'

/* Amounts of two assets and owners, and what a transaction at 100 may make of them. */

const now = 100
const asset = (fill: number) => new Uint8Array(32).fill(fill)
const plain = (amount: bigint, { of = 1, to = 1 } = {}) => ({
  assetId: asset(of),
  output: {
    ...{ type: 'TransferOutput' as const, amount, locktime: 0n, threshold: 1 },
    addresses: [new Uint8Array(20).fill(to)],
  },
})
const locked = (amount: bigint, until = 200n, to = 1, of = 1) => ({
  assetId: asset(of),
  output: {
    ...{ type: 'StakeableLockOutput' as const, locktime: until },
    output: plain(amount, { to }).output,
  },
})

test.each([
  ['stay locked', [locked(10n)], [locked(4n), locked(6n)], []],
  ['burn', [locked(10n), plain(5n)], [plain(5n)], []],
  ['burn in part', [locked(10n), plain(5n)], [locked(9n), plain(5n)], []],
  ['are locked in addition', [locked(10n), plain(5n)], [locked(12n), plain(3n)], []],
  ['are unlocked', [locked(10n), plain(5n)], [plain(6n)], [1n]],
  ['pay for what is locked in addition', [locked(10n)], [locked(10n), locked(1n, 300n)], [1n]],
  ['are locked for shorter', [locked(10n)], [locked(10n, 150n)], [10n]],
  ['get another owner', [locked(10n)], [locked(10n, 200n, 2)], [10n]],
  [
    'are unlocked beside another asset',
    [locked(10n), locked(10n, 200n, 1, 2)],
    [plain(10n), locked(10n, 200n, 1, 2)],
    [10n],
  ],
  ['are free since their time', [locked(10n, 100n)], [plain(10n)], []],
] as const)('locked amounts that %s', (_what, spent, made, unlocked) => {
  const found = [...judgeLockedAmounts(spent, made, now)]
  expect(found).toEqual(
    unlocked.map((amount) => expect.stringMatching(`^unlocks ${amount} of \\w+ that is for`)),
  )
})
