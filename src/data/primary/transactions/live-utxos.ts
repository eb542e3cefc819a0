import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import { blockchainIdOf } from '../../../networks/primary-chain.ts'
import { toAssetAmount } from '../assets.ts'
import type { CredentialsOf } from './credentials.ts'
import type { OutputRow } from './transaction-utxos.ts'

/** Builds an output of an X- or C-chain transaction in the live dialect. */
export const toEmittedUtxo = (row: OutputRow, credentialsOf: CredentialsOf): LiveUtxo =>
  toLiveUtxo(row, credentialsOf, row.created_at)

/**
 * Builds an input of an X- or C-chain transaction in the live dialect, which gives it the input's
 * time.
 */
export const toConsumedUtxo = (row: OutputRow, credentialsOf: CredentialsOf): LiveUtxo =>
  toLiveUtxo(row, credentialsOf, row.consumed_at ?? row.created_at)

const toLiveUtxo = (row: OutputRow, credentialsOf: CredentialsOf, timestamp: number): LiveUtxo => ({
  addresses: JSON.parse(row.addresses),
  asset: toAssetAmount(row),
  consumedOnChainId: blockchainIdOf(row.network, row.consumed_on_chain),
  ...(row.consuming_tx_id !== null && { consumingTxHash: row.consuming_tx_id }),
  createdOnChainId: blockchainIdOf(row.network, row.created_on_chain),
  utxoId: row.utxo_id,
  utxoBytes: row.bytes,
  ...(row.consumed_at !== null && { consumingTxTimestamp: row.consumed_at }),
  creationTxHash: row.tx_id,
  ...(row.consumed_by !== null &&
    row.consumed_position !== null && {
      credentials: [...(credentialsOf(row.consumed_by)[row.consumed_position] ?? [])],
    }),
  ...(row.group_id !== null && { groupId: row.group_id }),
  locktime: row.locktime,
  outputIndex: String(row.output_index),
  ...(row.payload !== null && { payload: row.payload }),
  threshold: row.threshold,
  timestamp,
  utxoType: row.output_type,
})
