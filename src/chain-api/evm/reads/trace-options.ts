import type { CallTracerOptions } from '../../../evm/reads/call-tracer.ts'
import type { StructLogOptions } from '../../../evm/reads/struct-logger.ts'
import { executionError } from '../rpc-error.ts'
import { durationProblem } from './duration-problem.ts'
import { ObjectFields } from './object-fields.ts'

/** Which trace a call wants. */
export type TraceOptions =
  | { readonly tracer: 'callTracer'; readonly options: CallTracerOptions }
  | { readonly tracer: 'prestateTracer'; readonly isDiff: boolean }
  | { readonly tracer: 'structLogs'; readonly options: StructLogOptions }

/**
 * Reads geth's `TraceConfig`. Its times have no effect: all traces have the same bound. G-332
 * @throws EvmRpcError for tracers other than `callTracer` and `prestateTracer`: G-334; for fields
 * that Go cannot read
 */
export function traceOptionsIn(value: unknown, index: number): TraceOptions {
  const fields = new ObjectFields(value ?? {}, index, 'tracers.TraceConfig')
  const tracer = fields.text('tracer')
  const problem = durationProblem(fields.text('timeout') ?? '0')
  if (problem !== undefined) throw executionError(problem)
  const config = new ObjectFields(fields.value('tracerConfig') ?? {}, index, 'json.RawMessage')
  if (tracer === undefined)
    return {
      tracer: 'structLogs',
      options: {
        enableMemory: fields.flag('enableMemory'),
        disableStack: fields.flag('disableStack'),
        disableStorage: fields.flag('disableStorage'),
        enableReturnData: fields.flag('enableReturnData'),
        limit: fields.int('limit') ?? 0,
      },
    }
  if (tracer === 'callTracer') {
    const options = { onlyTopCall: config.flag('onlyTopCall'), withLog: config.flag('withLog') }
    return { tracer, options }
  }
  if (tracer === 'prestateTracer') return { tracer, isDiff: config.flag('diffMode') }
  throw executionError(
    'this server has the tracers callTracer and prestateTracer, and struct logs without a tracer',
  )
}
