import { listLatestBlocksAllChains } from '../../../../schemas/data/evm-latest.ts'
import { LiveEvmBlocks } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { latestBlocks } from './latest-blocks.ts'

/** `GET /v1/blocks`: newest first. G-107 */
export const listLatestBlocksAllChainsRoute = route(
  listLatestBlocksAllChains,
  (world, input, { dialect }) => latestBlocks(world, listLatestBlocksAllChains, input, dialect),
  { liveResponse: LiveEvmBlocks },
)
