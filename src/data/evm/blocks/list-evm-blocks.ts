import { graniteFields, listEvmBlocks } from '../../../../schemas/data/evm-blocks.ts'
import { LiveEvmBlocks } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import {
  type EvmBlockRow,
  evmBlockColumn,
  type NumberedBlockRow,
  toEvmBlocks,
} from './evm-block.ts'
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
    const bounds = { chainId, number: page.key, limit: page.limit }

    if (graniteFields.in(dialect)) {
      const { rows, next } = page.cut(world.all(selectNumberedBefore, bounds), numberOf)
      const graniteOf = readGraniteFields(world, chain, () => rows.map(numberOf), dialect)
      return { ...next, blocks: toEvmBlocks(rows, (row) => graniteOf(numberOf(row)), dialect) }
    }
    const found = world.all(selectBlocksBefore, bounds)
    const { rows, next } = page.cut(found, () => {
      // The last row found only proves that more follow.
      const limit = found.length - 1
      return world.get(selectLastNumber, { ...bounds, limit })?.number ?? page.key
    })
    return { ...next, blocks: toEvmBlocks(rows, () => ({}), dialect) }
  },
  { liveResponse: LiveEvmBlocks },
)

const numberOf = ({ number }: NumberedBlockRow): number => number

type Bounds = { chainId: string; number: number; limit: number }

const selectNumberedBefore = statement<Bounds, NumberedBlockRow>(`
  SELECT number, ${evmBlockColumn}
  FROM evm_block
  WHERE chain_id = :chainId AND number < :number
  ORDER BY number DESC
  LIMIT :limit + 0`)

const selectBlocksBefore = statement<Bounds, EvmBlockRow>(`
  SELECT ${evmBlockColumn}
  FROM evm_block
  WHERE chain_id = :chainId AND number < :number
  ORDER BY number DESC
  LIMIT :limit + 0`)

const selectLastNumber = statement<Bounds, { number: number }>(`
  SELECT min(number) AS number
  FROM (
    SELECT number
    FROM evm_block
    WHERE chain_id = :chainId AND number < :number
    ORDER BY number DESC
    LIMIT :limit + 0
  )`)
