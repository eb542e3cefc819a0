import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** Last block of a chain; `time` is epoch seconds. */
export interface ChainHead {
  readonly height: number
  readonly time: number
}

/**
 * Returns the last block of a chain.
 * @param chain P, X, C, or the EVM chain id of an L1 of the network
 */
export function chainHead(
  store: Pick<WorldStore, 'get'>,
  network: Network,
  chain: string,
): ChainHead | undefined {
  if (chain === 'P' || chain === 'X') return store.get(selectPrimary, { network, chain })
  const chainId = chain === 'C' ? networkConstants[network].evmChainId : chain
  return store.get(selectEvm, { chainId })
}

const selectPrimary = statement<{ network: Network; chain: string }, ChainHead>(`
  SELECT height, timestamp AS time FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

const selectEvm = statement<{ chainId: string }, ChainHead>(`
  SELECT number AS height, timestamp AS time FROM evm_block
  WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)
