import type { JournalEntry } from './journal.ts'

/** Room for the journals of all worlds: whoever comes last takes the place of the oldest. */
export interface JournalSpace {
  take(entry: JournalEntry): void
  /** Gives the place of an entry up that its journal has no use for. */
  release(entry: JournalEntry): void
}

/** @param size requests that all journals of a process together remember */
export function createJournalSpace(size: number): JournalSpace {
  const slots: (JournalEntry | undefined)[] = []
  let next = 0
  return {
    take(entry) {
      const before = slots[next]
      before?.journal.forget(before)
      slots[next] = entry
      entry.place = next
      next = (next + 1) % size
    },
    release(entry) {
      if (slots[entry.place] === entry) slots[entry.place] = undefined
    },
  }
}
