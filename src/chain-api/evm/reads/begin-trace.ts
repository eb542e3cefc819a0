import { boundsOfTree, CallTracer } from '../../../evm/reads/call-tracer.ts'
import { PrestateTracer } from '../../../evm/reads/prestate-tracer.ts'
import type { Sliced } from '../../../evm/reads/run-in-slices.ts'
import { StructLogger } from '../../../evm/reads/struct-logger.ts'
import type { Surroundings, TransactionExecution } from '../../../evm/transaction.ts'
import type { TraceOptions } from './trace-options.ts'

/** A trace: run it, then take its JSON. */
export interface Trace {
  readonly execution: TransactionExecution
  readonly sliced: Sliced
  /** Throws InvalidTransactionError and TraceTooLargeError. */
  finish(): string
}

/** Begins the trace of an execution over a state, which has to stay as it is until the end. */
export function beginTrace<In extends Surroundings>(
  options: TraceOptions,
  surroundings: In,
  begin: (surroundings: In) => TransactionExecution,
): Trace {
  if (options.tracer === 'structLogs') {
    const execution = begin(surroundings)
    const logger = new StructLogger(execution, options.options)
    return { execution, sliced: logger.sliced, finish: () => logger.finish() }
  }
  const isCallTracer = options.tracer === 'callTracer'
  const execution = begin(isCallTracer ? { ...surroundings, ...boundsOfTree } : surroundings)
  const tracer =
    options.tracer === 'callTracer'
      ? new CallTracer(execution, options.options)
      : new PrestateTracer(execution, surroundings.state, options.isDiff)
  return { execution, sliced: tracer.sliced, finish: () => JSON.stringify(tracer.finish()) }
}
