import { listAllLatestBlocks } from '../../../../schemas/data/evm-latest.ts'
import { LiveEvmBlocks } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { latestBlocks } from './latest-blocks.ts'

/** `GET /v1/chains/allBlocks`: newest first. G-107 */
export const listAllLatestBlocksRoute = route(
  listAllLatestBlocks,
  (world, input, { dialect }) => latestBlocks(world, listAllLatestBlocks, input, dialect),
  { liveResponse: LiveEvmBlocks },
)
