import { getUtxosByAddresses } from '../../../../schemas/data/utxos.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { readAddresses } from '../text-lists.ts'
import { listUtxos } from './list-utxos.ts'

/** `GET …/blockchains/{blockchainId}/utxos`: unspent outputs, latest first by default. G-126 */
export const getUtxosByAddressesRoute = route(
  getUtxosByAddresses,
  (world, { params, query: { addresses, ...query } }) => {
    const chain = findPrimaryChain(params)
    const owners = readAddresses('addresses', addresses, chain.network)
    return listUtxos(world, getUtxosByAddresses, chain, owners, query)
  },
)
