import { NoSpaceError } from '../store/no-space.ts'

/** Maximum time that a read waits for a clock advance, milliseconds. G-150 */
export const maxWaitMs = 250

/**
 * Lets reads wait for a change that is usually short: until it is done, but no longer than {@link
 * maxWaitMs} from its start.
 */
export class BoundedWait {
  #waiting: Promise<unknown> | undefined

  /** Promise to wait for; undefined: none, or the wait is over. */
  get waiting(): Promise<unknown> | undefined {
    return this.#waiting
  }

  /**
   * Registers a change to wait for.
   * @returns the change itself
   */
  with<Result>(change: Promise<Result>): Promise<Result> {
    const waiting = raceTimeout(change, maxWaitMs)
    this.#waiting = waiting
    const end = () => {
      if (this.#waiting === waiting) this.#waiting = undefined
    }
    waiting.then(end, end)
    return change
  }
}

/** Settles like a change, but no later than after `ms` milliseconds. */
export function raceTimeout(change: Promise<unknown>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    change.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Lets a read continue when the change that it waited for found no space: it shows the last commit.
 */
export function unlessFull(error: unknown): void {
  if (!(error instanceof NoSpaceError)) throw error
}
