import type { AssetAmount } from '../../../schemas/common-shapes.ts'
import type { XChainAssetDetails } from '../../../schemas/data/live.ts'
import { groupBy } from '../../util/grouping.ts'

/** Amount joined with its asset: columns of table `asset` and decimal text. */
export interface AssetAmountRow {
  asset_id: string
  name: string
  symbol: string
  denomination: number
  type: 'secp256k1' | 'nft'
  amount: string
}

/** Asset of the X-chain as it was created. */
export interface AssetRow extends Omit<AssetAmountRow, 'amount'> {
  created_at: number
  cap: XChainAssetDetails['cap']
}

export const toAssetDetails = (row: AssetRow): XChainAssetDetails => ({
  assetId: row.asset_id,
  name: row.name,
  symbol: row.symbol,
  denomination: row.denomination,
  type: row.type,
  createdAtTimestamp: row.created_at,
  cap: row.cap,
})

/** Columns that a statement with a join of `asset` selects; the amount is its own. */
export const assetColumns =
  'asset.asset_id, asset.name, asset.symbol, asset.denomination, asset.type'

export const toAssetAmount = (row: AssetAmountRow): AssetAmount => ({
  assetId: row.asset_id,
  name: row.name,
  symbol: row.symbol,
  denomination: row.denomination,
  type: row.type,
  amount: row.amount,
})

/** Sums amounts by asset, without zero sums, in the order in which the assets first appear. */
export const sumByAsset = (rows: readonly AssetAmountRow[]): AssetAmount[] =>
  [...groupBy(rows, ({ asset_id }) => asset_id).values()]
    .map(sumOf)
    // Minting rights have no amount.
    .filter(({ amount }) => amount !== '0')

/** Sums rows of one asset. */
export const sumOf = (rows: readonly [AssetAmountRow, ...AssetAmountRow[]]): AssetAmount => ({
  ...toAssetAmount(rows[0]),
  amount: String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
})
