import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { type InParts, runToEnd } from '../../util/in-parts.ts'
import type { SimulationClock } from '../simulation-clock.ts'
import type { ActionContext } from './action-context.ts'
import { locateResults, type Unplaced } from './locate-results.ts'
import { type ActingNetwork, openActionContext } from './open-action-context.ts'
import { RefusedActionError, refusedAction } from './refused-action-error.ts'
import type { Applied, Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/**
 * Applies the actions of a request. Afterwards all their transactions are in accepted blocks. When
 * a chain's rules demand a later time, that time has passed for the whole world. It yields
 * repeatedly, so that requests are served meanwhile; no other change of the world may run before it
 * ends.
 * @throws RefusedActionError, and leaves a state that must be discarded unless it says otherwise
 */
export function* applyActions(
  actions: readonly Action[],
  networks: readonly ActingNetwork[],
  simulation: SimulationClock,
  store: Pick<WorldStore, 'get'>,
): Generator<undefined, ActionResult[]> {
  const contexts = networks.map((network) => openActionContext(network, simulation, () => flush()))
  const assemblers = () =>
    contexts.flatMap(({ platform, exchange, evm }) => [platform, exchange, ...evm.values()])
  const flush = () => {
    for (const assembler of assemblers()) assembler.flush()
  }
  const before = simulation.now()
  const contextOf = (network: Network | undefined) => {
    const context = contexts.find((each) => each.network === network)
    if (!context) throw new Error('internal error: the action names no network')
    return context
  }
  const results = yield* applyVerbs(actions, contextOf, (refused) => {
    // A signed transaction is verified before anything changes, unless time had to pass for it.
    const isFirst = refused.index === 0 && actions[0]?.do === 'issue'
    refused.leavesSimulation = isFirst && simulation.now() === before
  })
  for (const assembler of assemblers()) {
    try {
      assembler.flush()
    } catch (error) {
      throw refusedAction(actions.length - 1, error, actions.at(-1) as Action)
    }
    yield
  }
  return locateResults(results, store, simulation.now())
}

/** Applies the actions of a request like `applyActions`, without interruption. */
export function applyActionsAtOnce(...given: Parameters<typeof applyActions>): ActionResult[] {
  return runToEnd(applyActions(...given))
}

/**
 * Applies actions in order, with a pause after each and between the parts of a transaction. The caller then accepts open blocks, after
 * which the transactions have a place.
 * @param onRefusal function that receives a refusal before it is thrown
 * @throws RefusedActionError, and leaves a state that must be discarded
 */
function* applyVerbs(
  actions: readonly Action[],
  contextOf: (network: Network | undefined) => ActionContext,
  onRefusal: (refused: RefusedActionError) => void,
): Generator<undefined, Unplaced[]> {
  const results: Unplaced[] = []
  for (const [index, action] of actions.entries()) {
    try {
      const context = contextOf(action.network)
      const verb = verbs[action.do] as Verb<Action>
      const applied = verb(context, inTermsOf(context.network, action))
      for (const made of [isInParts(applied) ? yield* applied : applied].flat())
        results.push({ do: action.do, network: context.network, ...made })
    } catch (error) {
      const thrown = refusedAction(index, error, action)
      if (thrown instanceof RefusedActionError) onRefusal(thrown)
      throw thrown
    }
    yield
  }
  return results
}

const isInParts = (applied: ReturnType<Verb<never>>): applied is InParts<Applied> =>
  'next' in applied

/** Returns the action with C in place of the C-chain's EVM chain id. */
function inTermsOf(network: Network, action: Action): Action {
  const { evmChainId } = networkConstants[network]
  const chains = Object.entries(action).filter(
    ([field, value]) => /chain$/i.test(field) && value === evmChainId,
  )
  return { ...action, ...Object.fromEntries(chains.map(([field]) => [field, 'C'])) }
}
