import { NoSpaceError } from '../store/no-space.ts'

/** How long a read waits for what a clock has passed at most, milliseconds. G-150 */
export const maxWaitMs = 250

/**
 * Lets reads wait for a change that is short most of the time: until it is done, but no longer than
 * {@link maxWaitMs} from when it began.
 */
export class Patience {
  #waiting: Promise<unknown> | undefined

  /** What to wait for; undefined: nothing, or for long enough. */
  get waiting(): Promise<unknown> | undefined {
    return this.#waiting
  }

  /** @returns the change itself */
  with<Result>(change: Promise<Result>): Promise<Result> {
    const waiting = atMost(change, maxWaitMs)
    this.#waiting = waiting
    const end = () => {
      if (this.#waiting === waiting) this.#waiting = undefined
    }
    waiting.then(end, end)
    return change
  }
}

/** Settles as a change does, but after so many milliseconds at the latest. */
export function atMost(change: Promise<unknown>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    change.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Lets a read go on where the change that it waited for found no space: it shows the last commit. */
export function unlessFull(error: unknown): void {
  if (!(error instanceof NoSpaceError)) throw error
}
