import type { Kept } from '../store/kept.ts'

/** A chain of a network: it has something to do at times, and does all of it at once. */
export interface LivingChain {
  /** The next time, later than this one, at which something is due; infinite when there is none. */
  nextAfter(time: number): number
  /** Does all that is due at this time. */
  advance(time: number): void
}

/** How far a network has come: everything up to `time` on the chains before and with `chain`. */
export interface Progress {
  /** Epoch seconds. */
  readonly time: number
  /** Place in the list of chains. */
  readonly chain: number
}

/**
 * The chains of one network, living through time together: always the earliest time next, and at
 * the same time the chain that comes first in the list. A step is one chain at one time; between
 * any two steps the world is whole and can be left and opened again.
 */
export class NetworkLife {
  readonly #chains: readonly LivingChain[]
  readonly #kept: Kept<Progress>

  constructor(chains: readonly LivingChain[], kept: Kept<Progress>) {
    this.#chains = chains
    this.#kept = kept
  }

  get progress(): Progress {
    return this.#kept.get('') ?? { time: 0, chain: -1 }
  }

  /** When the next step is, epoch seconds; infinite when nothing will ever happen. */
  nextTime(): number {
    return this.#next().time
  }

  /** Takes the next step. @returns its time */
  step(): number {
    const next = this.#next()
    this.#chains[next.chain]?.advance(next.time)
    this.#kept.set('', next)
    return next.time
  }

  /** Notes that nothing more is due up to this time. */
  rest(time: number): void {
    if (time > this.progress.time) this.#kept.set('', { time, chain: this.#chains.length - 1 })
  }

  #next(): Progress {
    const done = this.progress
    let next: Progress = { time: Number.POSITIVE_INFINITY, chain: -1 }
    this.#chains.forEach((living, chain) => {
      const time = living.nextAfter(chain <= done.chain ? done.time : done.time - 1)
      if (time < next.time) next = { time, chain }
    })
    return next
  }
}
