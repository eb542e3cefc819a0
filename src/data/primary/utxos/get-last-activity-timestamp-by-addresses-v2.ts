import {
  getLastActivityTimestampByAddressesV2,
  postedStatus,
} from '../../../../schemas/data/utxos.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { readAddresses } from '../text-lists.ts'
import { lastActivity } from './last-activity.ts'
import { maxPostedAddresses } from './posted-addresses.ts'

/** `POST …/blockchains/{blockchainId}/lastActivityTimestampByAddresses`. G-127 */
export const getLastActivityTimestampByAddressesV2Route = route(
  getLastActivityTimestampByAddressesV2,
  (world, { params, body }) => {
    const chain = findPrimaryChain(params)
    const owners = readAddresses('addresses', body.addresses, chain.network, maxPostedAddresses)
    return lastActivity(world, chain, owners)
  },
  { successStatus: postedStatus.in },
)
