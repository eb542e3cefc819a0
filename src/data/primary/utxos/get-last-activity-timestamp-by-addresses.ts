import { getLastActivityTimestampByAddresses } from '../../../../schemas/data/utxos.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { readAddresses } from '../text-lists.ts'
import { lastActivity } from './last-activity.ts'

/** `GET …/blockchains/{blockchainId}/lastActivityTimestampByAddresses`. G-127 */
export const getLastActivityTimestampByAddressesRoute = route(
  getLastActivityTimestampByAddresses,
  (world, { params, query }) => {
    const chain = findPrimaryChain(params)
    return lastActivity(world, chain, readAddresses('addresses', query.addresses, chain.network))
  },
)
