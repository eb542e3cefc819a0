import { getAssetDetails } from '../../../../schemas/data/assets.ts'
import { route } from '../../../http/rest/route.ts'
import { toAssetDetails } from '../assets.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { findAsset } from './find-asset.ts'

/** `GET …/blockchains/{blockchainId}/assets/{assetId}`: 404 for no asset of the network. G-36 */
export const getAssetDetailsRoute = route(getAssetDetails, (world, { params }) => {
  const { network } = findPrimaryChain(params)
  return toAssetDetails(findAsset(world, network, params.assetId))
})
