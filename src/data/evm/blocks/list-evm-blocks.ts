import { listEvmBlocks } from '../../../../schemas/data/evm-blocks.ts'
import { LiveEvmBlocks } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { type EvmBlockRow, evmBlockColumn, numberOf, toEvmBlocks } from './evm-block.ts'
import { readGraniteFields } from './granite-fields.ts'

/** `GET /v1/chains/{chainId}/blocks`: newest first; 404 for a chain outside the world. */
export const listEvmBlocksRoute = route(
  listEvmBlocks,
  (world, { params, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const chainId = chain.chain_id
    const scope = { operation: listEvmBlocks, filters: [chainId] }
    const page = openPage(world, scope, query)

    // Times never decrease with the number, so the order by number is also that by timestamp.
    const found = world.all(selectBlocksBefore, { chainId, number: page.key, limit: page.limit })
    const { rows, next } = page.cut(found, numberOf)
    const graniteOf = readGraniteFields(world, chain, () => rows.map(numberOf), dialect)
    return { ...next, blocks: toEvmBlocks(rows, (row) => graniteOf(numberOf(row)), dialect) }
  },
  { liveResponse: LiveEvmBlocks },
)

const selectBlocksBefore = statement<
  { chainId: string; number: number; limit: number },
  EvmBlockRow
>(`
  SELECT ${evmBlockColumn}
  FROM evm_block
  WHERE chain_id = :chainId AND number < :number
  ORDER BY number DESC
  LIMIT :limit + 0`)
