import { getPrimaryBlock } from '../../../../schemas/data/primary-blocks.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { seqsOf } from '../seq-lists.ts'
import { showBlocks } from './show-blocks.ts'

/** `GET …/blockchains/{blockchainId}/blocks/{blockId}`: by height or hash; else 404. G-36 */
export const getPrimaryBlockRoute = route(getPrimaryBlock, (world, { params }) => {
  const { network, chain, info } = findPrimaryChain(params)
  const { blockId } = params
  const found = /^\d+$/.test(blockId)
    ? world.all(selectByHeight, { network, chain, height: Number(blockId) })
    : world.all(selectById, { network, chain, blockId: asStored(blockId) })
  const [block] = showBlocks(world, seqsOf(found))
  if (block) return block
  throw notFound(
    `Block ${quoteInput(blockId)} does not exist on the ${info.chainName} of ${network}`,
  )
})

/** Returns a block id as stored: hex hashes are in lower case. */
const asStored = (blockId: string) => (blockId.startsWith('0x') ? blockId.toLowerCase() : blockId)

const selectByHeight = statement<
  { network: string; chain: string; height: number },
  { seq: number }
>(`
  SELECT seq FROM primary_block
  WHERE network = :network AND chain = :chain AND height = :height`)

const selectById = statement<{ network: string; chain: string; blockId: string }, { seq: number }>(`
  SELECT seq FROM primary_block
  WHERE network = :network AND chain = :chain AND block_id = :blockId`)
