import type { ChainMetric } from '../../../schemas/metrics/chain-metrics.ts'
import { decimalText } from '../../util/decimal.ts'

/** Sum over the blocks of an interval, by the column of `evm_period` of a metric. */
export interface Tally {
  /** Amount; gas and wei are decimal text. */
  amount: number | string
  tx_count: number
}

/** Rule that computes a metric from the blocks of an interval. */
export type MetricRule =
  /** Sum of the values. */
  | { readonly kind: 'sum'; readonly of: 'tx_count' | 'gas_used' | 'fees_paid' | 'contracts' }
  /** Highest value. */
  | { readonly kind: 'highest'; readonly of: 'max_tps' | 'max_gps' | 'max_gas_price' }
  /** Mean gas price of a transaction. */
  | { readonly kind: 'mean price'; readonly of: 'gas_prices' }
  /**
   * Rate per second between the last block and the last one before the interval. Chains are summed.
   */
  | { readonly kind: 'rate'; readonly of: 'tx_count' | 'gas_used' }
  /** Number of different addresses; `since` is the time at which one last counted. */
  | {
      readonly kind: 'distinct'
      readonly of: 'active_addresses' | 'active_senders' | 'deployers'
      readonly since: 'active_at' | 'sent_at' | 'deployed_at'
    }
  /** Total of everything up to the end of the interval. */
  | {
      readonly kind: 'total'
      readonly of:
        | 'cumulative_txs'
        | 'cumulative_addresses'
        | 'cumulative_contracts'
        | 'cumulative_deployers'
    }

export const metricRules = {
  txCount: { kind: 'sum', of: 'tx_count' },
  gasUsed: { kind: 'sum', of: 'gas_used' },
  feesPaid: { kind: 'sum', of: 'fees_paid' },
  contracts: { kind: 'sum', of: 'contracts' },
  maxTps: { kind: 'highest', of: 'max_tps' },
  maxGps: { kind: 'highest', of: 'max_gps' },
  maxGasPrice: { kind: 'highest', of: 'max_gas_price' },
  avgGasPrice: { kind: 'mean price', of: 'gas_prices' },
  avgTps: { kind: 'rate', of: 'tx_count' },
  avgGps: { kind: 'rate', of: 'gas_used' },
  activeAddresses: { kind: 'distinct', of: 'active_addresses', since: 'active_at' },
  activeSenders: { kind: 'distinct', of: 'active_senders', since: 'sent_at' },
  deployers: { kind: 'distinct', of: 'deployers', since: 'deployed_at' },
  cumulativeTxCount: { kind: 'total', of: 'cumulative_txs' },
  cumulativeAddresses: { kind: 'total', of: 'cumulative_addresses' },
  cumulativeContracts: { kind: 'total', of: 'cumulative_contracts' },
  cumulativeDeployers: { kind: 'total', of: 'cumulative_deployers' },
} as const satisfies Readonly<Record<ChainMetric, MetricRule>>

/** Columns of the rules of a kind. */
export type ColumnOf<Kind extends MetricRule['kind']> = Extract<MetricRule, { kind: Kind }>['of']

/** Combines the tallies of intervals that do not overlap. */
export function accumulate(
  rule: Extract<MetricRule, { kind: 'sum' | 'highest' | 'mean price' }>,
  tallies: readonly Tally[],
): number {
  switch (rule.kind) {
    case 'sum':
      return Number(sumOf(tallies))
    case 'highest':
      return highestOf(tallies)
    case 'mean price':
      return quotient({
        dividend: sumOf(tallies),
        divisor: BigInt(tallies.reduce((sum, { tx_count }) => sum + tx_count, 0)),
      })
  }
}

export const highestOf = (tallies: readonly Tally[]): number =>
  tallies.reduce((highest, { amount }) => Math.max(highest, Number(amount)), 0)

export const sumOf = (tallies: readonly Tally[]): bigint =>
  tallies.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** Exact quotient, before it becomes a double. */
export interface Fraction {
  readonly dividend: bigint
  readonly divisor: bigint
}

/** Returns the double next to the mean of a tally; without transactions it is 0. */
export function meanOf({ amount, tx_count }: Tally): number {
  const sum = Number(amount)
  // Numbers are exact up to here, and their division takes a tenth of the time.
  if (Number.isSafeInteger(sum)) return sum === 0 ? 0 : sum / tx_count
  return quotient({ dividend: BigInt(amount), divisor: BigInt(tx_count) })
}

export const nothing: Fraction = { dividend: 0n, divisor: 1n }

/** Returns the double next to a quotient; 0 divided by 0 is 0. */
export function quotient({ dividend, divisor }: Fraction): number {
  if (dividend === 0n) return 0
  const isSafe = dividend <= Number.MAX_SAFE_INTEGER && divisor <= Number.MAX_SAFE_INTEGER
  if (isSafe) return Number(dividend) / Number(divisor)
  const places = 40
  return Number(decimalText({ digits: (dividend * 10n ** BigInt(places)) / divisor, places }))
}

/** Returns the double next to a sum, independent of the order of the summands. */
export function fractionSum(fractions: readonly Fraction[]): number {
  const [first = nothing, ...others] = fractions.filter(({ dividend }) => dividend !== 0n)
  return quotient(
    others.reduce(
      (sum, each) => ({
        dividend: sum.dividend * each.divisor + each.dividend * sum.divisor,
        divisor: sum.divisor * each.divisor,
      }),
      first,
    ),
  )
}
