import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'

interface ThreadOptions {
  /** Abort signal that ends it. */
  readonly signal?: AbortSignal
  readonly resourceLimits?: ResourceLimits
}

/**
 * Runs a program in a separate thread.
 * @param input message that the program gets; it starts before a promised one is known
 * @returns the first message of the program
 * @throws what the program throws, and an error when it ends without a message
 */
export async function runInThread(
  program: URL,
  input: unknown,
  { signal, ...options }: ThreadOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted()
  const thread = new Worker(program, options)
  const end = () => void thread.terminate()
  signal?.addEventListener('abort', end)
  try {
    const ended = once(thread, 'exit').then(() => {
      throw signal?.reason ?? new Error('the thread has ended without a result')
    })
    const result = Promise.race([once(thread, 'message'), ended])
    // It may end before its input is known.
    result.catch(() => {})
    thread.postMessage(await Promise.race([input, ended]))
    const [message] = await result
    return message
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}
