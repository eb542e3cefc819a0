import Database from 'better-sqlite3'
import { tables } from '../../../src/store/tables.ts'
import { type WorldStore, worldStoreOver } from '../../../src/store/world-store.ts'

/** Returns a store in memory with the tables of a world and no rows; references are not checked. */
export function emptyStore(): WorldStore {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = OFF')
  db.exec(tables)
  return worldStoreOver(db)
}
