import type { UsageReport } from '../accounts/usage-counts.ts'
import type { Config } from '../config/config.ts'
import type { JournalReport } from '../http/journal/journal-reporter.ts'
import type { Metric } from '../http/server/metric.ts'
import type { WorldSource } from '../simulator/simulation.ts'
import type { ClockState } from '../time/clock.ts'

/** First argument that makes the program a reader; no command has such a name. */
export const readerArgument = '--as-reader'

/** Initial message to a reader. */
export interface Beginning {
  readonly do: 'begin'
  readonly config: Config
  readonly settings: WorldSource
  /** Path on which the writer takes requests from readers. */
  readonly writerSocket: string
}

/** Current state of the main world, valid until the writer says `pause`. */
export interface ReplicaState {
  readonly id: string
  readonly seed: string
  readonly revision: number
  readonly head: number
  readonly now: number
  /** File of the world's own; null: it still is its initial state. */
  readonly file: string | null
  /** Last setting of its clock; `tickMs` is monotonic time of the machine. */
  readonly clock: Required<ClockState>
  /** Epoch seconds of its clock from which on the writer has to check first; null: never. */
  readonly until: number | null
}

/** Message from the writer to a reader. A numbered message gets a response with that number. */
export type ToReader =
  | Beginning
  | { readonly do: 'go'; readonly state: ReplicaState }
  /** The reader stops answering requests, and closes the world's file. */
  | { readonly do: 'pause'; readonly number: number }
  | { readonly do: 'report'; readonly number: number }
  /** The message carries a connection. */
  | { readonly do: 'take'; readonly number: number }
  | { readonly do: 'end'; readonly graceMs: number }

/** Message from a reader to the writer. */
export type FromReader =
  | { readonly is: 'ready' }
  | { readonly is: 'paused'; readonly number: number }
  | { readonly is: 'taken'; readonly number: number }
  | { readonly is: 'report'; readonly number: number; readonly report: Report }
  /** An exception outside of responses, with its stack; the reader goes on. */
  | { readonly is: 'exception'; readonly stack: string }

/** Requests, metrics and counts of usage of a reader since its last report. */
export interface Report {
  readonly journal: JournalReport
  readonly metrics: readonly Metric[]
  readonly usage: UsageReport
}
