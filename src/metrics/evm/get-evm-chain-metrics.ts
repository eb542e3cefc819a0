import { getEvmChainMetrics, isOfAnyInterval } from '../../../schemas/metrics/chain-metrics.ts'
import { checkTimeRange } from '../../http/request/time-range.ts'
import { badRequest } from '../../http/response/errors.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { type Statement, statement } from '../../store/statement.ts'
import { endOf, type Interval } from '../../time/calendar.ts'
import type { World } from '../../world/world.ts'
import { memoizedPoints } from '../series/memoized-points.ts'
import { timeline } from '../series/timeline.ts'
import {
  type ColumnOf,
  type Fraction,
  fractionSum,
  type MetricRule,
  meanOf,
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
  /** Starts of the periods, newest first. */
  readonly starts: readonly number[]
}

function valuesOf(world: World, scope: Scope, rule: MetricRule, times: Times): readonly number[] {
  switch (rule.kind) {
    case 'rate':
      return ratesOf(world, scope, rule.of, times)
    case 'mean price':
      return periodsOf(world, selectPrices, scope.name, times).map(({ row }) =>
        row ? meanOf(row) : 0,
      )
    case 'total':
      return periodsOf(world, selectTotals[rule.of], scope.name, times).map(({ row, before }) =>
        Number((row ?? before)?.amount ?? 0),
      )
    default:
      return periodsOf(world, selectAmounts[rule.of], scope.name, times).map(({ row }) =>
        Number(row?.amount ?? 0),
      )
  }
}

/**
 * Returns rates. Those of several chains are summed; all other metrics have rows of several chains
 * together. Each chain has as many periods as the page, so sums are computed once. G-122
 */
function ratesOf(
  world: World,
  scope: Scope,
  column: ColumnOf<'rate'>,
  times: Times,
): readonly number[] {
  const sums = () => {
    const chains = scope.chains.map((chainId) =>
      periodsOf(world, selectRates[column], chainId, times).map(rateOf),
    )
    return times.starts.map((_, i) => fractionSum(chains.map((rates) => rates[i] ?? nothing)))
  }
  return scope.chains.length > 1
    ? memoizedRates(world, `${scope.name} ${column} ${times.interval}`, times.starts, sums)
    : sums()
}

const memoizedRates = memoizedPoints<number>()

interface Period<Row> {
  /** Row of the period; absent without a block. */
  readonly row: Row | undefined
  /** Row of the last period before with a block, where the statement has it. */
  readonly before: Row | undefined
  /** Length of the period. */
  readonly seconds: number
}

function periodsOf<Row extends { start: number }>(
  world: World,
  select: SelectPeriods<Row>,
  scope: string,
  { interval, starts }: Times,
): Period<Row>[] {
  const [newest = 0] = starts
  const oldest = starts.at(-1) ?? 0
  const rows = world.all(select, { scope, interval, newest, oldest })
  let next = 0
  return starts.map((start) => {
    const row = rows[next]?.start === start ? rows[next++] : undefined
    return { row, before: rows[next], seconds: endOf(interval, start) - start }
  })
}

/** Returns the rate of a period. G-124 */
function rateOf({ row, before, seconds }: Period<RateRow>): Fraction {
  if (!row) return nothing
  const elapsed = before ? row.last_block_at - before.last_block_at : seconds
  return { dividend: BigInt(row.amount), divisor: BigInt(elapsed) }
}

const selectFirst = statement<{ scope: string; interval: string }, { start: number }>(`
  SELECT start FROM evm_period
  WHERE scope = :scope AND interval = :interval
  ORDER BY start
  LIMIT 1`)

type SelectPeriods<Row> = Statement<
  { scope: string; interval: string; newest: number; oldest: number },
  Row
>

/**
 * Builds a query. Each column that is read costs as much as the row.
 * @param from first start
 */
const selectOf = <Row>(columns: string, from = ':oldest'): SelectPeriods<Row> =>
  statement(`
  SELECT start, ${columns}
  FROM evm_period
  WHERE scope = :scope AND interval = :interval AND start <= :newest AND start >= ${from}
  ORDER BY start DESC`)

/** Builds a query that includes the last row before the oldest period. */
const selectWithBefore = <Row>(columns: string): SelectPeriods<Row> =>
  selectOf(
    columns,
    `coalesce(
      (SELECT max(start) FROM evm_period
       WHERE scope = :scope AND interval = :interval AND start < :oldest),
      0)`,
  )

interface AmountRow {
  /** Epoch seconds. */
  start: number
  /** Amount; gas and wei are decimal text. */
  amount: number | string
}

type PriceRow = AmountRow & Tally
type RateRow = AmountRow & { last_block_at: number }

const selectAmounts = selectsOf(['sum', 'highest', 'distinct'], selectOf<AmountRow>)
const selectTotals = selectsOf(['total'], selectWithBefore<AmountRow>)
const selectPrices = selectOf<PriceRow>('gas_prices AS amount, tx_count')
const selectRates: Record<ColumnOf<'rate'>, SelectPeriods<RateRow>> = {
  tx_count: selectWithBefore('tx_count AS amount, last_block_at'),
  gas_used: selectWithBefore('gas_used AS amount, last_block_at'),
}

/** Returns the statements that read the columns of some kinds of rules. */
function selectsOf<Kind extends MetricRule['kind'], Row>(
  kinds: readonly Kind[],
  select: (columns: string) => SelectPeriods<Row>,
): Record<ColumnOf<Kind>, SelectPeriods<Row>> {
  const rules = Object.values(metricRules).filter(({ kind }) =>
    (kinds as readonly string[]).includes(kind),
  )
  return Object.fromEntries(rules.map(({ of }) => [of, select(`${of} AS amount`)])) as Record<
    ColumnOf<Kind>,
    SelectPeriods<Row>
  >
}
