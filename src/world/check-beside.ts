import { once } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { CheckOutcome, WantedCheck } from './check-request.ts'
import { Semaphore } from './serial-queue.ts'

/** Each takes as much memory as the world has facts, and the process has one memory. */
const semaphore = new Semaphore(1)

/**
 * Checks a world in a thread of its own, which reads it as it is committed: rules take seconds, and
 * nobody waits for them but who asked.
 * @param signal ends it
 */
export const checkBeside = (wanted: WantedCheck, signal: AbortSignal): Promise<CheckOutcome> =>
  semaphore.run(async () => {
    signal.throwIfAborted()
    if (isSource) return (await import('./check-outcome.ts')).outcomeOf(wanted)
    const thread = new Worker(threadUrl, {
      workerData: wanted,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes() },
    })
    const end = () => void thread.terminate()
    signal.addEventListener('abort', end)
    try {
      const [outcome] = await Promise.race([
        once(thread, 'message'),
        once(thread, 'exit').then(() => {
          throw new Error('the world is closed')
        }),
      ])
      return outcome
    } finally {
      signal.removeEventListener('abort', end)
      await thread.terminate()
    }
  })

/** Beside this module, compiled and in the few files of the command. */
const threadUrl = new URL('./check-thread.js', import.meta.url)

/** Node loads no TypeScript in a thread: whoever runs the sources as they are waits for a check. */
const isSource = import.meta.url.endsWith('.ts')

const heapMegabytes = () => Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)
