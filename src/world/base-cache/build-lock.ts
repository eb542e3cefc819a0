import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/** A lock that this process holds. */
export interface BuildLock {
  release(): void
}

/**
 * Takes a lock between processes, and between the servers of one process, without waiting. It is
 * the file lock that SQLite takes for a transaction, since Node has none. The system releases it
 * when a process dies in any way, so no lock is ever left behind.
 * @returns undefined when the lock is held
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
    // Removed while the lock is still held: a process that locked the removed file notices that it
    // is gone.
    if (db.open) rmSync(file, { force: true })
    db.close()
  }
  if (!existsSync(file)) {
    db.close()
    return undefined
  }
  return { release }
}
