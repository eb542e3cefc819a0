import { constants, copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type ContentDigest, contentDigestOf } from './digests/content-digest.ts'
import { digestPath } from './digests/file-digest.ts'
import { asNoSpace } from './no-space.ts'
import { type WorldStore, worldStoreOver } from './world-store.ts'

/** A world's own writable copy of its base. */
export interface WorldDatabase extends WorldStore {
  /** Rows as of the last commit, even while a transaction is open. */
  readonly committed: Pick<WorldStore, 'all' | 'get'>
  /** Begins a transaction, which lasts until `commit` or `undo`. */
  begin(): void
  commit(): void
  undo(): void
  /**
   * Copies all committed data to a path, completely or not at all, beside the event loop. Nothing
   * may write to the database meanwhile. Nothing writes to the copy.
   */
  copyTo(path: string): Promise<void>
  contentDigest(): ContentDigest
  /** Closes the database and leaves one file, without a journal beside it. */
  close(): void
}

/**
 * Opens a world's own file.
 * @param isPersistent whether the file outlives the process: then commits survive any end of the
 *   process; otherwise no commit waits for the disk
 */
export function openWorldDatabase(path: string, isPersistent: boolean): WorldDatabase {
  const db = new Database(path, { fileMustExist: true })
  try {
    // A reader in the same process sees a commit at once. The first setting counts for the second,
    // which would write a new file to the disk.
    db.exec(`PRAGMA synchronous = ${isPersistent ? 'NORMAL' : 'OFF'}; PRAGMA journal_mode = WAL`)
    // The same pages change repeatedly: the cache holds the pages of a commit, and few copies reach
    // the file.
    db.exec(
      'PRAGMA foreign_keys = OFF; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000',
    )
  } catch (error) {
    db.close()
    throw asNoSpace(error, dirname(path))
  }
  const store = worldStoreOver(db)
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]
  let isChanging = false
  /**
   * Separate connection, which sees only commits. It is opened on the first such read during a
   * change.
   */
  let committedDb: Database.Database | undefined
  let committedStore: WorldStore | undefined
  const openCommitted = (): WorldStore => {
    if (committedStore) return committedStore
    committedDb = new Database(path, { readonly: true, fileMustExist: true })
    committedDb.exec('PRAGMA cache_size = -8000')
    committedStore = worldStoreOver(committedDb)
    return committedStore
  }
  return {
    ...store,
    committed: {
      all: (statement, bindings) => (isChanging ? openCommitted() : store).all(statement, bindings),
      get: (statement, bindings) => (isChanging ? openCommitted() : store).get(statement, bindings),
    },
    begin() {
      begin.run()
      isChanging = true
    },
    commit() {
      commit.run()
      isChanging = false
    },
    undo() {
      // A full disk may have rolled it back already.
      if (db.inTransaction) db.exec('ROLLBACK')
      isChanging = false
    },
    async copyTo(target) {
      // A reader, such as a check, keeps part of the data in the journal, which is copied too.
      // Without the zero, SQLite would wait five seconds for the reader, and every request would
      // wait with it.
      db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
      db.exec('PRAGMA busy_timeout = 5000')
      const unfinished = unfinishedOf(target)
      removeDatabase(unfinished)
      try {
        for (const part of partsOf(path))
          await copyFile(path + part, unfinished + part, constants.COPYFILE_FICLONE)
        finishCopy(target, isPersistent, (copy) => copy.exec('PRAGMA journal_mode = DELETE'))
      } catch (error) {
        removeDatabase(unfinished)
        throw error
      }
    },
    contentDigest: () => contentDigestOf(path),
    close() {
      committedDb?.close()
      db.close()
    },
  }
}

/**
 * Copies a world's file with its journal, by copy-on-write where the file system can, and renames
 * the copy when it is complete.
 * @param isPersistent whether the copy outlives the process; otherwise no write waits for the
 *   disk
 * @param finish final changes to the copy
 */
export function wholeCopy(
  source: string,
  target: string,
  isPersistent: boolean,
  finish: (copy: Database.Database) => void,
): void {
  const unfinished = unfinishedOf(target)
  removeDatabase(unfinished)
  try {
    for (const part of partsOf(source))
      copyFileSync(source + part, unfinished + part, constants.COPYFILE_FICLONE)
    finishCopy(target, isPersistent, finish)
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

/** Suffixes of the files of a database. */
const partsOf = (path: string): string[] =>
  ['', '-wal'].filter((part) => part === '' || bytesOf(path + part) > 0)

/** Makes the final changes to an unfinished copy, and renames it. */
function finishCopy(
  target: string,
  isPersistent: boolean,
  finish: (copy: Database.Database) => void,
): void {
  const copy = new Database(unfinishedOf(target))
  try {
    if (!isPersistent) copy.exec('PRAGMA synchronous = OFF')
    finish(copy)
  } finally {
    copy.close()
  }
  renameSync(unfinishedOf(target), target)
}

/**
 * Returns the temporary path of a file before its rename. A file left there by a killed process is
 * garbage.
 */
export const unfinishedOf = (path: string): string => `${path}.unfinished`

/** Removes a database that no process has open, with its journal and its digest. */
export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, digestPath(path)])
    rmSync(file, { force: true })
}

/** Returns the bytes of a database on the disk, with its journal. */
export const bytesOfDatabase = (path: string): number => bytesOf(path) + bytesOf(`${path}-wal`)

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
