import { runInSlices, type Sliced } from '../../../evm/reads/run-in-slices.ts'
import { TraceTooLargeError } from '../../../evm/reads/trace-too-large.ts'
import { InvalidTransactionError } from '../../../evm/transaction.ts'
import { monotonicMs } from '../../../time/clock.ts'
import type { World } from '../../../world/world.ts'
import { EvmRpcError, executionError } from '../rpc-error.ts'

/** Milliseconds until a read ends with an error. G-332 */
const maxMs = 15_000

/**
 * Runs a read of a world: `read` gets a function that runs executions in slices, all together for
 * at most 15 s.
 * @param timeoutText text of the error after that time
 * @throws EvmRpcError
 */
export async function runRead<Result>(
  world: World,
  timeoutText: string,
  read: (run: (execution: Sliced) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const end = monotonicMs() + maxMs
  const { revision } = world
  const run = (execution: Sliced) =>
    runInSlices({
      run(steps) {
        if (monotonicMs() > end) throw executionError(timeoutText)
        return execution.run(steps)
      },
    })
  try {
    return await read(run)
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw new EvmRpcError(-32003, error.message)
    if (error instanceof InvalidTransactionError) throw executionError(error.message)
    if (error instanceof EvmRpcError || world.revision === revision) throw error
    // A reset or a restored snapshot has replaced the rows between two slices.
    throw executionError('header not found')
  }
}

/** Text for calls that take too long. */
export const callTimeout = 'execution aborted (timeout = 15s)'
/** Text for traces that take too long. */
export const traceTimeout = 'execution timeout'
