import { type Statement, statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { Scope } from './scope.ts'
import { blockCutsAfter } from './window-tallies.ts'

/** Role of an address, by the column of `evm_last_active` with its last time. */
type Role = keyof typeof countSince

/**
 * Counts the addresses that were active after a time, epoch seconds: each was last seen in one
 * period.
 */
export const addressesSince = (
  world: World,
  { name: scope, chains }: Scope,
  role: Role,
  time: number,
): number =>
  world.get(countSince[role], { scope, ...blockCutsAfter(world, chains, time) })?.addresses ?? 0

/** Bindings for the cuts of a window. */
type Since = { scope: string; from: number; hour: number; day: number; month: number }
type CountSince = Statement<Since, { addresses: number }>

const countSinceBy = (role: 'active_at' | 'sent_at', column: string): CountSince => {
  const ofPeriods = (interval: string, times: string) => `
    (SELECT coalesce(sum(${column}), 0) FROM evm_period
     WHERE scope = :scope AND interval = '${interval}' AND ${times})`
  return statement(`
    SELECT
      (SELECT count(*) FROM evm_last_active
       WHERE scope = :scope AND ${role} >= :from AND ${role} < :hour)
      + ${ofPeriods('hour', 'start >= :hour AND start < :day')}
      + ${ofPeriods('day', 'start >= :day AND start < :month')}
      + ${ofPeriods('month', 'start >= :month')} AS addresses`)
}

const countSince = {
  active_at: countSinceBy('active_at', 'last_addresses'),
  sent_at: countSinceBy('sent_at', 'last_senders'),
  // Few addresses ever deploy a contract.
  deployed_at: statement<Since, { addresses: number }>(
    'SELECT count(*) AS addresses FROM evm_last_active WHERE scope = :scope AND deployed_at >= :from',
  ),
}
