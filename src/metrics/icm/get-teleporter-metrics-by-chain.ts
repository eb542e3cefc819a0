import { getTeleporterMetricsByChain } from '../../../schemas/metrics/icm.ts'
import { notFound, quoteInput } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { perRevision } from '../../world/per-revision.ts'
import { findMetricsChain } from '../chains/metrics-chains.ts'
import { ofAnyNetwork } from './groups.ts'

/** `GET /v2/chains/{chainId}/teleporterMetrics/{metric}`: 404 for a chain outside the world. */
export const getTeleporterMetricsByChainRoute = route(
  getTeleporterMetricsByChain,
  (world, { params }) => {
    const chain = findMetricsChain(world, params.chainId)
    if (!chain) throw notFound(`Chain ${quoteInput(params.chainId)} does not exist`)
    const sent = world.get(selectSent, { blockchainId: chain.blockchainId })?.messages ?? 0
    const arrived = deliveredTo(world).get(String(chain.evmChainId)) ?? 0
    const values = {
      teleporterSourceTxnCount: sent,
      teleporterDestinationTxnCount: arrived,
      teleporterTotalTxnCount: sent + arrived,
    }
    return { result: { value: values[params.metric] } }
  },
)

const selectSent = statement<{ blockchainId: string }, { messages: number }>(`
  SELECT coalesce(sum(messages), 0) AS messages FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = 'month' AND source_blockchain_id = :blockchainId`)

/** Delivered messages by EVM chain id. */
const deliveredTo = perRevision(
  (world) =>
    new Map(world.all(selectDelivered, {}).map(({ chain_id, messages }) => [chain_id, messages])),
)

const selectDelivered = statement<Record<string, never>, { chain_id: string; messages: number }>(
  'SELECT chain_id, count(*) AS messages FROM icm_delivery GROUP BY chain_id',
)
