import { expect, test } from 'vitest'
import { balancesAround } from '../../../src/data/webhooks/balances-after.ts'
import type { World } from '../../../src/world/world.ts'

// Kinds of balances, typed by hand from the definitions of balances of the Data API: a lock ends at
// its time, a stake begins and ends at its times.

const now = 1_000
const plain = {
  ...{ amount: '7', created_at: 1, locktime: 0, stakeable_locktime: null as number | null },
  ...{ stake_start: null as number | null, stake_end: null as number | null },
  ...{ created_on_chain: 'P', consumed_on_chain: 'P' },
  ...{ emitted_by: 1 as number | null, consumed_by: null as number | null },
}

/** Kinds after the transaction 10 on a chain, when an address has this output. */
function kindsOf(
  chain: 'P' | 'X',
  output: Partial<typeof plain>,
  from: 'before' | 'after' = 'after',
) {
  const world = { all: () => [{ ...plain, ...output }] } as unknown as World
  const movement = { network: 'fuji', chain, addresses: ['a'], time: now } as const
  return balancesAround(world, movement, 10)[from]
}

test.each([
  ['an output', {}, 'unlockedUnstaked'],
  ['a lock until now', { locktime: now }, 'unlockedUnstaked'],
  ['a lock for a second', { locktime: now + 1 }, 'lockedPlatform'],
  ['a stakeable lock until now', { stakeable_locktime: now }, 'unlockedUnstaked'],
  ['a stakeable lock for a second', { stakeable_locktime: now + 1 }, 'lockedStakeable'],
  ['both locks', { locktime: now + 1, stakeable_locktime: now + 1 }, 'lockedPlatform'],
  ['a stake', { stake_start: now - 1, stake_end: now + 1 }, 'unlockedStaked'],
  ['a stake that begins now', { stake_start: now, stake_end: now + 5 }, 'unlockedStaked'],
  [
    'a stake that begins in a second',
    { stake_start: now + 1, stake_end: now + 5 },
    'pendingStaked',
  ],
  ['a stake without a start', { stake_end: now + 5 }, 'unlockedStaked'],
  ['a stake that ends now', { stake_start: now - 1, stake_end: now }, 'unlockedUnstaked'],
  [
    'a stake of an output that stays locked',
    { stake_start: now - 1, stake_end: now + 5, stakeable_locktime: now + 6 },
    'lockedStaked',
  ],
  [
    'a stake of an output locked until its end',
    { stake_start: now - 1, stake_end: now + 5, locktime: now + 5 },
    'unlockedStaked',
  ],
  ['an export', { created_on_chain: 'X' }, 'atomicMemoryUnlocked'],
  ['an export locked until now', { created_on_chain: 'X', locktime: now }, 'atomicMemoryUnlocked'],
  ['an export with a lock', { created_on_chain: 'X', locktime: now + 1 }, 'atomicMemoryLocked'],
] as const)('on the P-chain %s is %o: %s', (_, output, kind) => {
  expect(kindsOf('P', output)).toEqual({ [kind]: 7n })
})

test.each([
  ['an output', {}, 'unlocked'],
  ['a lock until now', { locktime: now }, 'unlocked'],
  ['a lock for a second', { locktime: now + 1 }, 'locked'],
] as const)('on the X-chain %s is %o: %s', (_, output, kind) => {
  const onX = { created_on_chain: 'X', consumed_on_chain: 'X', ...output }
  expect(kindsOf('X', onX)).toEqual({ [kind]: 7n })
})

test('an output counts from the transaction that makes it to the one that spends it', () => {
  const [none, all] = [{}, { unlockedUnstaked: 7n }]
  for (const [output, before, after] of [
    [{ emitted_by: null }, all, all],
    [{ emitted_by: 9 }, all, all],
    [{ emitted_by: 10 }, none, all],
    [{ emitted_by: 11 }, none, none],
    [{ emitted_by: 1, consumed_by: 9 }, none, none],
    [{ emitted_by: 1, consumed_by: 10 }, all, none],
    [{ emitted_by: 1, consumed_by: 11 }, all, all],
  ] as const)
    expect([kindsOf('P', output, 'before'), kindsOf('P', output)]).toEqual([before, after])
})

test('what another chain exports in the same second has not happened, and its spending does not count', () => {
  const exported = { created_on_chain: 'X', emitted_by: 99 }
  expect(kindsOf('P', { ...exported, created_at: now })).toEqual({})
  expect(kindsOf('P', { ...exported, created_at: now - 1 })).toEqual({ atomicMemoryUnlocked: 7n })
  const spentThere = { consumed_on_chain: 'X', consumed_by: 1 }
  expect(kindsOf('P', spentThere)).toEqual({ atomicMemoryUnlocked: 7n })
})
