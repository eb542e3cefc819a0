import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createInternalErrors, type InternalErrors } from './internal-errors.ts'
import { createRequestTally, type RequestTally } from './request-tally.ts'

/** A metric as prom-client aggregates it. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly Sample[]
  /** What becomes of those of several processes. */
  readonly aggregator: 'sum' | 'max'
}

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Where it is not the metric's name. */
  readonly metricName?: string
}

/** What can be measured of a server, whatever worlds it has. */
export interface ProcessMeters {
  readonly requests: RequestTally
  readonly errors: InternalErrors
  /** Absent: none are kept. */
  readonly cache: ResponseCache | undefined
  /** Nanoseconds, since the start. */
  readonly loopDelay: IntervalHistogram
  /** What the readers beside this process have measured, each of them. */
  readonly ofReaders: () => readonly (readonly Metric[])[]
}

/** Begins to measure; the event loop is looked at until `loopDelay.disable()`. */
export function startMeters(
  cache: ResponseCache | undefined,
  ofReaders: ProcessMeters['ofReaders'] = () => [],
  errors = createInternalErrors(),
): ProcessMeters {
  const loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
  return { requests: createRequestTally(), errors, cache, loopDelay, ofReaders }
}
