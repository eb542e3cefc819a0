import type { Journal, JournalReader } from '../http/journal/journal.ts'
import type { JournalEntry } from '../http/journal/journal-entry.ts'
import {
  isOver,
  type JournalReport,
  journalReporter,
  toEntry,
} from '../http/journal/journal-reporter.ts'
import { maxJournalBytes } from '../http/journal/journal-space.ts'

/** Requests to the main world, from all processes. */
export interface SharedJournal extends JournalReader {
  /** Adds the reports of processes, in the order of arrival; listed requests keep their numbers. */
  take(reports: readonly { readonly from: object; readonly report: JournalReport }[]): void
}

/**
 * Creates the shared journal.
 * @param own journal of the writer, which reports like the others
 * @param size requests that it remembers
 */
export function sharedJournal(own: Journal, size: number): SharedJournal {
  const reportHere = journalReporter(own)
  let visible: JournalEntry[] = []
  let count = 0
  let resets = own.resets
  /** Requests that were reported before their end, by process and its number there. */
  let open = new WeakMap<object, Map<number, JournalEntry>>()

  function openOf(process: object): Map<number, JournalEntry> {
    const known = open.get(process) ?? new Map<number, JournalEntry>()
    open.set(process, known)
    return known
  }

  function forgetIfReset(): void {
    if (resets === own.resets) return
    resets = own.resets
    visible = []
    open = new WeakMap()
  }

  return {
    take(others) {
      forgetIfReset()
      const taken: JournalEntry[] = []
      for (const { from, report } of [...others, { from: own, report: reportHere() }]) {
        count += report.count
        const ofProcess = openOf(from)
        for (const reported of report.ended) {
          const { id: _, ...known } = toEntry(reported)
          Object.assign(ofProcess.get(reported.id) ?? {}, known)
          ofProcess.delete(reported.id)
        }
        for (const reported of report.entries) {
          const entry = toEntry(reported)
          if (!isOver(entry)) ofProcess.set(entry.id, entry)
          taken.push(entry)
        }
      }
      // No process keeps more than `size` requests: the latest of all are here, whichever process
      // had them.
      taken.sort((a, b) => a.startedAt - b.startedAt)
      taken.forEach((entry, at) => {
        entry.id = count - taken.length + 1 + at
      })
      visible = latest([...visible, ...taken], size)
    },
    entries() {
      forgetIfReset()
      return visible
    },
    reset: () => own.reset(),
  }
}

/** Returns the last entries: at most `size`, and within the byte limit of journals. */
function latest(entries: readonly JournalEntry[], size: number): JournalEntry[] {
  let bytes = 0
  const first = entries.findLastIndex((entry, at) => {
    bytes += entry.bytes
    return bytes > maxJournalBytes || at < entries.length - size
  })
  return entries.slice(first + 1)
}
