import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Reads a database that no other process has open, and leaves no new files beside it. */
export function readUntouched<Result>(path: string, read: (db: Database.Database) => Result) {
  const beside = [`${path}-shm`, `${path}-wal`].filter((file) => !existsSync(file))
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return read(db)
    } finally {
      db.close()
    }
  } finally {
    for (const file of beside) rmSync(file, { force: true })
  }
}
