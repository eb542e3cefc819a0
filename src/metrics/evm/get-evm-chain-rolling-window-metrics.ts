import {
  type ChainWindowMetric,
  getEvmChainRollingWindowMetrics,
} from '../../../schemas/metrics/chain-metrics.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { allWindows, eachWindow, shortWindows } from '../series/windows.ts'
import { accumulate, type Fraction, fractionSum, metricRules, nothing, sumOf } from './rules.ts'
import { findScope, type Scope } from './scope.ts'
import { addressesSince } from './window-addresses.ts'
import { readTallies } from './window-tallies.ts'

/** `GET /v2/chains/{chainId}/rollingWindowMetrics/{metric}`: 404 for a chain outside the world. */
export const getEvmChainRollingWindowMetricsRoute = route(
  getEvmChainRollingWindowMetrics,
  (world, { params }) => {
    const scope = findScope(world, params.chainId)
    const rule = metricRules[params.metric]
    const valueAfter = valuesOf(world, scope, rule)
    const hasAll = rule.kind !== 'distinct' || rule.since === 'deployed_at'
    const result = hasAll
      ? eachWindow(allWindows, world.now, valueAfter)
      : eachWindow(shortWindows, world.now, valueAfter)
    return { result }
  },
)

type WindowRule = (typeof metricRules)[ChainWindowMetric]

/** Returns the function from a second to the value of the time after it. */
function valuesOf(world: World, scope: Scope, rule: WindowRule): (time: number) => number {
  switch (rule.kind) {
    case 'distinct':
      return (time) => addressesSince(world, scope, rule.since, time)
    case 'rate': {
      const rates = scope.chains.map((chainId) => ratesOf(world, chainId, rule.of))
      return (time) => fractionSum(rates.map((rateAfter) => rateAfter(time)))
    }
    default: {
      const talliesAfter = readTallies(world, scope, rule.of)
      return (time) => accumulate(rule, talliesAfter(time))
    }
  }
}

/** Returns rates per second between the last block and the last one up to a time. G-124 */
function ratesOf(
  world: World,
  chainId: string,
  column: 'tx_count' | 'gas_used',
): (time: number) => Fraction {
  const talliesAfter = readTallies(world, { name: chainId, chains: [chainId] }, column)
  const last = world.get(selectLast, { chainId, time: world.now })?.timestamp
  const first = world.get(selectFirst, { chainId })?.timestamp
  if (last === undefined || first === undefined) return () => nothing
  return (time) => {
    const dividend = sumOf(talliesAfter(time))
    const before = world.get(selectLast, { chainId, time })?.timestamp
    const behind = time < 0 ? first : time
    // A chain younger than a second counts as a second old.
    const elapsed = Math.max(1, before === undefined ? world.now - behind : last - before)
    // Without a block in the window, the last block is also the last one before it.
    return dividend === 0n ? nothing : { dividend, divisor: BigInt(elapsed) }
  }
}

const selectLast = statement<{ chainId: string; time: number }, { timestamp: number }>(`
  SELECT timestamp FROM evm_block
  WHERE chain_id = :chainId AND timestamp <= :time AND number > 0
  ORDER BY timestamp DESC
  LIMIT 1`)

const selectFirst = statement<{ chainId: string }, { timestamp: number }>(
  'SELECT timestamp FROM evm_block WHERE chain_id = :chainId AND number = 1',
)
