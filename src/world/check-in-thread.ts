import { getHeapStatistics } from 'node:v8'
import { runInThread } from '../util/run-in-thread.ts'
import type { CheckOutcome, WantedCheck } from './check-request.ts'
import { Semaphore } from './serial-queue.ts'

/** Each check takes memory for all facts of the world, so only one runs at a time. */
const semaphore = new Semaphore(1)

/**
 * Checks the committed state of a world in a separate thread. Rules take seconds, and only the
 * request for the check waits.
 * @param signal abort signal that ends it
 */
export const checkInThread = (wanted: WantedCheck, signal: AbortSignal): Promise<CheckOutcome> =>
  semaphore.run(async () => {
    signal.throwIfAborted()
    if (isSource) return (await import('./check-outcome.ts')).outcomeOf(wanted)
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes() }
    return (await runInThread(threadUrl, wanted, { signal, resourceLimits })) as CheckOutcome
  })

/** URL of the compiled thread, beside this module in every build, including the bundled command. */
const threadUrl = new URL('./check-thread.js', import.meta.url)

/**
 * Node loads no TypeScript in a thread: when the sources run directly, the check blocks the
 * process.
 */
const isSource = import.meta.url.endsWith('.ts')

const heapMegabytes = () => Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)
