import type { RelativeTime } from '../../../../schemas/definition/common.ts'
import type { Random } from '../../random.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting, PrimaryState } from '../state.ts'

/** A declared event at a time. It decides at that time which transactions it takes. */
export interface PlannedEvent {
  /** Place of its declaration, a JSON pointer. */
  readonly pointer: string
  readonly chain: 'P' | 'X'
  /** Epoch seconds. */
  readonly time: number
  act(state: Drafting, time: number): readonly SignedTransaction[]
}

/** Collector of events while the definition is read. It reads no state, only constants. */
export interface Planner {
  readonly state: Pick<PrimaryState, 'setup' | 'facts' | 'cast' | 'nodes'>
  /** Returns a random stream for one declared thing. */
  random(name: string): Random
  /**
   * Returns the epoch seconds of a relative time plus up to an hour; relative times in minutes are
   * exact.
   */
  near(time: RelativeTime, random: Random): number
  /** Adds an event. */
  at(event: PlannedEvent): void
  /** Adds an endless series of events, in the order of their times. */
  always(events: Iterator<PlannedEvent, undefined>): void
}

/** Planned events of a chain. */
export interface Plan {
  /**
   * Returns the time of the next event after a time, epoch seconds; infinite when there is none.
   */
  nextAfter(time: number): number
  /** Returns the events of a time in the order of the definition. */
  at(time: number): PlannedEvent[]
}

/** Applies one planner after the other to the definition. Every opening gives the same plan. */
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
    near: (time, random) => {
      const spread = random.int(0, 3599)
      return facts.secondsOf(time) + (time.endsWith('m') ? 0 : spread)
    },
    at: (event) => void declared.push(event),
    always: (events) => void endless.push(events),
  }
  for (const plan of planners) plan(planner)
  // Equal times keep the order of the definition.
  declared.sort((a, b) => a.time - b.time)
  const scheduleOf = (chain: PlannedEvent['chain']) =>
    new LazySchedule(declared.filter((event) => event.chain === chain).values())
  return {
    P: together([...endless.map((events) => new LazySchedule(events)), scheduleOf('P')]),
    X: scheduleOf('X'),
  }
}

/** Combines several plans of one chain, in order. */
function together(plans: readonly Plan[]): Plan {
  // The plans never change, so the next time stays valid until it is reached.
  let requested = Number.POSITIVE_INFINITY
  let next = Number.NEGATIVE_INFINITY
  return {
    nextAfter(time) {
      if (time < requested || time >= next) {
        requested = time
        next = Math.min(...plans.map((plan) => plan.nextAfter(time)))
      }
      return next
    },
    at: (time) => plans.flatMap((plan) => plan.at(time)),
  }
}

/** Events that are generated on demand. */
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
