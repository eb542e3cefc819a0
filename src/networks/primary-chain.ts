import { networkConstants, primaryNetworkId } from './constants.ts'
import type { Network } from './network.ts'

/** Chains of the primary network, by the letter before their addresses. */
export const primaryChains = ['P', 'X', 'C'] as const

export type PrimaryChain = (typeof primaryChains)[number]

/** Names of the chains in paths and responses of the Data API. */
export const chainNames = { P: 'p-chain', X: 'x-chain', C: 'c-chain' } as const

/** Returns the cb58 id of a chain of the primary network. */
export function blockchainIdOf(network: Network, chain: PrimaryChain): string {
  const { xChainId, cChainId } = networkConstants[network]
  return { P: primaryNetworkId, X: xChainId, C: cChainId }[chain]
}
