import { type Network, networkConstants, primaryNetworkId } from '../../../fixtures/networks.ts'
import type { BlockchainId, Network as NetworkParam } from '../../../schemas/scalars.ts'
import type { ChainInfo } from '../../../schemas/shared.ts'
import { badRequest } from '../../http/errors.ts'

/** A chain of the primary network as the tables name it. */
export type ChainLetter = 'P' | 'X' | 'C'

/** The chain that a path names, and how answers show it. */
export interface PrimaryChain {
  readonly network: Network
  readonly chain: ChainLetter
  readonly info: ChainInfo
}

const letters = { 'p-chain': 'P', 'x-chain': 'X', 'c-chain': 'C' } as const

/** The network of a path; `testnet` is another name of fuji. G-24 */
export const networkOf = (network: NetworkParam): Network =>
  network === 'testnet' ? 'fuji' : network

/** The cb58 id of a primary-network chain. */
export function blockchainIdOf(network: Network, chain: ChainLetter): string {
  const { xChainId, cChainId } = networkConstants[network]
  return { P: primaryNetworkId, X: xChainId, C: cChainId }[chain]
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
  for (const chainName of ['p-chain', 'x-chain', 'c-chain'] as const) {
    const chain = letters[chainName]
    if (params.blockchainId === chainName || params.blockchainId === blockchainIdOf(network, chain))
      return { network, chain, info: { chainName, network } }
  }
  // G-25
  throw badRequest(`blockchainId ${params.blockchainId} is not a chain of ${network}`)
}
