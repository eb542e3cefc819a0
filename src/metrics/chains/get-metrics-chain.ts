import { getMetricsChain } from '../../../schemas/metrics/chains.ts'
import { notFound, quoteInput } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { findMetricsChain } from './metrics-chains.ts'

/** `GET /v2/chains/{chainId}`: by EVM chain id or blockchain id; 404 outside the world. */
export const getMetricsChainRoute = route(getMetricsChain, (world, { params }) => {
  const chain = findMetricsChain(world, params.chainId)
  if (!chain) throw notFound(`Chain ${quoteInput(params.chainId)} does not exist`)
  return chain
})
