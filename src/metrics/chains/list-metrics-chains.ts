import { listMetricsChains } from '../../../schemas/metrics/chains.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { networkOf } from '../../networks/network.ts'
import { metricsChains } from './metrics-chains.ts'

/** Number of chains per page: more than a world can have. */
const chainsPerPage = 10_000

/** `GET /v2/chains`: every EVM chain of the world or of a network. */
export const listMetricsChainsRoute = route(listMetricsChains, (world, { query }) => {
  const network = query.network && networkOf(query.network)
  // Any token is refused, because this list issues none.
  openPage(
    world,
    { operation: listMetricsChains, filters: [], whenExpired: 'restart' },
    { pageToken: query.pageToken, pageSize: chainsPerPage },
  )
  return { chains: metricsChains(world, network) }
})
