import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Runs a program in a separate thread.
 * @param options with `workerData`, its input
 * @param signal abort signal that ends it
 * @returns the first message of the program
 * @throws what the program throws, and an error when it ends without a message
 */
export async function runInThread(
  program: URL,
  options: WorkerOptions,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted()
  const thread = new Worker(program, options)
  const end = () => void thread.terminate()
  signal?.addEventListener('abort', end)
  try {
    const [message] = await Promise.race([
      once(thread, 'message'),
      once(thread, 'exit').then(() => {
        throw signal?.reason ?? new Error('the thread has ended without a result')
      }),
    ])
    return message
  } finally {
    signal?.removeEventListener('abort', end)
    await thread.terminate()
  }
}
