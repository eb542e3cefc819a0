import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { type Network, networks } from '../../networks/network.ts'
import { stateSlot } from '../../store/simulator-state.ts'
import { statement } from '../../store/statement.ts'
import { secondsText } from '../../time/time-text.ts'
import type { NetworkSetup } from '../setup.ts'
import type { CreatedChain } from '../shared-memory.ts'

/** An EVM chain that an action requests. */
export interface WantedChain {
  readonly chainId: string
  readonly name: string
}

/** EVM chains of a network that actions have created, in order. */
export class CreatedChains {
  readonly #setup: NetworkSetup
  readonly #state: ReturnType<typeof stateSlot<readonly EvmChainDefinition[]>>

  constructor(setup: NetworkSetup) {
    this.#setup = setup
    this.#state = stateSlot(setup.store, `${setup.network} created chains`)
  }

  all(): readonly EvmChainDefinition[] {
    return this.#state.get('') ?? []
  }

  /** Records a chain that the P-chain has created. */
  add(wanted: WantedChain, created: CreatedChain): EvmChainDefinition {
    const declared = declaredAs(this.#setup.network, wanted, created)
    this.#state.set('', [...this.all(), declared])
    return declared
  }

  /** Returns whether a known chain has this EVM chain id: a signature would be valid on both. */
  isTaken(evmChainId: string): boolean {
    const { definition, store } = this.#setup
    return (
      networks.some((network) => networkConstants[network].evmChainId === evmChainId) ||
      definition.evmChains.some(({ chainId }) => chainId === evmChainId) ||
      definition.foreignChains.some((chain) => chain.evmChainId === evmChainId) ||
      store.get(selectTaken, { evmChainId: Number(evmChainId) }) !== undefined
    )
  }
}

/** Returns a definition with defaults for undeclared properties. G-89 */
function declaredAs(
  network: Network,
  { chainId, name }: WantedChain,
  { blockchainId, createdAt }: CreatedChain,
): EvmChainDefinition {
  const symbol = name.replace(/ /g, '').slice(0, 8).toUpperCase()
  return {
    chainId,
    network,
    kind: 'l1',
    name,
    description: `An EVM chain of ${network}`,
    rpcUrl: `https://rpc.example.org/ext/bc/${encodeCb58(blockchainId)}/rpc`,
    token: { name, symbol },
    firstBlock: secondsText(createdAt),
    blocks: { small: 1, medium: 1 },
    maxTransactionsPerBlock: 1,
  }
}

const selectTaken = statement<{ evmChainId: number }, { seq: number }>(
  'SELECT seq FROM blockchain WHERE evm_chain_id = :evmChainId LIMIT 1',
)
