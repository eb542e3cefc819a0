import type { Route } from '../http/route.ts'
import { getMetricsChainRoute } from './chains/get-metrics-chain.ts'
import { listMetricsChainsRoute } from './chains/list-metrics-chains.ts'
import { getEvmChainMetricsRoute } from './evm/get-evm-chain-metrics.ts'
import { getEvmChainRollingWindowMetricsRoute } from './evm/get-evm-chain-rolling-window-metrics.ts'
import { getAverageTpsRoute } from './get-average-tps.ts'
import { getMetricsHealthRoute } from './get-metrics-health.ts'
import { getMetricsLivenessRoute } from './get-metrics-liveness.ts'

/** The Metrics API. */
export const metricsRoutes: readonly Route[] = [
  getAverageTpsRoute,
  listMetricsChainsRoute,
  getMetricsChainRoute,
  getEvmChainMetricsRoute,
  getEvmChainRollingWindowMetricsRoute,
  getMetricsHealthRoute,
  getMetricsLivenessRoute,
]
