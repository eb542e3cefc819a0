import { monotonicMs } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'

/** What runs step by step: an execution of calls, or a transaction. */
export interface Sliced {
  /**
   * Runs at most so many steps.
   * @returns whether it has ended
   */
  run(steps: number): boolean
}

/** Milliseconds until others get their turn, first and later. */
const firstSlice = 40
const laterSlice = 10

/** Bounds of the time between two looks at the clock, milliseconds. */
const minGap = 0.5
const maxGap = 2

/**
 * Runs an execution to its end. What takes more than 40 ms yields, so that requests are served in
 * between. The state that it reads must stay the same meanwhile. A single step is never divided,
 * and pairings are slow: the longest one takes 25 s for 50,000,000 gas (G-312).
 */
export async function runInSlices(
  execution: Sliced,
  now: () => number = monotonicMs,
): Promise<void> {
  // Few steps at first, since a step can hash a megabyte.
  let steps = 64
  let end = now() + firstSlice
  for (let before = now(); !execution.run(steps); ) {
    const after = now()
    if (after - before < minGap) steps *= 2
    else if (after - before > maxGap) steps = Math.ceil(steps / 2)
    if (after < end) before = after
    else {
      await yieldToEventLoop()
      before = now()
      end = before + laterSlice
    }
  }
}
