import type { RelativeTime } from '../../../../schemas/definition/common.ts'
import type { Random } from '../../random.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting, PrimaryState } from '../state.ts'

/** Something declared that happens at a time; it decides then what transactions it takes. */
export interface PlannedEvent {
  /** Where the definition declares it, a JSON pointer. */
  readonly pointer: string
  readonly chain: 'P' | 'X'
  /** Epoch seconds. */
  readonly time: number
  act(state: Drafting, time: number): readonly SignedTransaction[]
}

/** Gathers events while the definition is read; it reads no state, only what never changes. */
export interface Planner {
  readonly state: Pick<PrimaryState, 'setup' | 'facts' | 'cast' | 'nodes'>
  /** A stream of random numbers for one declared thing. */
  random(name: string): Random
  /** Epoch seconds of a moment and up to an hour later; moments in minutes are taken exactly. */
  near(moment: RelativeTime, random: Random): number
  /** Notes an event. */
  at(event: PlannedEvent): void
  /** Notes events without end, in the order of their times. */
  always(events: Iterator<PlannedEvent, undefined>): void
}

/** What is planned for a chain. */
export interface Plan {
  /** When the next event is after a time, epoch seconds; infinite when there is none. */
  nextAfter(time: number): number
  /** The events of a time in the order of the definition. */
  at(time: number): PlannedEvent[]
}

/** Runs over the definition with one planner after the other: the same plan at every opening. */
export function makePlans(
  state: Planner['state'],
  planners: readonly ((planner: Planner) => void)[],
): Readonly<Record<PlannedEvent['chain'], Plan>> {
  const { facts, setup } = state
  const declared: PlannedEvent[] = []
  const endless: Iterator<PlannedEvent, undefined>[] = []
  const planner: Planner = {
    state,
    random: (name) => setup.streams.stream(`${facts.network} ${name}`),
    near: (moment, random) => {
      const spread = random.int(0, 3599)
      return facts.secondsOf(moment) + (moment.endsWith('m') ? 0 : spread)
    },
    at: (event) => void declared.push(event),
    always: (events) => void endless.push(events),
  }
  for (const plan of planners) plan(planner)
  // Equal times keep the order of the definition.
  declared.sort((a, b) => a.time - b.time)
  const storyOf = (chain: PlannedEvent['chain']) =>
    new LazySchedule(declared.filter((event) => event.chain === chain).values())
  return {
    P: together([...endless.map((events) => new LazySchedule(events)), storyOf('P')]),
    X: storyOf('X'),
  }
}

/** Several plans of one chain, in their order. */
function together(plans: readonly Plan[]): Plan {
  // The plans never change, so up to what comes next it stays what comes next.
  let asked = Number.POSITIVE_INFINITY
  let next = Number.NEGATIVE_INFINITY
  return {
    nextAfter(time) {
      if (time < asked || time >= next) {
        asked = time
        next = Math.min(...plans.map((plan) => plan.nextAfter(time)))
      }
      return next
    },
    at: (time) => plans.flatMap((plan) => plan.at(time)),
  }
}

/** Events that are made as far as somebody asks for them. */
class LazySchedule implements Plan {
  readonly #source: Iterator<PlannedEvent, undefined>
  readonly #events: PlannedEvent[] = []
  #isOver = false

  constructor(source: Iterator<PlannedEvent, undefined>) {
    this.#source = source
  }

  nextAfter(time: number): number {
    return this.#events[this.#firstAfter(time)]?.time ?? Number.POSITIVE_INFINITY
  }

  at(time: number): PlannedEvent[] {
    return this.#events.slice(this.#firstAfter(time - 1), this.#firstAfter(time))
  }

  #firstAfter(time: number): number {
    while (!this.#isOver && (this.#events.at(-1)?.time ?? Number.NEGATIVE_INFINITY) <= time) {
      const { value } = this.#source.next()
      if (value) this.#events.push(value)
      else this.#isOver = true
    }
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#events[middle]?.time ?? 0) > time) high = middle
      else low = middle + 1
    }
    return low
  }
}
