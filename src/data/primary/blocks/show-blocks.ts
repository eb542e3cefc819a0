import type { PrimaryNetworkBlock } from '../../../../schemas/data/primary-blocks.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/** Reads blocks by `seq`, in the order of the list, with their transactions. */
export const showBlocks = (world: World, seqs: readonly number[]): PrimaryNetworkBlock[] =>
  world.all(selectBlocks, { seqs: JSON.stringify(seqs) }).map(toBlock)

/** `transactions` is a JSON list. */
interface Row {
  height: number
  block_id: string
  parent_id: string
  timestamp: number
  block_type: string
  tx_count: number
  transactions: string
  size_bytes: number
  l1_validators_accrued_fees: number | null
  active_l1_validators: number | null
  current_supply: string | null
  proposer_id: string | null
  proposer_parent_id: string | null
  proposer_node_id: string | null
  proposer_p_chain_height: number | null
  proposer_timestamp: number | null
}

const selectBlocks = statement<{ seqs: string }, Row>(`
  SELECT height, block_id, parent_id, timestamp, block_type, tx_count, size_bytes,
         l1_validators_accrued_fees, active_l1_validators, current_supply, proposer_id,
         proposer_parent_id, proposer_node_id, proposer_p_chain_height, proposer_timestamp,
         (SELECT json_group_array(tx_id ORDER BY position)
          FROM primary_transaction AS tx
          WHERE tx.network = block.network AND tx.chain = block.chain
            AND tx.block_id = block.block_id) AS transactions
  FROM json_each(:seqs) AS asked CROSS JOIN primary_block AS block ON seq = asked.value
  ORDER BY asked.key`)

const toBlock = (row: Row): PrimaryNetworkBlock => ({
  blockNumber: String(row.height),
  blockHash: row.block_id,
  parentHash: row.parent_id,
  blockTimestamp: row.timestamp,
  blockType: row.block_type,
  txCount: row.tx_count,
  transactions: JSON.parse(row.transactions),
  blockSizeBytes: row.size_bytes,
  ...(row.l1_validators_accrued_fees !== null && {
    l1ValidatorsAccruedFees: row.l1_validators_accrued_fees,
  }),
  ...(row.active_l1_validators !== null && { activeL1Validators: row.active_l1_validators }),
  ...(row.current_supply !== null && { currentSupply: row.current_supply }),
  ...(row.proposer_id !== null && { proposerDetails: toProposerDetails(row, row.proposer_id) }),
})

const toProposerDetails = (
  row: Row,
  proposerId: string,
): NonNullable<PrimaryNetworkBlock['proposerDetails']> => ({
  proposerId,
  ...(row.proposer_parent_id !== null && { proposerParentId: row.proposer_parent_id }),
  ...(row.proposer_node_id !== null && { proposerNodeId: row.proposer_node_id }),
  ...(row.proposer_p_chain_height !== null && {
    proposerPChainHeight: row.proposer_p_chain_height,
  }),
  ...(row.proposer_timestamp !== null && { proposerTimestamp: row.proposer_timestamp }),
})
