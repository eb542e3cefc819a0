import type { StateSlot } from '../store/simulator-state.ts'

/** Cause of background blocks. */
export const backgroundBlock = 'a background block'

/** A reason for which a chain acts at certain times. */
export interface EventSource {
  /** Description for people. */
  readonly what: string
  /** Returns the next due time, later than this one; infinite when there is none. */
  nextAfter(time: number): number
}

/** A chain of a network: it acts at certain times, and does everything due at once. */
export interface ScheduledChain {
  /** P, X, C, or the EVM chain id of an L1. */
  readonly name: string
  readonly sources: readonly EventSource[]
  /** Does everything due at this time; otherwise makes background traffic. */
  act(time: number): void
}

/** Returns the first due time of several event sources after a time. */
export const earliest = (sources: readonly EventSource[], time: number): number =>
  sources.reduce((next, source) => Math.min(next, source.nextAfter(time)), Number.POSITIVE_INFINITY)

/**
 * Progress of a network: everything up to `time` is done on the chains up to and including `chain`.
 */
export interface Progress {
  /** Epoch seconds. */
  readonly time: number
  /** Index in the list of chains. */
  readonly chain: number
}

/** A due event. */
export interface Due {
  /** Epoch seconds. */
  readonly time: number
  readonly chain: string
  readonly what: string
}

/**
 * Scheduler for the chains of one network. It always takes the earliest time next, and at equal
 * times the first chain in the list. A step is one chain at one time. Between any two steps the
 * world is consistent and can be closed and opened again.
 */
export class NetworkScheduler {
  readonly #chains: readonly ScheduledChain[]
  readonly #state: StateSlot<Progress>
  /** Next step, cached until it is taken or `forgetNext` clears it. */
  #next: Progress | undefined

  constructor(chains: readonly ScheduledChain[], state: StateSlot<Progress>) {
    this.#chains = chains
    this.#state = state
  }

  /** Returns a chain by its name. */
  chain(name: string): ScheduledChain | undefined {
    return this.#chains.find((each) => each.name === name)
  }

  get progress(): Progress {
    return this.#state.get('') ?? { time: 0, chain: -1 }
  }

  /** Returns the time of the next step, epoch seconds; infinite when there is none. */
  nextTime(): number {
    return this.#following().time
  }

  /**
   * Takes the next step.
   * @returns its time
   */
  step(): number {
    const next = this.#following()
    this.#next = undefined
    this.#chains[next.chain]?.act(next.time)
    this.#state.set('', next)
    return next.time
  }

  /** Records that nothing more is due up to this time. */
  settleUntil(time: number): void {
    if (time <= this.progress.time) return
    this.#next = undefined
    this.#state.set('', { time, chain: this.#chains.length - 1 })
  }

  /**
   * Returns the next due events as of the present state, at most `max` for each source, in no
   * order.
   */
  upcoming(max: number): Due[] {
    return this.#chains.flatMap(({ name, sources }) =>
      sources.flatMap(({ what, nextAfter }) => {
        const dues: Due[] = []
        let { time } = this.progress
        while (dues.length < max) {
          const next = nextAfter(time)
          // Some event sources know their next time only.
          if (next <= time || !Number.isFinite(next)) break
          time = next
          dues.push({ time, chain: name, what })
        }
        return dues
      }),
    )
  }

  /**
   * Clears the cached next step. Callers do so when the pace has changed, after actions and blocks on
   * demand, and before time passes between their transactions: all of these move due times.
   */
  forgetNext(): void {
    this.#next = undefined
  }

  #following(): Progress {
    this.#next ??= this.#earliest()
    return this.#next
  }

  #earliest(): Progress {
    const done = this.progress
    let next: Progress = { time: Number.POSITIVE_INFINITY, chain: -1 }
    this.#chains.forEach((scheduled, chain) => {
      const since = chain <= done.chain ? done.time : done.time - 1
      const time = earliest(scheduled.sources, since)
      if (time < next.time) next = { time, chain }
    })
    return next
  }
}
