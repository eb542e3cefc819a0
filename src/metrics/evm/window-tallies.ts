import { statement } from '../../store/statement.ts'
import { hourSeconds } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'
import { type Cuts, cutsAfter } from '../series/windows.ts'
import { highestOf, type Tally } from './rules.ts'
import type { Scope } from './scope.ts'

/** Column about blocks alone; numbers of addresses cannot be summed. */
type TallyColumn = keyof typeof ofBlock

/**
 * Returns the function that reads the tallies after a time, epoch seconds, in few rows. It reads
 * blocks up to the next full hour, hours up to the next full day, and days up to the next full
 * month. The months are read once.
 */
export function readTallies(
  world: World,
  scope: Scope,
  column: TallyColumn,
): (time: number) => Tally[] {
  const { ofHoursAndDays, ofMonths } = selects[column]
  const months = world.all(ofMonths, { scope: scope.name })
  return (time) => {
    const cuts = blockCutsAfter(world, scope.chains, time)
    const { from, hour, day, month } = cuts
    return [
      ...(from < hour ? restOfHour(world, scope, column, cuts) : []),
      ...world.all(ofHoursAndDays, { scope: scope.name, hour, day, month }),
      ...months.filter(({ start }) => start >= month),
    ]
  }
}

/**
 * Returns the tallies of an hour from a second on. They are those of its blocks, or the hour minus
 * the blocks before, whichever is fewer.
 */
function restOfHour(
  world: World,
  { name: scope, chains }: Scope,
  column: TallyColumn,
  { from, hour }: Cuts,
): Tally[] {
  const { ofBlocks, ofHoursAndDays } = selects[column]
  const blocks = (first: number, end: number) =>
    chains.flatMap((chainId) => world.all(ofBlocks, { chainId, from: first, hour: end }))
  const begun = hour - hourSeconds
  if (hour - from < from - begun) return blocks(from, hour)
  const before = blocks(begun, from)
  const whole = world.all(ofHoursAndDays, { scope, hour: begun, day: hour, month: hour })
  if (!isHighest(column))
    return [
      ...whole,
      ...before.map(({ amount, tx_count }) => ({ amount: `-${amount}`, tx_count: -tx_count })),
    ]
  // If the highest value of the hour is not among the earlier blocks, it is one of the rest.
  return highestOf(before) < highestOf(whole) ? whole : blocks(from, hour)
}

const isHighest = (column: TallyColumn) => column.startsWith('max_')

/**
 * Cuts the time after a second into periods, epoch seconds; chains may have blocks in that second.
 */
export const blockCutsAfter = (world: World, chains: readonly string[], time: number): Cuts =>
  cutsAfter(time, (from, to) =>
    chains.some((chainId) => world.get(selectBlock, { chainId, from, to })),
  )

/** Genesis does not count as a block. */
const selectBlock = statement<{ chainId: string; from: number; to: number }, { number: number }>(`
  SELECT number FROM evm_block
  WHERE chain_id = :chainId AND timestamp BETWEEN :from AND :to AND +number > 0
  LIMIT 1`)

const perSecond = (amount: string) => `
  CASE WHEN p.number IS NULL THEN 0.0
  ELSE ${amount} * 1.0 / max(1, b.timestamp - p.timestamp) END`

/** Sums of gas prices of a block stay far below 2^63. G-116 */
const ofPrices = (aggregate: 'sum' | 'max') => `
  (SELECT CAST(coalesce(${aggregate}(CAST(gas_price AS INTEGER)), 0) AS TEXT)
   FROM evm_transaction t
   WHERE t.chain_id = b.chain_id AND t.block_number = b.number)`

/** Columns of \`evm_period\` for a block \`b\` after a block \`p\`. */
const ofBlock = {
  tx_count: 'b.tx_count',
  gas_used: 'b.gas_used',
  fees_paid: 'b.fees_spent',
  gas_prices: ofPrices('sum'),
  max_gas_price: ofPrices('max'),
  max_tps: perSecond('b.tx_count'),
  max_gps: perSecond('CAST(b.gas_used AS INTEGER)'),
  contracts: `
    (SELECT count(*) FROM evm_transaction t JOIN contract c ON c.deployment_tx = t.seq
     WHERE t.chain_id = b.chain_id AND t.block_number = b.number)`,
} as const

/** Builds statements that read one column each, since those of a block cost more than the block. */
const selectsOf = (column: TallyColumn) => ({
  // The plus keeps SQLite from a walk through all blocks of the chain by their number.
  ofBlocks: statement<{ chainId: string; from: number; hour: number }, Tally>(`
    SELECT ${ofBlock[column]} AS amount, b.tx_count
    FROM evm_block b
    LEFT JOIN evm_block p ON p.chain_id = b.chain_id AND p.number = b.number - 1 AND p.number > 0
    WHERE b.chain_id = :chainId AND b.timestamp >= :from AND b.timestamp < :hour AND +b.number > 0`),
  ofHoursAndDays: statement<{ scope: string; hour: number; day: number; month: number }, Tally>(`
    SELECT ${column} AS amount, tx_count FROM evm_period
    WHERE scope = :scope AND interval = 'hour' AND start >= :hour AND start < :day
    UNION ALL
    SELECT ${column}, tx_count FROM evm_period
    WHERE scope = :scope AND interval = 'day' AND start >= :day AND start < :month`),
  ofMonths: statement<{ scope: string }, Tally & { start: number }>(`
    SELECT start, ${column} AS amount, tx_count FROM evm_period
    WHERE scope = :scope AND interval = 'month'`),
})

const columns = Object.keys(ofBlock) as TallyColumn[]
const selects = Object.fromEntries(columns.map((column) => [column, selectsOf(column)])) as Record<
  TallyColumn,
  ReturnType<typeof selectsOf>
>
