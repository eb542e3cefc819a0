import { listChains } from '../../../../schemas/data/chains.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { networkOf } from '../../network.ts'
import { type EvmChainRow, evmChainColumns } from '../find-chain.ts'
import { toEvmChainInfo } from './chain-info.ts'

/** `GET /v1/chains`: every EVM chain of the world, filtered by network and feature; not paged. */
export const listChainsRoute = route(listChains, (world, { query }) => {
  const network = query.network ? networkOf(query.network) : null
  // No chain of the world offers webhooks yet.
  if (query.feature === 'webhooks') return { chains: [] }
  return { chains: world.all(selectChains, { network }).map(toEvmChainInfo) }
})

const selectChains = statement<{ network: string | null }, EvmChainRow>(`
  SELECT ${evmChainColumns}
  FROM evm_chain
  WHERE :network IS NULL OR network = :network
  ORDER BY network DESC, length(chain_id), chain_id`)
