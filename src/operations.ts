import { chainMethodNames } from '../schemas/chain/method-names.ts'
import { endpoints } from '../schemas/methods.ts'
import type { Operation } from '../schemas/operation.ts'
import { dataRoutes } from './data/index.ts'
import { metricsRoutes } from './metrics/index.ts'

/** All operations of the Data and Metrics APIs, in the order of the routes. */
export const operations: readonly Operation[] = [...dataRoutes, ...metricsRoutes].map(
  ({ operation }) => operation,
)

/**
 * Names of these operations and of the node's methods, as rules, filters and the journal have them.
 */
export const operationNames: readonly string[] = [
  ...operations.map(({ operationId }) => operationId),
  ...new Set(endpoints.flatMap(({ methods }) => Object.keys(methods))),
  ...chainMethodNames,
]
