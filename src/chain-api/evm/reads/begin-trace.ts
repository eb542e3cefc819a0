import { CallTracer, TREE_BYTES } from '../../../evm/reads/call-tracer.ts'
import { PrestateTracer } from '../../../evm/reads/prestate-tracer.ts'
import type { Sliced } from '../../../evm/reads/run-in-slices.ts'
import { StructLogger } from '../../../evm/reads/struct-logger.ts'
import type { Surroundings, TransactionExecution } from '../../../evm/transaction.ts'
import type { TraceOptions } from './trace-options.ts'

/** A trace: run it, then take its JSON. */
export interface Trace {
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
  if (options.tracer === 'structLogs') return new StructLogger(begin(surroundings), options.options)
  const tracer =
    options.tracer === 'callTracer'
      ? new CallTracer(begin({ ...surroundings, treeBytes: TREE_BYTES }), options.options)
      : new PrestateTracer(begin(surroundings), surroundings.state, options.isDiff)
  return { sliced: tracer.sliced, finish: () => JSON.stringify(tracer.finish()) }
}
