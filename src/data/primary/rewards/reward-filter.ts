import { badRequest } from '../../../http/response/errors.ts'
import type { Network } from '../../../networks/network.ts'
import { asJson } from '../seq-lists.ts'
import { readAddresses, readNodeIds } from '../text-lists.ts'

/** Whose rewards a list holds: JSON lists; null filters nothing, and one of them is there. */
export interface RewardFilter {
  readonly addresses: string | null
  readonly nodeIds: string | null
}

/** @throws 400 without either, and for what is no address or node id. G-125 */
export function readRewardFilter(
  network: Network,
  query: { readonly addresses?: string | undefined; readonly nodeIds?: string | undefined },
): RewardFilter {
  if (query.addresses === undefined && query.nodeIds === undefined)
    throw badRequest('addresses or nodeIds is required')
  const { addresses, nodeIds } = query
  return {
    addresses:
      addresses === undefined ? null : asJson(readAddresses('addresses', addresses, network)),
    nodeIds: nodeIds === undefined ? null : asJson(readNodeIds('nodeIds', nodeIds)),
  }
}
