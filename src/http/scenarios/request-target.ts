import { type Network, networkOf } from '../../networks/network.ts'

/** What the path of a request names, as far as it does. */
export interface RequestTarget {
  readonly network: Network | undefined
  /** An EVM chain id, a blockchain id or an alias. */
  readonly chain: string | undefined
}

/** @param input of an operation after validation */
export function askedPath(input: unknown): RequestTarget {
  const { network, blockchainId, chainId } = (input as { params: PathParameters }).params
  return { network: network && networkOf(network), chain: blockchainId ?? chainId }
}

interface PathParameters {
  readonly network?: Parameters<typeof networkOf>[0]
  readonly blockchainId?: string
  readonly chainId?: string
}
