import { monotonicMs, processorMs } from '../../time/clock.ts'

/** How long a world is busy before it lets others be answered, milliseconds. */
const sliceMs = 40
/** Of that, what a slice works at least: on a busy machine slices get longer, and not too many. */
const minWorkMs = 20

/** Work on a world that may take long. */
export interface SlicedWork {
  /**
   * Some of the work.
   * @param isLate whether it is time to end the slice
   * @returns whether all is done
   */
  some(isLate: () => boolean): boolean
  /** Asked between two slices: when it says so, the work stays where it came. */
  isStopped(): boolean
}

/** Does work in slices; between them others are answered. */
export async function inSlices({ some, isStopped }: SlicedWork): Promise<void> {
  for (;;) {
    const enough = processorMs() + minWorkMs
    let end = monotonicMs() + sliceMs
    const isLate = () => {
      const now = monotonicMs()
      if (now <= end) return false
      // Asking for it costs as much as some steps, so not before what is left can have been worked.
      const left = enough - processorMs()
      end = now + left
      return left < 0
    }
    if (some(isLate)) return
    await yieldToEventLoop()
    if (isStopped()) return
  }
}

/** Does work that says in its steps where it may stop, in slices. @returns what it returns in the end */
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

/** Lets others be answered. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
