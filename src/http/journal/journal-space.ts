import type { JournalEntry } from './journal-entry.ts'

/** What headers, URLs and bodies of all remembered requests together take at most. */
export const maxJournalBytes = 16 * 1024 * 1024

/**
 * Room for the journals of all worlds: who needs more takes it from the oldest. Entries are made
 * once and filled again and again: what lives as long as they do is moved about in memory before V8
 * leaves it alone, and that costs more than filling them.
 */
export interface JournalSpace {
  /** What the entries in use take. */
  readonly bytes: number
  /** An entry that nobody has. Where the room is full it is the oldest of all, taken from its journal. */
  take(): JournalEntry
  /** Makes the newest of one that its journal fills again: memory that was touched lately is fast. */
  renew(entry: JournalEntry): void
  /** Says what an entry takes now. Where that is too much, journals forget the oldest of all. */
  hold(entry: JournalEntry, bytes: number): void
  /** Takes an entry back whose journal has forgotten it. */
  release(entry: JournalEntry): void
}

/**
 * @param size requests that all journals of a process together remember
 * @param maxBytes what they take at most; the newest request is remembered in any case
 */
export function createJournalSpace(size: number, maxBytes = maxJournalBytes): JournalSpace {
  const entries: JournalEntry[] = []
  const unused: JournalEntry[] = []
  let total = 0
  // A ring of places in use by age; the last one is nobody's, between the newest and the oldest.
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

  const unlink = ({ place }: JournalEntry) => link(older[place] as number, newer[place] as number)

  function release(entry: JournalEntry): void {
    unlink(entry)
    total -= entry.bytes
    Object.assign(entry, nothing)
    unused.push(entry)
  }

  function releaseOldest(): void {
    const oldest = entries[newer[ends] as number] as JournalEntry
    oldest.journal?.forget(oldest)
    release(oldest)
  }

  return {
    get bytes() {
      return total
    },
    take() {
      if (unused.length === 0 && entries.length === size) releaseOldest()
      const entry = unused.pop() ?? emptyEntry(entries.length)
      entries[entry.place] = entry
      append(entry.place)
      return entry
    },
    renew(entry) {
      unlink(entry)
      append(entry.place)
    },
    hold(entry, bytes) {
      total += bytes - entry.bytes
      entry.bytes = bytes
      while (total > maxBytes && newer[ends] !== older[ends]) releaseOldest()
    },
    release,
  }
}

/** What an entry of nobody holds on to. */
const nothing = {
  id: 0,
  journal: undefined,
  url: '',
  headerLines: '',
  key: undefined,
  body: undefined,
  bytes: 0,
} as const satisfies Partial<JournalEntry>

const emptyEntry = (place: number): JournalEntry => ({
  ...nothing,
  place,
  interface: 'data',
  operation: undefined,
  method: '',
  address: '',
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
  hasNextPage: false,
})
