import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createInternalErrors, type InternalErrors } from './internal-errors.ts'
import type { Metric } from './metric.ts'
import { createRequestTally, type RequestTally } from './request-tally.ts'

/** Meters of a server, independent of its worlds. */
export interface ProcessMeters {
  readonly requests: RequestTally
  readonly errors: InternalErrors
  /** Absent if responses are not cached. */
  readonly cache: ResponseCache | undefined
  /** Delay of the event loop in nanoseconds, since the start. */
  readonly loopDelay: IntervalHistogram
  /** Metrics of each reader process. */
  readonly ofReaders: () => readonly (readonly Metric[])[]
}

/** Starts the meters; the event loop is sampled until `loopDelay.disable()`. */
export function startMeters(
  cache: ResponseCache | undefined,
  ofReaders: ProcessMeters['ofReaders'] = () => [],
  errors = createInternalErrors(),
): ProcessMeters {
  const loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
  return { requests: createRequestTally(), errors, cache, loopDelay, ofReaders }
}
