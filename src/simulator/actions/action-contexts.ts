import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import type { Network } from '../../networks/network.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { CreatedChains, WantedChain } from '../chains/created-chains.ts'
import type { ScheduledEvmChain } from '../evm/activity.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { platformGasCapacity, unlimitedGas } from '../primary/platform/gas-capacity.ts'
import type { PrimaryNetwork } from '../primary/primary-network.ts'
import type { SimulationClock } from '../simulation-clock.ts'
import { ActionContext } from './action-context.ts'
import { doActions, locate, RefusedAction } from './apply-actions.ts'
import { BlockAssembler } from './block-assembler.ts'
import { EvmBlockAssembler } from './evm-block-assembler.ts'

/** Chains of a network as actions use them. */
export interface ActingNetwork {
  readonly network: Network
  readonly primary: PrimaryNetwork
  readonly evmChains: readonly ScheduledEvmChain[]
  readonly interchain: Interchain
  readonly created: CreatedChains
  /** Starts an EVM chain that the P-chain has created. */
  beginChain(wanted: WantedChain): ScheduledEvmChain
}

/**
 * Applies the actions of a request. Afterwards all their transactions are in accepted blocks. When
 * a chain's rules demand a later time, that time has passed for the whole world. It yields
 * repeatedly, so that requests are served meanwhile; no other change of the world may run before it
 * ends.
 * @throws RefusedAction, and leaves a state that must be discarded unless it says otherwise
 */
export function* acting(
  actions: readonly Action[],
  networks: readonly ActingNetwork[],
  simulation: SimulationClock,
  store: Pick<WorldStore, 'get'>,
): Generator<undefined, ActionResult[]> {
  const contexts = networks.map((network) => openContext(network, simulation, () => flush()))
  const assemblers = () =>
    contexts.flatMap(({ platform, exchange, evm }) => [platform, exchange, ...evm.values()])
  const flush = () => {
    for (const assembler of assemblers()) assembler.flush()
  }
  const before = simulation.now()
  const contextOf = (network: Network | undefined) => {
    const context = contexts.find((each) => each.network === network)
    if (!context) throw new Error('an action says its network')
    return context
  }
  const results = yield* unharmed(doActions(actions, contextOf), (refused) => {
    // A signed transaction is verified before anything changes, unless time had to pass for it.
    const isFirst = refused.index === 0 && actions[0]?.do === 'issue'
    refused.leavesSimulation = isFirst && simulation.now() === before
  })
  for (const assembler of assemblers()) {
    assembler.flush()
    yield
  }
  return locate(results, store, simulation.now())
}

/** Runs a generator; `note` receives its refusal before it is thrown. */
function* unharmed<Result>(
  running: Generator<undefined, Result>,
  note: (refused: RefusedAction) => void,
): Generator<undefined, Result> {
  try {
    return yield* running
  } catch (error) {
    if (error instanceof RefusedAction) note(error)
    throw error
  }
}

/** Applies them without interruption. */
export function act(...given: Parameters<typeof acting>): ActionResult[] {
  const done = acting(...given)
  for (;;) {
    const next = done.next()
    if (next.done) return next.value
  }
}

function openContext(
  { network, primary, evmChains, interchain, created, beginChain }: ActingNetwork,
  simulation: SimulationClock,
  flush: () => void,
): ActionContext {
  const { state, accept } = primary
  /** Returns the present, or the earliest time at which a chain takes another block. */
  const timeFrom = (earliest: number) => {
    if (earliest > simulation.now()) {
      flush()
      simulation.passTo(earliest)
    }
    return simulation.now()
  }
  const assemblerOf = (chain: ScheduledEvmChain) => new EvmBlockAssembler(chain, timeFrom)
  const evm = new Map(evmChains.map((chain) => [chain.name, assemblerOf(chain)]))
  return new ActionContext(
    {
      network,
      state,
      platform: new BlockAssembler({
        state,
        accept: accept.P,
        room: platformGasCapacity(state),
        timeFrom,
      }),
      exchange: new BlockAssembler({ state, accept: accept.X, room: unlimitedGas, timeFrom }),
      interchain,
      evm,
      timeFrom,
      created,
      beginChain(wanted) {
        const chain = beginChain(wanted)
        evm.set(chain.name, assemblerOf(chain))
      },
    },
    simulation.now,
  )
}
