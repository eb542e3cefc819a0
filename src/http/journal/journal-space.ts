import type { JournalEntry } from './journal.ts'

/**
 * Room for the journals of all worlds: whoever comes last takes the place of the oldest. Entries are
 * made once and filled again and again: what lives as long as they do is moved about in memory
 * before V8 leaves it alone, and that costs more than filling them.
 */
export interface JournalSpace {
  /** An entry of nobody, which holds what an earlier request left. */
  take(): JournalEntry
}

/** @param size requests that all journals of a process together remember */
export function createJournalSpace(size: number): JournalSpace {
  const entries: JournalEntry[] = []
  let next = 0
  return {
    take() {
      let entry = entries[next]
      if (entry) entry.journal?.forget(entry)
      else {
        entry = emptyEntry()
        entries.push(entry)
      }
      next = (next + 1) % size
      return entry
    },
  }
}

const emptyEntry = (): JournalEntry => ({
  id: 0,
  journal: undefined,
  interface: 'data',
  operation: undefined,
  method: '',
  url: '',
  headerLines: '',
  address: '',
  key: undefined,
  // Numbers of a kind that are written in their place; whole ones would be another kind.
  timeMs: Number.NaN,
  receivedMs: Number.NaN,
  startedAt: Number.NaN,
  head: 0,
  endedAt: Number.NaN,
  status: undefined,
  retryAfter: undefined,
  faultId: undefined,
  dialect: undefined,
  body: undefined,
  hasNextPage: false,
})
