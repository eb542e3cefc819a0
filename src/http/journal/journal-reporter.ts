import { processStartMs } from '../../time/clock.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Request in the journal of another process. */
export interface ReportedEntry extends Omit<JournalEntry, 'journal' | 'endedAt'> {
  /** Time of its end; null before. */
  readonly endedAt: number | null
}

/** Report of a journal; `startedAt` and `endedAt` are by the monotonic time of the machine. */
export interface JournalReport {
  /** Number of requests, including those that the process has forgotten. */
  readonly count: number
  readonly entries: readonly ReportedEntry[]
  /** Requests of earlier reports that have ended since. */
  readonly ended: readonly ReportedEntry[]
}

/** Function that returns the requests of a journal since its last call. */
type Reporter = () => JournalReport

export function journalReporter(journal: Journal): Reporter {
  let reported = 0
  /** Requests that were reported before their end. */
  let open: readonly number[] = []
  return () => {
    const entries = journal.entries().filter(({ id }) => id > reported)
    const count = (entries.at(-1)?.id ?? reported) - reported
    reported += count
    const before = open.flatMap((id) => journal.find(id) ?? [])
    open = [...before, ...entries].filter((entry) => !isOver(entry)).map(({ id }) => id)
    return {
      count,
      entries: entries.map(toReported),
      ended: before.filter(isOver).map(toReported),
    }
  }
}

export const isOver = ({ endedAt }: JournalEntry): boolean => !Number.isNaN(endedAt)

const toReported = ({ journal: _, endedAt, version, ...entry }: JournalEntry): ReportedEntry => ({
  ...entry,
  // Another process numbers its versions by itself.
  version: version === undefined ? undefined : `${processStartMs} ${version}`,
  startedAt: entry.startedAt + processStartMs,
  endedAt: Number.isNaN(endedAt) ? null : endedAt + processStartMs,
})

export const toEntry = ({ endedAt, ...entry }: ReportedEntry): JournalEntry => ({
  ...entry,
  journal: undefined,
  startedAt: entry.startedAt - processStartMs,
  endedAt: endedAt === null ? Number.NaN : endedAt - processStartMs,
})
