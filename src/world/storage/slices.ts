import { monotonicMs, processorMs } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'

/** Milliseconds that a world works before it lets requests be served. */
const sliceMs = 40
/**
 * Minimum processor time of a slice, milliseconds: on a busy machine slices get longer instead of
 * too numerous.
 */
const minWorkMs = 20

/** Milliseconds of a slice before its processor time is read. */
const shortMs = 5

/** Potentially long work on a world. */
export interface SlicedWork {
  /**
   * Does some of the work.
   * @param isLate whether it is time to end the slice
   * @returns whether all is done
   */
  some(isLate: () => boolean): boolean
  /**
   * Returns whether to stop; called between two slices. The work then stops at its current state.
   * No `AbortSignal`, since nothing waits for it, and a signal would cost each request a controller.
   */
  isStopped(): boolean
}

/** Does work in slices; requests are served between them. */
export async function inSlices({ some, isStopped }: SlicedWork): Promise<void> {
  for (;;) {
    const begun = monotonicMs()
    let end = begun + sliceMs
    let enough: number | undefined
    const isLate = () => {
      const now = monotonicMs()
      // Reading the processor time costs as much as some steps: short work never does.
      if (enough === undefined && now > begun + shortMs)
        enough = processorMs() + minWorkMs - (now - begun)
      if (now <= end || enough === undefined) return false
      // It is not read again before the rest can have been worked.
      const left = enough - processorMs()
      end = now + left
      return left < 0
    }
    if (some(isLate)) return
    await yieldToEventLoop()
    if (isStopped()) return
  }
}

/**
 * Runs a generator in slices; it yields where it may pause.
 * @returns the return value of the generator
 */
export async function stepsInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const results: Result[] = []
  await inSlices({
    some(isLate) {
      do {
        const step = steps.next()
        if (step.done) results.push(step.value)
      } while (results.length === 0 && !isLate())
      return results.length > 0
    },
    isStopped: () => false,
  })
  return results[0] as Result
}
