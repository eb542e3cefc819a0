import { notFound, shown } from '../../../http/errors.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/** An asset of the X-chain. */
export interface AssetRow {
  asset_id: string
  name: string
  symbol: string
  denomination: number
  type: 'secp256k1' | 'nft'
  created_at: number
  cap: 'fixed' | 'variable'
}

/** The asset of a path. @throws 404 when the network has no such asset. G-36 */
export function findAsset(world: World, network: Network, assetId: string): AssetRow {
  const row = world.get(selectAsset, { network, assetId })
  if (!row) throw notFound(`Asset ${shown(assetId)} does not exist on ${network}`)
  return row
}

const selectAsset = statement<{ network: string; assetId: string }, AssetRow>(`
  SELECT asset_id, name, symbol, denomination, type, created_at, cap
  FROM asset
  WHERE network = :network AND asset_id = :assetId`)
