import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, type AssetRow, assetColumns } from '../assets.ts'

/** Parts of a transaction that only the live dialect shows. */
export interface LiveParts {
  /** Whether the X-chain had vertices at that time. */
  readonly isInVertex: boolean
  readonly createdAsset: AssetRow | undefined
  /** Transfers of an atomic transaction of the C-chain from or to accounts. */
  readonly evmTransfers: readonly EvmTransferRow[]
}

/** Reads the parts of transactions by `seq`. */
export function readLiveParts(
  world: World,
  txSeqs: readonly number[],
): (txSeq: number) => LiveParts {
  const bindings = { txSeqs: JSON.stringify(txSeqs) }
  const inVertices = new Set(world.all(selectInVertices, bindings).map(({ tx_seq }) => tx_seq))
  const assets = groupBy(world.all(selectCreatedAssets, bindings), ({ tx_seq }) => tx_seq)
  const transfers = groupBy(world.all(selectEvmTransfers, bindings), ({ tx_seq }) => tx_seq)
  return (txSeq) => ({
    isInVertex: inVertices.has(txSeq),
    createdAsset: assets.get(txSeq)?.[0],
    evmTransfers: transfers.get(txSeq) ?? [],
  })
}

const selectInVertices = statement<{ txSeqs: string }, { tx_seq: number }>(`
  SELECT tx.seq AS tx_seq
  FROM json_each(:txSeqs) AS asked CROSS JOIN primary_transaction AS tx ON tx.seq = asked.value
  JOIN vertex ON vertex.network = tx.network AND vertex_id = block_id
  WHERE tx.chain = 'X'`)

interface CreatedAssetRow extends AssetRow {
  tx_seq: number
}

const selectCreatedAssets = statement<{ txSeqs: string }, CreatedAssetRow>(`
  SELECT tx.seq AS tx_seq, ${assetColumns}, cap, created_at
  FROM json_each(:txSeqs) AS asked CROSS JOIN primary_transaction AS tx ON tx.seq = asked.value
  JOIN asset ON asset.network = tx.network AND asset.asset_id = created_asset_id`)

interface EvmTransferRow extends AssetAmountRow {
  tx_seq: number
  evm_address: string
}

const selectEvmTransfers = statement<{ txSeqs: string }, EvmTransferRow>(`
  SELECT tx_seq, evm_address, ${assetColumns}, amount
  FROM json_each(:txSeqs) AS asked CROSS JOIN atomic_evm_transfer AS own ON tx_seq = asked.value
  JOIN asset ON asset.network = own.network AND asset.asset_id = own.asset_id
  ORDER BY asked.key, position`)
