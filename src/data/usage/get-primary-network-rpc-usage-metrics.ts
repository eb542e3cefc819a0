import { getPrimaryNetworkRpcUsageMetrics } from '../../../schemas/data/usage.ts'
import { route } from '../../http/rest/route.ts'
import { networkOf } from '../../networks/network.ts'

/** `GET /v1/primaryNetworkRpcUsageMetrics`: no intervals, since RPC calls are not counted. G-216 */
export const getPrimaryNetworkRpcUsageMetricsRoute = route(
  getPrimaryNetworkRpcUsageMetrics,
  (_world, { query }) => ({
    aggregateDuration: query.timeInterval,
    metrics: [],
    network: networkOf(query.network) === 'mainnet' ? ('mainnet' as const) : ('testnet' as const),
  }),
)
