import type { Action, Do } from '../../schemas/control/actions/index.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { DefinitionError } from '../definition/definition-error.ts'
import { networkOf, secondsOf } from '../definition/story.ts'
import type { Network } from '../networks/network.ts'
import { type StateSlot, stateSlot } from '../store/simulator-state.ts'
import type { WorldStore } from '../store/world-store.ts'
import { secondsText } from '../time/time-text.ts'
import { groupBy } from '../util/grouping.ts'
import { RefusedActionError } from './actions/refused-action-error.ts'
import type { Due } from './scheduler.ts'

/** Actions of one time, applied together. */
interface StoryStep {
  /** Epoch seconds. */
  readonly time: number
  /** Actions in order, with their places in the definition's list. */
  readonly actions: readonly (Action & { readonly network: Network; readonly place: number })[]
}

/** Part of the simulation that a story needs. */
interface StorySimulation {
  /** Returns the time up to which everything due has happened, epoch seconds. */
  now(): number
  /**
   * Applies actions.
   * @throws RefusedActionError, and leaves a state that must be discarded
   */
  act(actions: readonly Action[]): void
  /** Writes data that the rows lack. */
  flush(): void
  /** Reads the state again from the rows, after a rollback. */
  reopen(): void
}

/** Declared actions of a definition: those of a time follow all other events of that time. */
export class Story {
  readonly #steps: readonly StoryStep[]
  /**
   * The definition's now, epoch seconds: an impossible action before it is an error of the
   * definition.
   */
  readonly #now: number
  readonly #store: Pick<WorldStore, 'attempt'>
  /** Number of completed steps; not stored before the first one. */
  readonly #done: StateSlot<number>
  readonly #simulation: StorySimulation

  constructor(definition: WorldDefinition, store: WorldStore, simulation: StorySimulation) {
    this.#steps = stepsOf(definition)
    this.#now = Date.parse(definition.now) / 1000
    this.#store = store
    this.#done = stateSlot(store, 'story')
    this.#simulation = simulation
  }

  /** Returns the time of the next step, epoch seconds; infinite when there is none. */
  nextTime(): number {
    const next = this.#next()
    return next ? Math.max(next.time, this.#simulation.now()) : Number.POSITIVE_INFINITY
  }

  /**
   * Applies the steps that are due, including those that become due meanwhile.
   * @throws DefinitionError for an impossible step up to the definition's now; a later one is
   *   skipped, like other declared events that cannot be paid for
   */
  catchUp(): void {
    for (
      let next = this.#next();
      next && next.time <= this.#simulation.now();
      next = this.#next()
    ) {
      if (next.time <= this.#now) this.#report(next)
      else this.#try(next)
      this.#done.set('', (this.#done.get('') ?? 0) + 1)
    }
  }

  /** Returns the next actions, in order. */
  upcoming(max: number): (Due & { readonly network: Network })[] {
    const left = this.#steps.slice(this.#done.get('') ?? 0)
    return left
      .flatMap(({ time, actions }) =>
        actions.map((action) => ({
          ...{ network: action.network, time: Math.max(time, this.#simulation.now()) },
          ...{ chain: chainOf(action), what: 'a declared action' },
        })),
      )
      .slice(0, max)
  }

  #next(): StoryStep | undefined {
    return this.#steps[this.#done.get('') ?? 0]
  }

  #report({ actions }: StoryStep): void {
    const [first] = actions
    try {
      this.#simulation.act(actions.map(withoutPlace))
    } catch (error) {
      if (!(error instanceof RefusedActionError)) throw error
      const { message, index } = error
      const pointer = `/story/${actions[index]?.place}`
      throw new DefinitionError(pointer, message, undefined, { cause: error })
    }
    const reached = this.#simulation.now()
    if (reached > this.#now)
      throw new DefinitionError(
        `/story/${first?.place}/at`,
        `its blocks would last until ${secondsText(reached)}, which is after now; use an earlier time`,
      )
  }

  #try({ actions }: StoryStep): void {
    // A rollback must undo only the step, not earlier changes.
    this.#simulation.flush()
    try {
      this.#store.attempt(() => this.#simulation.act(actions.map(withoutPlace)))
    } catch (error) {
      if (!(error instanceof RefusedActionError)) throw error
      this.#simulation.reopen()
    }
  }
}

function stepsOf(definition: WorldDefinition): StoryStep[] {
  const actions = (definition.story ?? []).map(({ at, ...action }, place) => ({
    time: secondsOf({ at, ...action }, definition),
    action: { ...action, network: networkOf({ at, ...action }), place },
  }))
  return [...groupBy(actions, ({ time }) => time)]
    .map(([time, group]) => ({ time, actions: group.map(({ action }) => action) }))
    .sort((a, b) => a.time - b.time)
}

const withoutPlace = ({ place, ...action }: Action & { readonly place: number }): Action => action

const verbsOfX: ReadonlySet<Do> = new Set<Do>(['createAsset', 'mintAsset', 'mintNft'])
const verbsOfContracts: ReadonlySet<Do> = new Set<Do>(['mint', 'transferToken', 'price'])

/**
 * Returns the chain that an action names or begins on; that of a contract by its name is known only
 * later.
 */
function chainOf(action: Action): string {
  if ('chain' in action && action.chain !== undefined) return action.chain
  if ('sourceChain' in action) return action.sourceChain
  if (verbsOfX.has(action.do)) return 'X'
  return verbsOfContracts.has(action.do) || action.do === 'deliverMessage' ? 'C' : 'P'
}
