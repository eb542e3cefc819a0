import { type EvmBlock, listEvmBlocks } from '../../../schemas/data/evm-blocks.ts'
import { openPage } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { query } from '../../store/query.ts'
import { findChain } from './chain.ts'

/** `GET /v1/chains/{chainId}/blocks`: newest first; 404 for a chain outside the world. */
export const listEvmBlocksRoute = route(listEvmBlocks, (world, { params, query }) => {
  const { chain_id: chainId } = findChain(world, params.chainId)
  const scope = { operation: 'listEvmBlocks', filters: [chainId], order: 'desc' } as const
  const page = openPage(world, scope, query)

  // Times never decrease along the numbers, so the order by number is the one by timestamp.
  const found = world.all(selectBlocksBefore, { chainId, number: page.key, limit: page.limit })
  const { rows, next } = page.cut(found, (row) => row.number)
  return { ...next, blocks: rows.map(toEvmBlock) }
})

const selectBlocksBefore = query<{ chainId: string; number: number; limit: number }, Row>(`
  SELECT chain_id, number, timestamp, hash, tx_count, base_fee, gas_used, gas_limit, gas_cost,
         parent_hash, fees_spent, cumulative_transactions
  FROM evm_block
  WHERE chain_id = :chainId AND number < :number
  ORDER BY number DESC
  LIMIT :limit`)

/** Gas and fees are decimal text: they may pass 2^53. */
interface Row {
  chain_id: string
  number: number
  timestamp: number
  hash: string
  tx_count: number
  base_fee: string
  gas_used: string
  gas_limit: string
  gas_cost: string
  parent_hash: string
  fees_spent: string
  cumulative_transactions: string
}

const toEvmBlock = (row: Row): EvmBlock => ({
  chainId: row.chain_id,
  blockNumber: String(row.number),
  blockTimestamp: row.timestamp,
  blockHash: row.hash,
  txCount: row.tx_count,
  baseFee: row.base_fee,
  gasUsed: row.gas_used,
  gasLimit: row.gas_limit,
  gasCost: row.gas_cost,
  parentHash: row.parent_hash,
  feesSpent: row.fees_spent,
  cumulativeTransactions: row.cumulative_transactions,
})
