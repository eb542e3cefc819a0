import { getRpcUsageMetrics } from '../../../schemas/data/usage.ts'
import { route } from '../../http/rest/route.ts'

/** `GET /v1/rpcUsageMetrics`: no intervals, since RPC calls are not counted. G-216 */
export const getRpcUsageMetricsRoute = route(getRpcUsageMetrics, (_world, { query }) => ({
  aggregateDuration: query.timeInterval,
  metrics: [],
  chainId: query.chainId ?? '',
}))
