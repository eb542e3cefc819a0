import { type Network, networkOf } from '../../networks/network.ts'

/** Network and chain in the path of a request, as far as it names them. */
interface RequestTarget {
  readonly network: Network | undefined
  /** EVM chain id, blockchain id or alias. */
  readonly chain: string | undefined
}

/**
 * Returns the network and chain in the path of a request.
 * @param input input of an operation after validation
 */
export function requestTargetOf(input: unknown): RequestTarget {
  const { network, blockchainId, chainId } = (input as { params: PathParameters }).params
  return { network: network && networkOf(network), chain: blockchainId ?? chainId }
}

interface PathParameters {
  readonly network?: Parameters<typeof networkOf>[0]
  readonly blockchainId?: string
  readonly chainId?: string
}
