import { monotonicMs } from '../../time/clock.ts'
import { isLongTurn, turnOfLoop } from '../../time/turns-of-loop.ts'

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
 * between. The state that it reads must stay the same meanwhile. A single step is never divided:
 * slow precompiles run in parts, of which a pairing of two points is the longest (G-312).
 * @param options.firstSteps steps before the first look at the clock
 */
export async function runInSlices(
  execution: Sliced,
  { now = monotonicMs, firstSteps = 64 }: { now?: () => number; firstSteps?: number } = {},
): Promise<void> {
  // Requests that arrive together begin in one turn of the loop, and share its time.
  while (isLongTurn()) await turnOfLoop()
  // Few steps at first, since a step can hash a megabyte.
  let steps = firstSteps
  let end = now() + firstSlice
  for (let before = now(); !execution.run(steps); ) {
    const after = now()
    if (after - before < minGap) steps *= 2
    else if (after - before > maxGap) steps = Math.ceil(steps / 2)
    if (after < end) before = after
    else {
      await turnOfLoop()
      before = now()
      end = before + laterSlice
    }
  }
}
