import type { Route } from '../http/route.ts'
import { getAverageTpsRoute } from './get-average-tps.ts'

/** The Metrics API. */
export const metricsRoutes: readonly Route[] = [getAverageTpsRoute]
