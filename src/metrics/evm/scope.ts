import { notFound, quoteInput } from '../../http/response/errors.ts'
import type { Network } from '../../networks/network.ts'
import type { World } from '../../world/world.ts'
import { findMetricsChain, metricsChains } from '../chains/metrics-chains.ts'

/** Single EVM chain, or several that count as one. */
export interface Scope {
  /** Name in rows: an EVM chain id, a network, or total. */
  readonly name: string
  /** EVM chain ids. */
  readonly chains: readonly string[]
}

/** Groups of chains by their names in paths. G-122 */
const several: Readonly<Record<string, { name: string; network: Network | undefined }>> = {
  mainnet: { name: 'mainnet', network: 'mainnet' },
  testnet: { name: 'fuji', network: 'fuji' },
  total: { name: 'total', network: undefined },
}

/** Returns the chains of a path. @throws 404 for a chain outside the world */
export function findScope(world: World, chainId: string): Scope {
  const together = Object.hasOwn(several, chainId) ? several[chainId] : undefined
  if (together)
    return {
      name: together.name,
      chains: metricsChains(world, together.network).map(({ evmChainId }) => String(evmChainId)),
    }
  const chain = findMetricsChain(world, chainId)
  if (!chain) throw notFound(`Chain ${quoteInput(chainId)} does not exist`)
  const name = String(chain.evmChainId)
  return { name, chains: [name] }
}
