import { getSubnetRpcUsageMetrics } from '../../../schemas/data/usage.ts'
import { route } from '../../http/rest/route.ts'

/** `GET /v1/subnetRpcUsageMetrics`: no intervals, since RPC calls are not counted. G-216 */
export const getSubnetRpcUsageMetricsRoute = route(
  getSubnetRpcUsageMetrics,
  (_world, { query }) => ({
    aggregateDuration: query.timeInterval,
    metrics: [],
    chainId: query.chainId ?? '',
  }),
)
