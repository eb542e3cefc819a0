import type { Config } from '../config/config.ts'
import type { JournalEntry } from '../http/journal/journal-entry.ts'
import type { Metric } from '../http/server/process-meters.ts'
import type { WorldSource } from '../simulator/simulation.ts'
import type { ClockState } from '../time/clock.ts'

/** What makes the program a reader, as the first of its arguments; no command has such a name. */
export const readerArgument = '--as-reader'

/** What a reader has to know once. */
export interface Beginning {
  readonly do: 'begin'
  readonly config: Config
  readonly settings: WorldSource
  /** Where the writer takes requests from readers. */
  readonly writerSocket: string
}

/** The main world as it is now, and stays until the writer says `pause`. */
export interface ReplicaState {
  readonly id: string
  readonly seed: string
  readonly revision: number
  readonly head: number
  readonly now: number
  /** The file of the world's own; null: it still is what it began with. */
  readonly file: string | null
  readonly clock: Required<ClockState>
  /** Epoch seconds of its clock from which on the writer has to look first; null: never. */
  readonly until: number | null
}

/** Writer to reader. Those with a number are answered with that number. */
export type ToReader =
  | Beginning
  | { readonly do: 'go'; readonly state: ReplicaState }
  /** Answer nothing more, and let go of the world's file. */
  | { readonly do: 'pause'; readonly number: number }
  | { readonly do: 'report'; readonly number: number }
  /** Comes with a connection. */
  | { readonly do: 'take'; readonly number: number }
  | { readonly do: 'end'; readonly graceMs: number }

/** Reader to writer. */
export type FromReader =
  | { readonly is: 'ready' }
  | { readonly is: 'paused'; readonly number: number }
  | { readonly is: 'taken'; readonly number: number }
  | { readonly is: 'report'; readonly number: number; readonly report: Report }

/** What a reader has met since its last report. */
export interface Report {
  readonly journal: JournalReport
  readonly metrics: readonly Metric[]
}

/** A request as the journal of a reader has it. */
export interface ReportedEntry extends Omit<JournalEntry, 'journal' | 'endedAt'> {
  /** null: it has not. */
  readonly endedAt: number | null
}

/** Its `startedAt` and `endedAt` are by the monotonic time of the machine. */
export interface JournalReport {
  /** How many requests there were, also those that the reader has forgotten. */
  readonly count: number
  readonly entries: readonly ReportedEntry[]
  /** Requests of earlier reports that have ended since. */
  readonly ended: readonly ReportedEntry[]
}
