import { listChains } from '../../../../schemas/data/chains.ts'
import { route } from '../../../http/rest/route.ts'
import { toEvmChainInfo } from './chain-info.ts'
import { chainsOf } from './chains-of.ts'

/** `GET /v1/chains`: every EVM chain of the world, filtered by network and feature; not paged. */
export const listChainsRoute = route(listChains, (world, { query }, { caller }) => {
  // No chain of the world offers webhooks yet.
  if (query.feature === 'webhooks') return { chains: [] }
  return { chains: chainsOf(world, query.network).map((row) => toEvmChainInfo(world, row, caller)) }
})
