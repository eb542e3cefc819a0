import { listPrimaryBlocks } from '../../../../schemas/data/primary-blocks.ts'
import { checkTimeRange } from '../../../http/request/time-range.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { seqsOf } from '../seq-lists.ts'
import { showBlocks } from './show-blocks.ts'

/** `GET …/blockchains/{blockchainId}/blocks`: newest first. */
export const listPrimaryBlocksRoute = route(listPrimaryBlocks, (world, { params, query }) => {
  const { network, chain, info } = findPrimaryChain(params)
  const { startTimestamp, endTimestamp } = query
  checkTimeRange(query)
  const filters = [network, chain, startTimestamp, endTimestamp]
  const page = openPage(world, { operation: listPrimaryBlocks, filters }, query)

  const found = world.all(selectBlocks, {
    network,
    chain,
    startTimestamp: startTimestamp ?? 0,
    endTimestamp: endTimestamp ?? Number.MAX_SAFE_INTEGER,
    height: page.key,
    limit: page.limit,
  })
  const { rows, next } = page.cut(found, ({ height }) => height)
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
    startTimestamp: number
    endTimestamp: number
    height: number
    limit: number
  },
  { seq: number; height: number }
>(`
  SELECT seq, height FROM primary_block
  WHERE network = :network AND chain = :chain AND height < :height
    AND timestamp BETWEEN :startTimestamp AND :endTimestamp
  ORDER BY height DESC LIMIT :limit + 0`)
