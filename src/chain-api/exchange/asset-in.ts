import { FormatError } from '../../formats/codec.ts'
import { parseId } from '../../formats/ids.ts'
import { rpcError } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { World } from '../../world/world.ts'

/**
 * Returns the id of an asset that an id or the alias of AVAX names; it need not exist.
 * @throws RpcError in the words of avalanchego, vms/avm, lookupAssetID
 */
export function assetIn({ nodeNetwork }: World, given: string): string {
  if (given === 'AVAX') return networkConstants[nodeNetwork].avaxAssetId
  try {
    parseId(given)
    return given
  } catch (error) {
    if (error instanceof FormatError) throw rpcError(`asset '${given}' not found`)
    throw error
  }
}
