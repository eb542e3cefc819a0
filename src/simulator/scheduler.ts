import type { StateSlot } from '../store/simulator-state.ts'

/** The cause of blocks that nobody declared. */
export const backgroundBlock = 'an everyday block'

/** A reason for which a chain has something to do at times. */
export interface EventSource {
  /** For people. */
  readonly what: string
  /** The next time, later than this one, at which something is due; infinite when there is none. */
  nextAfter(time: number): number
}

/** A chain of a network: it has something to do at times, and does all of it at once. */
export interface ScheduledChain {
  /** P, X, C, or the EVM chain id of an L1. */
  readonly name: string
  readonly causes: readonly EventSource[]
  /** Does all that is due at this time; when nothing is, what goes on every day. */
  advance(time: number): void
}

/** When the first of several causes is due after a time. */
export const earliest = (causes: readonly EventSource[], time: number): number =>
  causes.reduce((next, cause) => Math.min(next, cause.nextAfter(time)), Number.POSITIVE_INFINITY)

/** How far a network has come: everything up to `time` on the chains before and with `chain`. */
export interface Progress {
  /** Epoch seconds. */
  readonly time: number
  /** Place in the list of chains. */
  readonly chain: number
}

/** Something that is due. */
export interface Due {
  /** Epoch seconds. */
  readonly time: number
  readonly chain: string
  readonly what: string
}

/**
 * The chains of one network, living through time together: always the earliest time next, and at
 * the same time the chain that comes first in the list. A step is one chain at one time; between
 * any two steps the world is whole and can be left and opened again.
 */
export class NetworkScheduler {
  readonly #chains: readonly ScheduledChain[]
  readonly #state: StateSlot<Progress>
  /** Until a step is taken: nothing else changes when the chains have something to do. */
  #next: Progress | undefined

  constructor(chains: readonly ScheduledChain[], state: StateSlot<Progress>) {
    this.#chains = chains
    this.#state = state
  }

  /** A chain by its name. */
  chain(name: string): ScheduledChain | undefined {
    return this.#chains.find((each) => each.name === name)
  }

  get progress(): Progress {
    return this.#state.get('') ?? { time: 0, chain: -1 }
  }

  /** When the next step is, epoch seconds; infinite when nothing will ever happen. */
  nextTime(): number {
    return this.#following().time
  }

  /** Takes the next step. @returns its time */
  step(): number {
    const next = this.#following()
    this.#next = undefined
    this.#chains[next.chain]?.advance(next.time)
    this.#state.set('', next)
    return next.time
  }

  /** Notes that nothing more is due up to this time. */
  rest(time: number): void {
    if (time <= this.progress.time) return
    this.#next = undefined
    this.#state.set('', { time, chain: this.#chains.length - 1 })
  }

  /** What is due next as things stand, at most so many for each cause, in no order. */
  upcoming(most: number): Due[] {
    return this.#chains.flatMap(({ name, causes }) =>
      causes.flatMap(({ what, nextAfter }) => {
        const dues: Due[] = []
        let { time } = this.progress
        while (dues.length < most) {
          const next = nextAfter(time)
          // Some causes know their next time only.
          if (next <= time || !Number.isFinite(next)) break
          time = next
          dues.push({ time, chain: name, what })
        }
        return dues
      }),
    )
  }

  /** Asks the chains again, because the pace has changed. */
  askAgain(): void {
    this.#next = undefined
  }

  #following(): Progress {
    this.#next ??= this.#earliest()
    return this.#next
  }

  #earliest(): Progress {
    const done = this.progress
    let next: Progress = { time: Number.POSITIVE_INFINITY, chain: -1 }
    this.#chains.forEach((living, chain) => {
      const since = chain <= done.chain ? done.time : done.time - 1
      const time = earliest(living.causes, since)
      if (time < next.time) next = { time, chain }
    })
    return next
  }
}
