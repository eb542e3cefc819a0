import { getMetricsByNodeId } from '../../../schemas/metrics/validators.ts'
import { route } from '../../http/rest/route.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { feeSeries } from './fee-days.ts'

const values = {
  perNodeCumulativeFeesPaid: 'cumulative',
  perNodeDailyFeesPaid: 'daily',
} as const

/** `GET /v2/validator/{nodeId}/metrics/{metric}`: newest first, in one page. G-35, G-133 */
export const getMetricsByNodeIdRoute = route(getMetricsByNodeId, (world, { params, query }) => {
  const { nodeId, metric } = params
  const network = world.get(selectNetwork, { nodeId })?.network ?? 'mainnet'
  return { results: feeSeries(world, { network, nodeId }, values[metric], query) }
})

/** Network of a node; mainnet comes first for a node on both. */
const selectNetwork = statement<{ nodeId: string }, { network: Network }>(`
  SELECT network FROM l1_validator WHERE node_id = :nodeId
  ORDER BY network DESC
  LIMIT 1`)
