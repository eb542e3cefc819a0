import type { BlockchainId, Network as NetworkParam } from '../../../schemas/scalars.ts'
import type { ChainInfo } from '../../../schemas/shared.ts'
import { badRequest } from '../../http/errors.ts'
import { type Network, networkConstants, primaryNetworkId } from '../../networks/constants.ts'

/** A chain of the primary network as the tables name it. */
export type ChainLetter = 'P' | 'X' | 'C'

/** The chain that a path names, and how answers show it. */
export interface PrimaryChain {
  readonly network: Network
  readonly chain: ChainLetter
  readonly info: ChainInfo
}

const chains = [
  { chainName: 'p-chain', chain: 'P' },
  { chainName: 'x-chain', chain: 'X' },
  { chainName: 'c-chain', chain: 'C' },
] as const

/** The network of a path; `testnet` is another name of fuji. G-24 */
export const networkOf = (network: NetworkParam): Network =>
  network === 'testnet' ? 'fuji' : network

/** The cb58 id of a primary-network chain. */
export function blockchainIdOf(network: Network, chain: ChainLetter): string {
  const { xChainId, cChainId } = networkConstants[network]
  return { P: primaryNetworkId, X: xChainId, C: cChainId }[chain]
}

/** The id that an alias such as `p-chain` stands for; any other text is an id already. */
export function chainIdOf(network: Network, idOrAlias: string): string {
  const named = chains.find(({ chainName }) => chainName === idOrAlias)
  return named ? blockchainIdOf(network, named.chain) : idOrAlias
}

/**
 * The chain of a path, which names it by alias or id.
 * @throws 400 for an id of the other network
 */
export function findPrimaryChain(params: {
  network: NetworkParam
  blockchainId: BlockchainId
}): PrimaryChain {
  const network = networkOf(params.network)
  const id = chainIdOf(network, params.blockchainId)
  const found = chains.find(({ chain }) => blockchainIdOf(network, chain) === id)
  // G-25
  if (!found) throw badRequest(`blockchainId ${id} is not a chain of ${network}`)
  return { network, chain: found.chain, info: { chainName: found.chainName, network } }
}
