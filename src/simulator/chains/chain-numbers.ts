import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'

/** Part of the row keys for a chain, 1 to 511, unique across both networks. */
export type ChainNumber = number

const chainsPerNetwork = 256
const places = { P: 1, X: 2, C: 3 } as const

/** Returns the number of a chain of the primary network. */
export const primaryChainNumber = (network: Network, chain: PrimaryChain): ChainNumber =>
  networkBase(network) + places[chain]

/**
 * Returns the number of an L1.
 * @param index place among the EVM chains of the network other than the C-chain, from 0
 */
export function subnetChainNumber(network: Network, index: number): ChainNumber {
  const number = Object.keys(places).length + 1 + index
  if (number >= chainsPerNetwork)
    throw new Error(`${network} has ${index} EVM chains besides the C-chain, the maximum`)
  return networkBase(network) + number
}

const networkBase = (network: Network) => (network === 'mainnet' ? 0 : chainsPerNetwork)
