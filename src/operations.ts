import type { Operation } from '../schemas/operation.ts'
import { dataRoutes } from './data/index.ts'
import { metricsRoutes } from './metrics/index.ts'

/** Every operation of the Data and Metrics APIs: what the routes answer, in their order. */
export const operations: readonly Operation[] = [...dataRoutes, ...metricsRoutes].map(
  ({ operation }) => operation,
)
