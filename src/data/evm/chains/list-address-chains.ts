import { listAddressChains } from '../../../../schemas/data/address-chains.ts'
import { route } from '../../../http/rest/route.ts'
import { addressChains } from './address-chains.ts'

/** `GET /v1/address/{address}/chains`: an address that did nothing has none. */
export const listAddressChainsRoute = route(listAddressChains, (world, { params }, { caller }) =>
  addressChains(world, params.address, caller),
)
