import { getEvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import { LiveEvmBlock } from '../../../../schemas/data/live-evm.ts'
import { notFound, shown } from '../../../http/errors.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { type EvmBlockRow, evmBlockColumns, toEvmBlock } from './evm-block.ts'
import { readGraniteFields } from './granite-fields.ts'

/** `GET /v1/chains/{chainId}/blocks/{blockId}`: by number or hash; 404 for no block. G-36 */
export const getEvmBlockRoute = route(
  getEvmBlock,
  (world, { params }, { dialect }) => {
    const { blockId } = params
    const chain = findChain(world, params.chainId)
    const chainId = chain.chain_id
    const row = blockId.startsWith('0x')
      ? world.get(selectBlockByHash, { chainId, hash: blockId.toLowerCase() })
      : world.get(selectBlockByNumber, { chainId, number: Number(blockId) })
    if (!row) throw notFound(`Block ${shown(blockId)} does not exist on chain ${chainId}`)
    return toEvmBlock(row, readGraniteFields(world, chain, [row.number], dialect)(row.number))
  },
  { liveAnswer: LiveEvmBlock },
)

const selectBlockByHash = statement<{ chainId: string; hash: string }, EvmBlockRow>(`
  SELECT ${evmBlockColumns}
  FROM evm_block
  WHERE chain_id = :chainId AND hash = :hash`)

const selectBlockByNumber = statement<{ chainId: string; number: number }, EvmBlockRow>(`
  SELECT ${evmBlockColumns}
  FROM evm_block
  WHERE chain_id = :chainId AND number = :number`)
