import type { Route } from '../http/route.ts'
import { getAverageTpsRoute } from './get-average-tps.ts'
import { getMetricsHealthRoute } from './get-metrics-health.ts'
import { getMetricsLivenessRoute } from './get-metrics-liveness.ts'

/** The Metrics API. */
export const metricsRoutes: readonly Route[] = [
  getAverageTpsRoute,
  getMetricsHealthRoute,
  getMetricsLivenessRoute,
]
