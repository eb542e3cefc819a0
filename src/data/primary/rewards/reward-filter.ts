import { badRequest } from '../../../http/response/errors.ts'
import type { Network } from '../../../networks/network.ts'
import { asJson } from '../seq-lists.ts'
import { readAddresses, readNodeIds } from '../text-lists.ts'

/**
 * Filter of a list of rewards: JSON lists; null filters nothing, and at least one list is present.
 */
interface RewardFilter {
  readonly addresses: string | null
  readonly nodeIds: string | null
}

/**
 * Reads the filter of a request.
 * @throws 400 without either parameter, and for an invalid address or node id. G-125
 */
export function readRewardFilter(
  network: Network,
  query: { readonly addresses?: string | undefined; readonly nodeIds?: string | undefined },
): RewardFilter {
  if (query.addresses === undefined && query.nodeIds === undefined)
    throw badRequest('either addresses or nodeIds is required')
  const { addresses, nodeIds } = query
  return {
    addresses:
      addresses === undefined ? null : asJson(readAddresses('addresses', addresses, network)),
    nodeIds: nodeIds === undefined ? null : asJson(readNodeIds('nodeIds', nodeIds)),
  }
}
