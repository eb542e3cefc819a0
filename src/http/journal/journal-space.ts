import type { JournalEntry } from './journal-entry.ts'

/*
 * Why entries are pooled. Each request writes an entry with some twenty fields, and the journals
 * remember thousands. A new object would survive several young collections of V8, which copy
 * it each time, and end as garbage among the old objects. So entries are created once, on demand,
 * and refilled. One space serves all worlds, since the bound of bytes is one for the process. The
 * order of age is a ring of two arrays of numbers: taking, renewing and releasing an entry moves
 * two links and allocates nothing. An entry never leaves its place in `entries`; its journal finds
 * it by the place, and `release` clears its fields, so that no body outlives its request.
 */

/** Maximum bytes of headers, URLs and bodies of all remembered requests together. */
export const maxJournalBytes = 16 * 1024 * 1024

/**
 * Space for the journals of all worlds; a journal that needs more takes it from the oldest entry.
 * Entries are created once and refilled. V8 moves new long-lived objects several times before it
 * leaves them in place, and that costs more than refilling.
 */
export interface JournalSpace {
  /** Bytes of the entries in use. */
  readonly bytes: number
  /**
   * Returns an unused entry. If the space is full, it is the oldest of all, taken from its journal.
   */
  take(): JournalEntry
  /** Makes a refilled entry the newest one: recently used memory is fast. */
  renew(entry: JournalEntry): void
  /**
   * Records the bytes of an entry. If the total is too large, journals forget the oldest of all.
   */
  hold(entry: JournalEntry, bytes: number): void
  /** Takes an entry back whose journal has forgotten it. */
  release(entry: JournalEntry): void
}

/**
 * Creates the space.
 * @param size requests that all journals of a process together remember
 * @param maxBytes limit for all entries; the newest request is remembered in any case
 */
export function createJournalSpace(size: number, maxBytes = maxJournalBytes): JournalSpace {
  const entries: JournalEntry[] = []
  const unused: JournalEntry[] = []
  let total = 0
  // Ring of used places by age; the last place has no entry and joins the newest and the oldest.
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

/** Values of the fields that a released entry loses. */
const nothing = {
  id: 0,
  journal: undefined,
  url: '',
  headerLines: '',
  key: undefined,
  body: undefined,
  bytes: 0,
} as const satisfies Partial<JournalEntry>

// A spread of `nothing` would give each entry a hidden class of its own, and refilling would cost
// twenty times as much.
const emptyEntry = (place: number): JournalEntry => ({
  place,
  id: 0,
  journal: undefined,
  url: '',
  headerLines: '',
  key: undefined,
  body: undefined,
  bytes: 0,
  interface: 'data',
  operation: undefined,
  config: {},
  method: '',
  address: '',
  // V8 writes floating point numbers in place; an integer here would change the representation.
  timeMs: Number.NaN,
  receivedMs: Number.NaN,
  startedAt: Number.NaN,
  version: undefined,
  endedAt: Number.NaN,
  status: undefined,
  retryAfter: undefined,
  faultId: undefined,
  dialect: undefined,
  hasNextPage: false,
})
