import type { EvmChainInfo, NetworkToken } from '../../../../schemas/data/chains.ts'
import type { Caller } from '../../../http/rest/route.ts'
import { networkConstants } from '../../../networks/constants.ts'
import type { World } from '../../../world/world.ts'
import { present } from '../balances/present.ts'
import type { EvmChainRow } from '../find-chain.ts'
import { imageUrl } from '../image-url.ts'

/** Builds a chain in the form of the list of supported chains. */
export const toEvmChainInfo = (
  world: World,
  row: EvmChainRow,
  { nodeOrigin }: Pick<Caller, 'nodeOrigin'>,
): EvmChainInfo => ({
  chainId: row.chain_id,
  status: 'OK',
  chainName: row.name,
  description: row.description,
  platformChainId: row.blockchain_id,
  subnetId: row.subnet_id,
  vmId: row.vm_id,
  vmName: 'EVM',
  ...present({ explorerUrl: row.explorer_url }),
  rpcUrl: rpcUrlOf(world, row, nodeOrigin),
  isTestnet: row.network === 'fuji',
  ...(row.multicall !== null && { utilityAddresses: { multicall: row.multicall } }),
  networkToken: toNetworkToken(world, row),
  ...present({ chainLogoUri: imageUrl(world, row.logo_uri) }),
  private: false,
  enabledFeatures: ['nftIndexing', 'teleporter'],
})

/**
 * Returns the URL of a chain's RPC: that of this server, so that clients do not leave it, if its
 * node has the chain. G-250
 */
function rpcUrlOf(
  { nodeNetwork }: World,
  { network, chain_id, blockchain_id, rpc_url }: EvmChainRow,
  nodeOrigin: string | undefined,
): string {
  if (nodeOrigin === undefined || network !== nodeNetwork) return rpc_url
  const isOfC = chain_id === networkConstants[network].evmChainId
  return `${nodeOrigin}/ext/bc/${isOfC ? 'C' : blockchain_id}/rpc`
}

/** Builds the gas token of a chain. */
export const toNetworkToken = (world: World, row: EvmChainRow): NetworkToken => ({
  name: row.token_name,
  symbol: row.token_symbol,
  decimals: row.token_decimals,
  ...present({ logoUri: imageUrl(world, row.token_logo_uri), description: row.token_description }),
})
