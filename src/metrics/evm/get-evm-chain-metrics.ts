import { getEvmChainMetrics, isOfAnyInterval } from '../../../schemas/metrics/chain-metrics.ts'
import { endOf, type Interval } from '../../calendar.ts'
import { badRequest } from '../../http/errors.ts'
import { openPage } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { checkTimeRange } from '../../http/time-range.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { timeline } from '../series/timeline.ts'
import {
  type Fraction,
  folded,
  fractionSum,
  type MetricColumn,
  type MetricRule,
  metricRules,
  nothing,
  type Tally,
} from './rules.ts'
import { findScope, type Scope } from './scope.ts'

/**
 * `GET /v2/chains/{chainId}/metrics/{metric}`: newest first; 404 for a chain outside the world, 400
 * for another interval than day where the metric has days alone.
 */
export const getEvmChainMetricsRoute = route(getEvmChainMetrics, (world, { params, query }) => {
  const { metric } = params
  const { timeInterval: interval, startTimestamp, endTimestamp } = query
  const scope = findScope(world, params.chainId)
  if (interval !== 'day' && !isOfAnyInterval(metric))
    throw badRequest(`timeInterval must be day for the metric ${metric}, not ${interval}`)
  checkTimeRange(query)
  const page = openPage(
    world,
    {
      operation: getEvmChainMetrics,
      filters: [scope.name, metric, interval, startTimestamp, endTimestamp],
      whenExpired: 'restart',
    },
    query,
  )
  const first = world.get(selectFirst, { scope: scope.name, interval })?.start
  const starts = timeline(world, {
    ...{ interval, first, startTimestamp, endTimestamp },
    ...{ before: page.key, limit: page.limit },
  })
  const values = valuesOf(world, scope, metricRules[metric], { interval, starts })
  const points = starts.map((timestamp, i) => ({ value: values[i] ?? 0, timestamp }))
  const { rows, next } = page.cut(points, ({ timestamp }) => timestamp)
  return { ...next, results: [...rows] }
})

interface Times {
  readonly interval: Interval
  /** Newest first. */
  readonly starts: readonly number[]
}

/** Averages a second of several chains add up; everything else has rows of them together. G-122 */
function valuesOf(world: World, scope: Scope, rule: MetricRule, times: Times): number[] {
  if (rule.kind !== 'rate')
    return periodsOf(world, scope.name, rule.of, times).map((period) => periodValue(rule, period))
  const chains = scope.chains.map((chainId) =>
    periodsOf(world, chainId, rule.of, times).map(rateOf),
  )
  return times.starts.map((_, i) => fractionSum(chains.map((rates) => rates[i] ?? nothing)))
}

interface Period {
  /** Absent: without a block. */
  readonly row: PeriodRow | undefined
  /** The last one before with a block. */
  readonly before: PeriodRow | undefined
  /** How long it is. */
  readonly seconds: number
}

function periodsOf(
  world: World,
  scope: string,
  column: MetricColumn,
  { interval, starts }: Times,
): Period[] {
  const [newest = 0] = starts
  const oldest = starts.at(-1) ?? 0
  const rows = world.all(selectPeriods[column], { scope, interval, newest, oldest })
  let next = 0
  return starts.map((start) => {
    const row = rows[next]?.start === start ? rows[next++] : undefined
    return { row, before: rows[next], seconds: endOf(interval, start) - start }
  })
}

function periodValue(rule: Exclude<MetricRule, { kind: 'rate' }>, { row, before }: Period): number {
  if (rule.kind === 'total') return Number((row ?? before)?.amount ?? 0)
  if (!row) return 0
  return rule.kind === 'distinct' ? Number(row.amount) : folded(rule, [row])
}

/** G-124 */
function rateOf({ row, before, seconds }: Period): Fraction {
  if (!row) return nothing
  const elapsed = before ? row.last_block_at - before.last_block_at : seconds
  return { dividend: BigInt(row.amount), divisor: BigInt(elapsed) }
}

const selectFirst = statement<{ scope: string; interval: string }, { start: number }>(`
  SELECT start FROM evm_period
  WHERE scope = :scope AND interval = :interval
  ORDER BY start
  LIMIT 1`)

interface PeriodRow extends Tally {
  /** Epoch seconds. */
  start: number
  last_block_at: number
}

/** With the last one before the oldest. */
const selectOf = (column: MetricColumn) =>
  statement<{ scope: string; interval: string; newest: number; oldest: number }, PeriodRow>(`
  SELECT start, last_block_at, tx_count, ${column} AS amount
  FROM evm_period
  WHERE scope = :scope AND interval = :interval AND start <= :newest
    AND start >= coalesce(
      (SELECT max(start) FROM evm_period
       WHERE scope = :scope AND interval = :interval AND start < :oldest),
      0)
  ORDER BY start DESC`)

const columns = [...new Set(Object.values(metricRules).map((rule) => rule.of))]
const selectPeriods = Object.fromEntries(
  columns.map((column) => [column, selectOf(column)]),
) as Record<MetricColumn, ReturnType<typeof selectOf>>
