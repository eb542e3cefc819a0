import type {
  LiveCChainExportTransaction,
  LiveCChainImportTransaction,
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
} from '../../../../schemas/data/live.ts'
import type { LivePrimaryTransaction } from '../../../../schemas/data/live-primary.ts'
import { blockchainIdOf } from '../../../networks/primary-chain.ts'
import { sumByAsset, toAssetAmount, toAssetDetails } from '../assets.ts'
import type { CredentialsOf } from './credentials.ts'
import type { LiveParts } from './live-parts.ts'
import { toConsumedUtxo, toEmittedUtxo } from './live-utxos.ts'
import { movedBetween } from './moved-between.ts'
import type { StoredTransaction, TransactionRow } from './stored-transactions.ts'

/** Builds the shape that a transaction of the X- or C-chain has in the live dialect. */
export function toLiveTransaction(
  stored: StoredTransaction,
  parts: LiveParts,
  credentialsOf: CredentialsOf,
): LivePrimaryTransaction {
  const { chain, tx_type } = stored.row
  if (chain === 'X') return toLiveXChain(stored, parts, credentialsOf)
  const toLive = tx_type === 'ExportTx' ? toLiveExport : toLiveImport
  return toLive(stored, parts, credentialsOf)
}

function toLiveXChain(
  { row, consumed, emitted }: StoredTransaction,
  { isInVertex, createdAsset }: LiveParts,
  credentialsOf: CredentialsOf,
): LiveXChainLinearTransaction | LiveXChainNonLinearTransaction {
  const common = {
    txHash: row.tx_id,
    timestamp: row.timestamp,
    txType: row.tx_type as LiveXChainLinearTransaction['txType'],
    memo: row.memo ?? emptyMemo,
    consumedUtxos: consumed.map((utxo) => toConsumedUtxo(utxo, credentialsOf)),
    emittedUtxos: emitted.map((utxo) => toEmittedUtxo(utxo, credentialsOf)),
    amountUnlocked: sumByAsset(consumed),
    amountCreated: sumByAsset(emitted),
    ...movedBetween(row, 'live'),
    ...(createdAsset && { assetCreated: toAssetDetails(createdAsset) }),
  }
  const height = Number(row.block_number)
  return isInVertex
    ? {
        ...common,
        chainFormat: 'non-linear',
        vertices: [{ hash: row.block_id, height, timestamp: row.timestamp }],
      }
    : { ...common, chainFormat: 'linear', blockHeight: height, blockHash: row.block_id }
}

const toLiveExport = (
  { row, emitted }: StoredTransaction,
  { evmTransfers }: LiveParts,
  credentialsOf: CredentialsOf,
): LiveCChainExportTransaction =>
  Object.assign(ofCChain(row), {
    amountUnlocked: sumByAsset(evmTransfers),
    amountCreated: sumByAsset(emitted),
    txType: 'ExportTx' as const,
    evmInputs: evmTransfers.map((transfer, input) => ({
      fromAddress: transfer.evm_address,
      asset: toAssetAmount(transfer),
      credentials: [...(credentialsOf(row.seq)[input] ?? [])],
    })),
    emittedUtxos: emitted.map((utxo) => toEmittedUtxo(utxo, credentialsOf)),
  })

const toLiveImport = (
  { row, consumed }: StoredTransaction,
  { evmTransfers }: LiveParts,
  credentialsOf: CredentialsOf,
): LiveCChainImportTransaction =>
  Object.assign(ofCChain(row), {
    amountUnlocked: sumByAsset(consumed),
    amountCreated: sumByAsset(evmTransfers),
    txType: 'ImportTx' as const,
    evmOutputs: evmTransfers.map((transfer) => ({
      toAddress: transfer.evm_address,
      asset: toAssetAmount(transfer),
    })),
    consumedUtxos: consumed.map((utxo) => toConsumedUtxo(utxo, credentialsOf)),
  })

const emptyMemo = '0x'

const ofCChain = (row: TransactionRow) => ({
  txHash: row.tx_id,
  blockHeight: Number(row.block_number),
  blockHash: row.block_id,
  timestamp: row.timestamp,
  memo: row.memo ?? emptyMemo,
  sourceChain: row.source_chain ?? blockchainIdOf(row.network, row.chain),
  destinationChain: row.destination_chain ?? blockchainIdOf(row.network, row.chain),
})
