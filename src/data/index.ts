import type { Route } from '../http/route.ts'
import { listChainsRoute } from './evm/list-chains.ts'
import { listEvmBlocksRoute } from './evm/list-evm-blocks.ts'
import { getHealthRoute } from './service/get-health.ts'
import { aggregateSignaturesRoute } from './signatures/aggregate-signatures.ts'
import { getAggregatedSignaturesRoute } from './signatures/get-aggregated-signatures.ts'

/** The Data API, in the order of the contract. */
export const dataRoutes: readonly Route[] = [
  aggregateSignaturesRoute,
  getAggregatedSignaturesRoute,
  listEvmBlocksRoute,
  listChainsRoute,
  getHealthRoute,
]
