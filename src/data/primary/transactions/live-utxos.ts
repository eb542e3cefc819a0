import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import { blockchainIdOf } from '../../../networks/primary-chain.ts'
import { toAssetAmount } from '../assets.ts'
import type { UtxoRow } from './transaction-utxos.ts'

/** The shape of outputs of X- and C-chain transactions in the live dialect. */
export const toLiveUtxo = (row: UtxoRow): LiveUtxo => ({
  addresses: JSON.parse(row.addresses),
  asset: toAssetAmount(row),
  consumedOnChainId: blockchainIdOf(row.network, row.consumed_on_chain),
  ...(row.consuming_tx_id !== null && { consumingTxHash: row.consuming_tx_id }),
  createdOnChainId: blockchainIdOf(row.network, row.created_on_chain),
  utxoId: row.utxo_id,
  utxoBytes: row.bytes,
  ...(row.consumed_at !== null && { consumingTxTimestamp: row.consumed_at }),
  creationTxHash: row.tx_id,
  ...(row.group_id !== null && { groupId: row.group_id }),
  locktime: row.locktime,
  outputIndex: String(row.output_index),
  ...(row.payload !== null && { payload: row.payload }),
  threshold: row.threshold,
  timestamp: row.created_at,
  utxoType: row.output_type,
})
