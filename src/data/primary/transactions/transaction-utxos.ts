import type { RewardType, Utxo } from '../../../../schemas/data/transactions.ts'
import type { Network } from '../../../networks/network.ts'
import { blockchainIdOf, type PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, assetColumns, toAssetAmount } from '../assets.ts'

/** Output with its asset; `addresses` is a JSON list. */
export interface OutputRow extends AssetAmountRow {
  network: Network
  utxo_id: string
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  tx_id: string
  output_index: number
  output_type:
    | 'transfer'
    | 'mint'
    | 'nft transfer'
    | 'nft mint'
    | 'property owned'
    | 'property mint'
  threshold: number
  locktime: number
  stakeable_locktime: number | null
  staked: 0 | 1
  stake_start: number | null
  stake_end: number | null
  reward_type: RewardType | null
  group_id: number | null
  payload: string | null
  created_block: string
  created_at: number
  consumed_by: number | null
  consumed_position: number | null
  consuming_tx_id: string | null
  consuming_block: string | null
  consumed_at: number | null
  bytes: string
  addresses: string
}

/** Row of an output: `tx_seq` is the requested transaction. */
export interface UtxoRow extends OutputRow {
  tx_seq: number
}

/** Reads the outputs that transactions created, by transaction and output. */
export const emittedUtxos = (world: World, txSeqs: readonly number[]): UtxoRow[] =>
  world.all(selectEmitted, { txSeqs: JSON.stringify(txSeqs) })

/** Reads the outputs that transactions spent, by transaction and input. */
export const consumedUtxos = (world: World, txSeqs: readonly number[]): UtxoRow[] =>
  world.all(selectConsumed, { txSeqs: JSON.stringify(txSeqs) })

/** Reads outputs by `seq`, in their order. */
export const readUtxos = (world: World, seqs: readonly number[]): OutputRow[] =>
  world.all(selectBySeq, { seqs: JSON.stringify(seqs) })

const columns = `
  utxo.network, utxo_id, created_on_chain, consumed_on_chain, tx_id, output_index,
  ${assetColumns}, amount, output_type, threshold, locktime,
  stakeable_locktime, staked, stake_start, stake_end, reward_type, group_id, payload,
  created_block, utxo.created_at, consumed_by, consumed_position, consuming_tx_id, consuming_block, consumed_at,
  bytes,
  (SELECT json_group_array(address ORDER BY position)
   FROM utxo_address WHERE utxo_seq = utxo.seq) AS addresses`

const selectEmitted = statement<{ txSeqs: string }, UtxoRow>(`
  SELECT asked.value AS tx_seq, ${columns}
  FROM json_each(:txSeqs) AS asked
  CROSS JOIN utxo ON emitted_by = asked.value
  JOIN asset ON asset.network = utxo.network AND asset.asset_id = utxo.asset_id
  ORDER BY asked.key, output_index`)

const selectConsumed = statement<{ txSeqs: string }, UtxoRow>(`
  SELECT asked.value AS tx_seq, ${columns}
  FROM json_each(:txSeqs) AS asked
  CROSS JOIN utxo ON consumed_by = asked.value
  JOIN asset ON asset.network = utxo.network AND asset.asset_id = utxo.asset_id
  ORDER BY asked.key, consumed_position`)

const selectBySeq = statement<{ seqs: string }, OutputRow>(`
  SELECT ${columns}
  FROM json_each(:seqs) AS asked
  CROSS JOIN utxo ON utxo.seq = asked.value
  JOIN asset ON asset.network = utxo.network AND asset.asset_id = utxo.asset_id
  ORDER BY asked.key`)

/** Builds the shape of the contract, for outputs of all three chains. Section 2.2, G-06. */
export const toUtxo = (row: OutputRow): Utxo => ({
  addresses: JSON.parse(row.addresses),
  asset: toAssetAmount(row),
  consumedOnChainId: blockchainIdOf(row.network, row.consumed_on_chain),
  ...(row.consuming_tx_id !== null && { consumingTxHash: row.consuming_tx_id }),
  createdOnChainId: blockchainIdOf(row.network, row.created_on_chain),
  utxoId: row.utxo_id,
  utxoBytes: row.bytes,
  amount: row.amount,
  assetId: row.asset_id,
  blockNumber: row.created_block,
  blockTimestamp: row.created_at,
  ...(row.consuming_block !== null && { consumingBlockNumber: row.consuming_block }),
  ...(row.consumed_at !== null && { consumingBlockTimestamp: row.consumed_at }),
  ...(hasPlatformLocktime(row) && { platformLocktime: row.locktime }),
  outputIndex: row.output_index,
  ...(row.reward_type !== null && { rewardType: row.reward_type }),
  ...(row.stakeable_locktime !== null && { stakeableLocktime: row.stakeable_locktime }),
  staked: row.staked === 1,
  threshold: row.threshold,
  txHash: row.tx_id,
  ...(row.stake_end !== null && { utxoEndTimestamp: row.stake_end }),
  ...(row.stake_start !== null && { utxoStartTimestamp: row.stake_start }),
  // G-01
  utxoType: row.staked === 1 ? 'STAKE' : 'TRANSFER',
})

/**
 * Tells whether an output has the field. Outputs between chains have it only when they are locked:
 * deployed services leave it out.
 */
const hasPlatformLocktime = (row: OutputRow): boolean =>
  row.created_on_chain === row.consumed_on_chain || row.locktime > 0
