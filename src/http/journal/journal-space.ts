import type { JournalEntry } from './journal.ts'

/** Room for the journals of all worlds: whoever comes last takes the place of the oldest. */
export interface JournalSpace {
  take(entry: JournalEntry): void
}

/** @param size requests that all journals of a process together remember */
export function createJournalSpace(size: number): JournalSpace {
  const slots: JournalEntry[] = []
  let next = 0
  return {
    take(entry) {
      const before = slots[next]
      before?.journal.forget(before)
      slots[next] = entry
      next = (next + 1) % size
    },
  }
}
