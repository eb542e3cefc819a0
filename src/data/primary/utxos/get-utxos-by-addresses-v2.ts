import { getUtxosByAddressesV2, postedStatus } from '../../../../schemas/data/utxos.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { readAddresses } from '../text-lists.ts'
import { listUtxos } from './list-utxos.ts'
import { maxPostedAddresses } from './posted-addresses.ts'

/** `POST …/blockchains/{blockchainId}/utxos`: like GET, with more addresses. G-126 */
export const getUtxosByAddressesV2Route = route(
  getUtxosByAddressesV2,
  (world, { params, query, body }) => {
    const chain = findPrimaryChain(params)
    const owners = readAddresses('addresses', body.addresses, chain.network, maxPostedAddresses)
    return listUtxos(world, getUtxosByAddressesV2, chain, owners, query)
  },
  { successStatus: postedStatus.in },
)
