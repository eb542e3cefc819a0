import { notFound, quoteInput } from '../../../http/response/errors.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type AssetRow, assetColumns } from '../assets.ts'

/** Returns the asset of a path. @throws 404 when the network has no such asset. G-36 */
export function findAsset(world: World, network: Network, assetId: string): AssetRow {
  const row = world.get(selectAsset, { network, assetId })
  if (!row) throw notFound(`Asset ${quoteInput(assetId)} does not exist on ${network}`)
  return row
}

const selectAsset = statement<{ network: string; assetId: string }, AssetRow>(`
  SELECT ${assetColumns}, created_at, cap
  FROM asset
  WHERE network = :network AND asset_id = :assetId`)
