import type { WorldStore } from '../store/world-store.ts'

/** A store that counts the changes of some tables. */
interface WatchedStore {
  readonly store: WorldStore
  /** Returns the number of changed rows since its creation. */
  changes(): number
}

export function watchedStore(store: WorldStore, tables: ReadonlySet<string>): WatchedStore {
  let changes = 0
  const note = (table: string) => {
    if (tables.has(table)) changes++
  }
  return {
    changes: () => changes,
    store: {
      ...store,
      insert(table, row) {
        note(table)
        store.insert(table, row)
      },
      update(table, key, columns) {
        note(table)
        store.update(table, key, columns)
      },
      remove(table, key) {
        note(table)
        store.remove(table, key)
      },
    },
  }
}
