import type { Journal, JournalEntry } from './journal.ts'

/** Room for the journals of all worlds: whoever comes last takes the place of the oldest. */
export interface JournalSpace {
  take(journal: Journal, entry: JournalEntry): void
}

/** @param size requests that all journals of a process together remember */
export function createJournalSpace(size: number): JournalSpace {
  const slots: { readonly journal: Journal; readonly entry: JournalEntry }[] = []
  let next = 0
  return {
    take(journal, entry) {
      const before = slots[next]
      before?.journal.forget(before.entry)
      slots[next] = { journal, entry }
      next = (next + 1) % size
    },
  }
}
