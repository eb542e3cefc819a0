import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/** A lock that this process holds. */
export interface BuildLock {
  release(): void
}

/**
 * Takes a lock among processes, and among the servers of one process, without waiting. It is the
 * file lock that SQLite takes for a transaction, since Node has none: the system releases it when
 * a process dies, however it dies, so no lock is ever left behind.
 * @returns undefined when somebody else holds it
 * @throws when the folder of the file cannot be written
 */
export function tryLock(file: string): BuildLock | undefined {
  const db = new Database(file, { timeout: 0 })
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  const release = () => {
    // Removed while it is still held: whoever locked the removed file sees that it is gone.
    if (db.open) rmSync(file, { force: true })
    db.close()
  }
  if (!existsSync(file)) {
    db.close()
    return undefined
  }
  return { release }
}
