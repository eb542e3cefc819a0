import { getEvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import { LiveEvmBlock } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { findChain } from '../find-chain.ts'
import { toEvmBlock } from './evm-block.ts'
import { findBlock } from './find-block.ts'
import { readGraniteFields } from './granite-fields.ts'

/** `GET /v1/chains/{chainId}/blocks/{blockId}`: by number or hash; 404 for no block. G-36 */
export const getEvmBlockRoute = route(
  getEvmBlock,
  (world, { params }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const row = findBlock(world, chain.chain_id, params.blockId)
    const graniteOf = readGraniteFields(world, chain, () => [row.number], dialect)
    return toEvmBlock(row, graniteOf(row.number))
  },
  { liveResponse: LiveEvmBlock },
)
