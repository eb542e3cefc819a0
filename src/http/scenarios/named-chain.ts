import type { ScenarioFields } from '../../../schemas/control/scenarios.ts'
import { networkConstants } from '../../networks/constants.ts'
import { type Network, networks } from '../../networks/network.ts'
import { blockchainIdOf, chainNames, primaryChains } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Chain of a network, under all its names in paths and responses. */
interface NamedChain {
  readonly network: Network
  /** P, X, C, or the EVM chain id of an L1. */
  readonly chain: string
  readonly names: ReadonlySet<string>
}

/**
 * Returns the named chain. The C-chain's own id is accepted for it, and an EVM chain id implies its
 * network.
 * @returns undefined when the world has no such chain
 */
export function chainNamed(
  world: World,
  { network, chain }: ScenarioFields<'missing-chain'>,
): NamedChain | undefined {
  const evmNetwork = networks.find((one) => networkConstants[one].evmChainId === chain)
  if (evmNetwork !== undefined && (network ?? evmNetwork) !== evmNetwork) return undefined
  const wanted = evmNetwork === undefined ? chain : 'C'
  const primary = primaryChains.find((one) => one === wanted)
  if (primary) {
    const of = evmNetwork ?? network ?? world.nodeNetwork
    const names = [chainNames[primary], blockchainIdOf(of, primary)]
    if (primary === 'C') names.push(networkConstants[of].evmChainId)
    return { network: of, chain: primary, names: new Set(names) }
  }
  const l1 = world.get(selectChain, { chain })
  if (!l1 || (network ?? l1.network) !== l1.network) return undefined
  return { network: l1.network, chain, names: new Set([chain, l1.blockchain_id]) }
}

const selectChain = statement<{ chain: string }, { network: Network; blockchain_id: string }>(
  'SELECT network, blockchain_id FROM evm_chain WHERE chain_id = :chain',
)
