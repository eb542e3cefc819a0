import { runInSlices, type Sliced } from '../../../evm/reads/run-in-slices.ts'
import { TraceTooLargeError } from '../../../evm/reads/trace-too-large.ts'
import { InvalidTransactionError } from '../../../evm/transaction.ts'
import { monotonicMs } from '../../../time/clock.ts'
import { Semaphore } from '../../../world/serial-queue.ts'
import type { EvmCall } from '../evm-call.ts'
import { blockByNumber, headOf } from '../evm-chain.ts'
import { EvmRpcError, executionError } from '../rpc-error.ts'

/** Milliseconds of the reads of a request until they end with an error. G-332 */
export const maxReadMs = 15_000

/** Reads of the process that may hold tens of megabytes each; more wait in order. G-332 */
const largeReads = new Semaphore(4)

/** How a read runs. */
interface ReadOptions {
  /** Text of the error after its time. */
  readonly timeoutText: string
  /** Whether it gathers a long result. */
  readonly isLarge?: boolean
  /** Steps of the first slice, where they may be slow. */
  readonly firstSteps?: number
}

/**
 * Runs a read of a world: `read` gets a function that runs executions in slices, until the
 * deadline of the request.
 * @throws EvmRpcError, also where a reset or a restored snapshot replaces the rows between two
 *   slices
 */
export async function runRead<Result>(
  { world, chain, deadline, isGone }: Omit<EvmCall, 'args' | 'issuer'>,
  { timeoutText, isLarge = false, firstSteps }: ReadOptions,
  read: (run: (execution: Sliced) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const head = headOf(world, chain)
  let { revision } = world
  /** Throws unless all blocks that the read began with are still there. */
  const requireRows = () => {
    if (world.revision === revision) return
    if (blockByNumber(world, chain, head.number)?.hash !== head.hash)
      throw executionError('header not found')
    revision = world.revision
  }
  const requireTime = () => {
    if (monotonicMs() > deadline || isGone()) throw executionError(timeoutText)
  }
  const run = (execution: Sliced) =>
    runInSlices(
      {
        run(steps) {
          requireTime()
          requireRows()
          return execution.run(steps)
        },
      },
      { ...(firstSteps !== undefined && { firstSteps }) },
    )
  try {
    if (!isLarge) return await read(run)
    return await largeReads.run(() => {
      requireTime()
      requireRows()
      return read(run)
    })
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw new EvmRpcError(-32003, error.message)
    if (error instanceof InvalidTransactionError) throw executionError(error.message)
    throw error
  }
}

/** Text for calls that take too long. */
export const callTimeout = 'execution aborted (timeout = 15s)'
/** Text for traces that take too long. */
export const traceTimeout = 'execution timeout'
