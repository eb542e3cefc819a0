import type { Route } from '../http/route.ts'
import { listChainsRoute } from './evm/list-chains.ts'
import { listEvmBlocksRoute } from './evm/list-evm-blocks.ts'
import { getHealthRoute } from './service/get-health.ts'

/** The Data API, in the order of the contract. */
export const dataRoutes: readonly Route[] = [listEvmBlocksRoute, listChainsRoute, getHealthRoute]
