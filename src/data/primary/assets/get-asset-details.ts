import { getAssetDetails, type XChainAssetDetails } from '../../../../schemas/data/assets.ts'
import { route } from '../../../http/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { type AssetRow, findAsset } from './find-asset.ts'

/** `GET …/blockchains/{blockchainId}/assets/{assetId}`: 404 for no asset of the network. G-36 */
export const getAssetDetailsRoute = route(getAssetDetails, (world, { params }) => {
  const { network } = findPrimaryChain(params)
  return toAssetDetails(findAsset(world, network, params.assetId))
})

const toAssetDetails = (row: AssetRow): XChainAssetDetails => ({
  assetId: row.asset_id,
  name: row.name,
  symbol: row.symbol,
  denomination: row.denomination,
  type: row.type,
  createdAtTimestamp: row.created_at,
  cap: row.cap,
})
