import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { KeptAnswers } from './kept-answers.ts'
import { createRequestTally, type RequestTally } from './request-tally.ts'

/** What can be measured of a server, whatever worlds it has. */
export interface ProcessMeters {
  readonly requests: RequestTally
  /** Absent: none are kept. */
  readonly kept: KeptAnswers | undefined
  /** Nanoseconds, since the start. */
  readonly loopDelay: IntervalHistogram
}

/** Begins to measure; the event loop is looked at until `loopDelay.disable()`. */
export function startMeters(kept: KeptAnswers | undefined): ProcessMeters {
  const loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
  return { requests: createRequestTally(), kept, loopDelay }
}
