import { runInThread } from '../../util/run-in-thread.ts'
import type { DeltaTask } from './delta-task.ts'

/**
 * Does work on deltas in a separate thread: it takes seconds for a large world. The thread starts
 * before a promised task is known.
 * @returns as `runDeltaTask`
 */
export const deltaInThread = async (task: DeltaTask | Promise<DeltaTask>): Promise<boolean> =>
  isSource
    ? (await import('./delta-task.ts')).runDeltaTask(await task)
    : (runInThread(threadUrl, task) as Promise<boolean>)

/** URL of the compiled thread, beside this module in every build, including the bundled command. */
const threadUrl = new URL('./delta-thread.js', import.meta.url)

/** Node loads no TypeScript in a thread: when the sources run directly, the process waits. */
const isSource = import.meta.url.endsWith('.ts')
