import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { cutsAfter } from '../series/windows.ts'
import type { Tally } from './rules.ts'
import type { Scope } from './scope.ts'

/**
 * Gives what happened after a time, epoch seconds, in few rows: blocks up to the next full hour, hours
 * up to the next full day, days up to the next full month, and months, which are read once.
 */
export function readTallies(
  world: World,
  { name: scope, chains }: Scope,
): (time: number) => Tally[] {
  const months = world.all(selectMonths, { scope })
  return (time) => {
    const { from, hour, day, month } = cutsAfter(time)
    return [
      ...chains.flatMap((chainId) => world.all(selectBlocks, { chainId, from, hour })),
      ...world.all(selectHoursAndDays, { scope, hour, day, month }),
      ...months.filter(({ start }) => start >= month),
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

const selectHoursAndDays = statement<
  { scope: string; hour: number; day: number; month: number },
  Tally
>(`
  SELECT ${columns} FROM evm_period
  WHERE scope = :scope AND interval = 'hour' AND start >= :hour AND start < :day
  UNION ALL
  SELECT ${columns} FROM evm_period
  WHERE scope = :scope AND interval = 'day' AND start >= :day AND start < :month`)

const selectMonths = statement<{ scope: string }, Tally & { start: number }>(`
  SELECT start, ${columns} FROM evm_period WHERE scope = :scope AND interval = 'month'`)
