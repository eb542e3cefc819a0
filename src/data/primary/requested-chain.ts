import type { ChainInfo } from '../../../schemas/common-shapes.ts'
import type { BlockchainId, NetworkParameter } from '../../../schemas/scalars.ts'
import { badRequest } from '../../http/response/errors.ts'
import { type Network, networkOf } from '../../networks/network.ts'
import {
  blockchainIdOf,
  chainNames,
  type PrimaryChain,
  primaryChains,
} from '../../networks/primary-chain.ts'

/** Chain that a path names, and its form in responses. */
export interface RequestedChain {
  readonly network: Network
  readonly chain: PrimaryChain
  readonly info: ChainInfo
}

/** Returns the id for an alias such as `p-chain`; any other text is an id already. */
export function chainIdOf(network: Network, idOrAlias: string): string {
  const named = primaryChains.find((chain) => chainNames[chain] === idOrAlias)
  return named ? blockchainIdOf(network, named) : idOrAlias
}

/**
 * Returns the chain of a path, which names it by alias or id.
 * @throws 400 for an id of the other network
 */
export function findPrimaryChain(params: {
  network: NetworkParameter
  blockchainId: BlockchainId
}): RequestedChain {
  const network = networkOf(params.network)
  const id = chainIdOf(network, params.blockchainId)
  const chain = primaryChains.find((one) => blockchainIdOf(network, one) === id)
  // G-25
  if (!chain) throw badRequest(`blockchainId ${id} is not a chain of ${network}`)
  return { network, chain, info: { chainName: chainNames[chain], network } }
}
