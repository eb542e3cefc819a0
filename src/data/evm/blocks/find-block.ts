import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { evmBlockColumn, type NumberedBlockRow } from './evm-block.ts'

/**
 * Returns the block of a path, by number or hash.
 * @throws 404 when the chain has no such block. G-36
 */
export function findBlock(world: World, chainId: string, blockId: string): NumberedBlockRow {
  const row = blockId.startsWith('0x')
    ? world.get(selectBlockByHash, { chainId, hash: blockId.toLowerCase() })
    : world.get(selectBlockByNumber, { chainId, number: Number(blockId) })
  if (!row) throw notFound(`Block ${quoteInput(blockId)} does not exist on chain ${chainId}`)
  return row
}

const selectBlockByHash = statement<{ chainId: string; hash: string }, NumberedBlockRow>(`
  SELECT number, ${evmBlockColumn}
  FROM evm_block
  WHERE chain_id = :chainId AND hash = :hash`)

const selectBlockByNumber = statement<{ chainId: string; number: number }, NumberedBlockRow>(`
  SELECT number, ${evmBlockColumn}
  FROM evm_block
  WHERE chain_id = :chainId AND number = :number`)
