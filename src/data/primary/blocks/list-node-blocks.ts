import { listNodeBlocks } from '../../../../schemas/data/primary-blocks.ts'
import { checkTimeRange } from '../../../http/request/time-range.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { remainingRange, seqsOf } from '../seq-lists.ts'
import { showBlocks } from './show-blocks.ts'

/**
 * `GET …/blockchains/{blockchainId}/nodes/{nodeId}/blocks`: newest first; empty for a node that
 * never proposed a block. G-35
 */
export const listNodeBlocksRoute = route(listNodeBlocks, (world, { params, query }) => {
  const { network, chain, info } = findPrimaryChain(params)
  const { startTimestamp, endTimestamp } = query
  checkTimeRange(query)
  const page = openPage(
    world,
    {
      operation: listNodeBlocks,
      filters: [network, chain, params.nodeId, startTimestamp, endTimestamp],
    },
    query,
  )

  const found = world.all(selectBlocks, {
    network,
    chain,
    nodeId: params.nodeId,
    startTimestamp: startTimestamp ?? 0,
    endTimestamp: endTimestamp ?? Number.MAX_SAFE_INTEGER,
    high: remainingRange(page, 'desc').high,
    limit: page.limit,
  })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  return {
    ...next,
    blocks: showBlocks(world, seqsOf(rows)),
    chainInfo: info,
  }
})

const selectBlocks = statement<
  {
    network: string
    chain: string
    nodeId: string
    startTimestamp: number
    endTimestamp: number
    high: number
    limit: number
  },
  { seq: number }
>(`
  SELECT seq FROM primary_block
  WHERE network = :network AND chain = :chain AND proposer_node_id = :nodeId AND seq <= :high
    AND timestamp BETWEEN :startTimestamp AND :endTimestamp
  ORDER BY seq DESC LIMIT :limit + 0`)
