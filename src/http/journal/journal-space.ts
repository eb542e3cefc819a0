import type { JournalEntry } from './journal.ts'

/**
 * Room for the journals of all worlds: who needs one more takes the place of the oldest. Entries are
 * made once and filled again and again: what lives as long as they do is moved about in memory
 * before V8 leaves it alone, and that costs more than filling them.
 */
export interface JournalSpace {
  /** An entry that nobody had. Where the room is full it is the oldest of all, taken from its journal. */
  take(): JournalEntry
  /** Makes the newest of one that its journal fills again: memory that was touched lately is fast. */
  renew(entry: JournalEntry): void
}

/** @param size requests that all journals of a process together remember */
export function createJournalSpace(size: number): JournalSpace {
  const entries: JournalEntry[] = []
  // A ring of places by age; the last one is nobody's and lies between the newest and the oldest.
  const ends = size
  const older = new Uint32Array(size + 1).fill(ends)
  const newer = new Uint32Array(size + 1).fill(ends)

  const link = (one: number, next: number) => {
    newer[one] = next
    older[next] = one
  }

  function append(place: number): void {
    link(older[ends] as number, place)
    link(place, ends)
  }

  function renew({ place }: JournalEntry): void {
    link(older[place] as number, newer[place] as number)
    append(place)
  }

  return {
    take() {
      const oldest = entries.length < size ? undefined : entries[newer[ends] as number]
      if (!oldest) {
        const entry = emptyEntry(entries.length)
        entries.push(entry)
        append(entry.place)
        return entry
      }
      oldest.journal?.forget(oldest)
      renew(oldest)
      return oldest
    },
    renew,
  }
}

const emptyEntry = (place: number): JournalEntry => ({
  place,
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
