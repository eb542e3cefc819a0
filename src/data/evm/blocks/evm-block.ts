import type { LiveEvmBlock } from '../../../../schemas/data/live-evm.ts'
import type { GraniteFields } from './granite-fields.ts'

/** Columns of an EVM block. Gas and fees are decimal text: they may pass 2^53. */
export interface EvmBlockRow {
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

/** What to select from `evm_block` for an {@link EvmBlockRow}. */
export const evmBlockColumns = `
  chain_id, number, timestamp, hash, tx_count, base_fee, gas_used, gas_limit, gas_cost, parent_hash,
  fees_spent, cumulative_transactions`

/** A block as lists and lookups show it. */
export const toEvmBlock = (row: EvmBlockRow, granite: GraniteFields): LiveEvmBlock => ({
  chainId: row.chain_id,
  blockNumber: String(row.number),
  blockTimestamp: row.timestamp,
  ...granite,
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
