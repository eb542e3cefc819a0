import type { Moment } from '../../../schemas/definition/common.ts'
import type { Random } from '../random.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import type { PrimaryState } from './state.ts'

/** Something declared that happens at a time; it decides then what transactions it takes. */
export interface PlannedEvent {
  /** Where the definition declares it, a JSON pointer. */
  readonly pointer: string
  readonly chain: 'P' | 'X'
  /** Epoch seconds. */
  readonly time: number
  act(time: number): readonly AcceptableTransaction[]
}

/** Gathers events while the definition is read. */
export interface Planner {
  readonly state: PrimaryState
  /** A stream of random numbers for one declared thing. */
  random(name: string): Random
  /** Epoch seconds of a moment and up to an hour later; moments in minutes are taken exactly. */
  near(moment: Moment, random: Random): number
  /** Notes an event unless it lies at or after now. */
  at(event: PlannedEvent): void
  /** Wants a P-chain block at this time, at which a stake starts or ends. */
  wake(time: number): void
}

/** What is planned for the two chains, in the order of time. */
export interface Plan {
  readonly events: readonly PlannedEvent[]
  /** Times at which the P-chain has something to do, not sorted. */
  readonly wakes: readonly number[]
}

/** Runs over the definition with one planner after the other. */
export function makePlan(
  state: PrimaryState,
  planners: readonly ((planner: Planner) => void)[],
): Plan {
  const { facts, setup } = state
  const events: PlannedEvent[] = []
  const wakes: number[] = []
  const planner: Planner = {
    state,
    random: (name) => setup.streams.stream(`${facts.network} ${name}`),
    near: (moment, random) => {
      const spread = random.int(0, 3599)
      return facts.secondsOf(moment) + (moment.endsWith('m') ? 0 : spread)
    },
    at(event) {
      if (event.time < setup.now) events.push(event)
    },
    wake(time) {
      if (time < setup.now) wakes.push(time)
    },
  }
  for (const plan of planners) plan(planner)
  // Equal times keep the order of the definition.
  events.sort((a, b) => a.time - b.time)
  return { events, wakes }
}
