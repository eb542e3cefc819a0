import type { listLatestBlocksAllChains } from '../../../../schemas/data/evm-latest.ts'
import type { Input, Operation } from '../../../../schemas/operation.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { openPage } from '../../../http/rest/page.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { chainsOf } from '../chains/chains-of.ts'
import { mergedPage } from '../merged-lists.ts'
import { evmBlockColumn, type NumberedBlockRow, toEvmBlocks } from './evm-block.ts'
import { readGraniteFields } from './granite-fields.ts'

/** Returns a page of the blocks of all chains, or of those of one network. G-107 */
export function latestBlocks(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  { query }: Input<typeof listLatestBlocksAllChains>,
  dialect: Dialect,
) {
  const chains = chainsOf(world, query.network)
  const filters = [query.network && networkOf(query.network)]
  const page = openPage(world, { operation, filters }, query)

  const { rows, next } = mergedPage(page, (bounds) =>
    chains.map(({ chain_id: chainId }) => world.all(selectUntil, { chainId, ...bounds })),
  )
  const byChain = groupBy(rows, ({ chain_id }) => chain_id)
  const graniteOf = new Map(
    chains.map((chain) => {
      const numbers = () => byChain.get(chain.chain_id)?.map(({ number }) => number) ?? []
      return [chain.chain_id, readGraniteFields(world, chain, numbers, dialect)]
    }),
  )
  return {
    ...next,
    blocks: toEvmBlocks(rows, (row) => graniteOf.get(row.chain_id)?.(row.number) ?? {}, dialect),
  }
}

const selectUntil = statement<
  { chainId: string; until: number; limit: number },
  NumberedBlockRow & { chain_id: string; timestamp: number }
>(`
  SELECT number, ${evmBlockColumn}, chain_id, timestamp
  FROM evm_block
  WHERE chain_id = :chainId AND timestamp <= :until
  ORDER BY timestamp DESC, number DESC
  LIMIT :limit + 0`)
