import { listMetricsChains } from '../../../schemas/metrics/chains.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { networkOf } from '../../networks/network.ts'
import { metricsChains } from './metrics-chains.ts'

/** More than a world can have chains. */
const chainsPerPage = 10_000

/** `GET /v2/chains`: every EVM chain of the world or of a network. */
export const listMetricsChainsRoute = route(listMetricsChains, (world, { query }) => {
  const network = query.network && networkOf(query.network)
  // Refuses tokens: this list issues none.
  openPage(
    world,
    { operation: listMetricsChains, filters: [], whenExpired: 'restart' },
    { pageToken: query.pageToken, pageSize: chainsPerPage },
  )
  return { chains: metricsChains(world, network) }
})
