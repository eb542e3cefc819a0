import { type EvmChainInfo, listChains } from '../../../schemas/data/chains.ts'
import { route } from '../../http/route.ts'
import { query } from '../../store/query.ts'

/** `GET /v1/chains`: every EVM chain of the world, filtered by network and feature; not paged. */
export const listChainsRoute = route(listChains, (world, { query }) => {
  const network = query.network === 'testnet' ? 'fuji' : (query.network ?? null)
  // No chain of the world offers webhooks yet.
  if (query.feature === 'webhooks') return { chains: [] }
  return { chains: world.all(selectChains, { network }).map(toEvmChainInfo) }
})

const selectChains = query<{ network: string | null }, Row>(`
  SELECT chain_id, network, blockchain_id, subnet_id, vm_id, name, description, rpc_url,
         explorer_url, logo_uri, token_name, token_symbol, token_decimals, token_logo_uri, multicall
  FROM evm_chain
  WHERE :network IS NULL OR network = :network
  ORDER BY network DESC, length(chain_id), chain_id`)

interface Row {
  chain_id: string
  network: 'mainnet' | 'fuji'
  blockchain_id: string
  subnet_id: string
  vm_id: string
  name: string
  description: string
  rpc_url: string
  explorer_url: string | null
  logo_uri: string | null
  token_name: string
  token_symbol: string
  token_decimals: number
  token_logo_uri: string | null
  multicall: string | null
}

const toEvmChainInfo = (row: Row): EvmChainInfo => ({
  chainId: row.chain_id,
  status: 'OK',
  chainName: row.name,
  description: row.description,
  platformChainId: row.blockchain_id,
  subnetId: row.subnet_id,
  vmId: row.vm_id,
  vmName: 'EVM',
  ...(row.explorer_url !== null && { explorerUrl: row.explorer_url }),
  rpcUrl: row.rpc_url,
  isTestnet: row.network === 'fuji',
  ...(row.multicall !== null && { utilityAddresses: { multicall: row.multicall } }),
  networkToken: {
    name: row.token_name,
    symbol: row.token_symbol,
    decimals: row.token_decimals,
    ...(row.token_logo_uri !== null && { logoUri: row.token_logo_uri }),
  },
  ...(row.logo_uri !== null && { chainLogoUri: row.logo_uri }),
  private: false,
  enabledFeatures: ['nftIndexing', 'teleporter'],
})
