import { startOf } from '../../calendar.ts'
import { statement } from '../../store/statement.ts'
import { daySeconds, hourSeconds } from '../../time-units.ts'
import type { World } from '../../world/world.ts'
import type { Tally } from './rules.ts'
import type { Scope } from './scope.ts'

/**
 * Gives what happened after a time, epoch seconds, in few rows: blocks up to the next full hour,
 * hours up to the next full day, and days. The days are read once, however many times are asked for.
 */
export function readTallies(
  world: World,
  { name: scope, chains }: Scope,
): (time: number) => Tally[] {
  const days = world.all(selectDays, { scope })
  return (time) => {
    const from = time + 1
    const hour = startOf('hour', from + hourSeconds - 1)
    const day = startOf('day', hour + daySeconds - 1)
    return [
      ...chains.flatMap((chainId) => world.all(selectBlocks, { chainId, from, hour })),
      ...world.all(selectHours, { scope, hour, day }),
      ...days.filter(({ start }) => start >= day),
    ]
  }
}

const perSecond = (amount: string) => `
  CASE WHEN p.number IS NULL THEN 0.0
  ELSE ${amount} * 1.0 / max(1, b.timestamp - p.timestamp) END`

/**
 * Sums of gas prices of a block stay far below 2^63. G-116. The plus keeps SQLite from walking through
 * all blocks of the chain by their number.
 */
const selectBlocks = statement<{ chainId: string; from: number; hour: number }, Tally>(`
  SELECT b.tx_count, b.gas_used, b.fees_spent AS fees_paid,
    (SELECT CAST(coalesce(sum(CAST(gas_price AS INTEGER)), 0) AS TEXT) FROM evm_transaction t
     WHERE t.chain_id = b.chain_id AND t.block_number = b.number) AS gas_prices,
    (SELECT CAST(coalesce(max(CAST(gas_price AS INTEGER)), 0) AS TEXT) FROM evm_transaction t
     WHERE t.chain_id = b.chain_id AND t.block_number = b.number) AS max_gas_price,
    ${perSecond('b.tx_count')} AS max_tps,
    ${perSecond('CAST(b.gas_used AS INTEGER)')} AS max_gps,
    (SELECT count(*) FROM evm_transaction t JOIN contract c ON c.deployment_tx = t.seq
     WHERE t.chain_id = b.chain_id AND t.block_number = b.number) AS contracts
  FROM evm_block b
  LEFT JOIN evm_block p ON p.chain_id = b.chain_id AND p.number = b.number - 1 AND p.number > 0
  WHERE b.chain_id = :chainId AND b.timestamp >= :from AND b.timestamp < :hour AND +b.number > 0`)

const columns =
  'tx_count, gas_used, fees_paid, gas_prices, max_gas_price, max_tps, max_gps, contracts'

const selectHours = statement<{ scope: string; hour: number; day: number }, Tally>(`
  SELECT ${columns} FROM evm_period
  WHERE scope = :scope AND interval = 'hour' AND start >= :hour AND start < :day`)

const selectDays = statement<{ scope: string }, Tally & { start: number }>(`
  SELECT start, ${columns} FROM evm_period WHERE scope = :scope AND interval = 'day'`)
