import { constants, copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type WorldStore, worldStoreOver } from './world-store.ts'

/** A world's own copy of its base, which it writes. */
export interface OwnFile extends WorldStore {
  /** All or nothing: what `change` throws undoes what it wrote. */
  transaction<Result>(change: () => Result): Result
  close(): void
}

/**
 * Copies a base, by reference where the file system can, and opens the copy for writing.
 * @param file of the copy, which does not exist yet
 */
export function createOwnFile(base: string, file: string): OwnFile {
  copyFileSync(base, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const db = new Database(file)
  // A reader of the same process sees a commit at once. The file goes with the process, so that a
  // crash of the machine has nothing to lose and no commit waits for the disk.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF')
  db.exec('PRAGMA cache_size = -16000')
  const store = worldStoreOver(db)
  return {
    ...store,
    transaction(change) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = change()
        db.exec('COMMIT')
        return result
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
    close: () => void db.close(),
  }
}
