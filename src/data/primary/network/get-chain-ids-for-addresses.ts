import { getChainIdsForAddresses } from '../../../../schemas/data/primary-network.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { blockchainIdOf, type PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import { readAddresses } from '../text-lists.ts'

/** `GET /v1/networks/{network}/addresses:listChainIds`: an item for each address. G-129 */
export const getChainIdsForAddressesRoute = route(
  getChainIdsForAddresses,
  (world, { params, query }) => {
    const network = networkOf(params.network)
    const requested = readAddresses('addresses', query.addresses, network)
    const rows = world.all(selectChains, { network, addresses: JSON.stringify(requested) })
    return {
      addresses: rows.map(({ address, chains }) => ({
        address,
        blockchainIds: (JSON.parse(chains) as PrimaryChain[]).map((chain) =>
          blockchainIdOf(network, chain),
        ),
      })),
    }
  },
)

/**
 * Chains with transactions of the address, or with outputs of the genesis for an address without
 * any.
 */
const selectChains = statement<
  { network: string; addresses: string },
  { address: string; chains: string }
>(`
  SELECT asked.value AS address,
         json_group_array(chain.value ORDER BY chain.key) FILTER (WHERE
           EXISTS (SELECT 1 FROM address_transaction AS own
                   WHERE own.network = :network AND own.chain = chain.value
                     AND own.address = asked.value)
           OR EXISTS (SELECT 1 FROM utxo JOIN utxo_address AS owner ON owner.utxo_seq = utxo.seq
                      WHERE utxo.emitted_by IS NULL AND utxo.network = :network
                        AND utxo.created_on_chain = chain.value AND owner.address = asked.value)
         ) AS chains
  FROM json_each(:addresses) AS asked CROSS JOIN json_each('["P","X","C"]') AS chain
  GROUP BY asked.key
  ORDER BY asked.key`)
