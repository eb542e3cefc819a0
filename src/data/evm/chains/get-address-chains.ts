import { getAddressChains } from '../../../../schemas/data/address-chains.ts'
import { route } from '../../../http/rest/route.ts'
import { addressChains } from './address-chains.ts'

/** `GET /v1/chains/address/{address}`: an address that did nothing has none. */
export const getAddressChainsRoute = route(getAddressChains, (world, { params }, { caller }) =>
  addressChains(world, params.address, caller),
)
