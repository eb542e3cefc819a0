import { constants, copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type ContentDigest, contentDigestOf } from './content-digest.ts'
import { digestPath } from './file-digest.ts'
import { asNoSpace } from './no-space.ts'
import { type WorldStore, worldStoreOver } from './world-store.ts'

/** A world's own copy of its base, which it writes. */
export interface WorldDatabase extends WorldStore {
  /** The rows as the last commit left them, also while a transaction is open. */
  readonly committed: Pick<WorldStore, 'all' | 'get'>
  /** From here on, all or nothing: until it is committed or undone. */
  begin(): void
  commit(): void
  undo(): void
  /** Puts a copy of all that is committed under a name, whole or not at all; nobody writes the copy. */
  copyTo(path: string): void
  contentDigest(): ContentDigest
  /** Leaves one file, without a journal beside it. */
  close(): void
}

/**
 * Opens a world's own file.
 * @param isPersistent whether it outlives the process: then what was committed survives the end of the
 *   process, however it ends; else no commit waits for the disk
 */
export function openWorldDatabase(path: string, isPersistent: boolean): WorldDatabase {
  const db = new Database(path, { fileMustExist: true })
  try {
    // A reader of the same process sees a commit at once.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isPersistent ? 'NORMAL' : 'OFF'}`)
    // The same pages change again and again: memory for those of a commit, and few copies to the file.
    db.exec(
      'PRAGMA foreign_keys = OFF; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000',
    )
  } catch (error) {
    db.close()
    throw asNoSpace(error, dirname(path))
  }
  const store = worldStoreOver(db)
  let isChanging = false
  /** A connection of its own sees commits alone; opened when a change is read beside for the first time. */
  let besideDb: Database.Database | undefined
  let besideStore: WorldStore | undefined
  const beside = (): WorldStore => {
    if (besideStore) return besideStore
    besideDb = new Database(path, { readonly: true, fileMustExist: true })
    besideDb.exec('PRAGMA cache_size = -8000')
    besideStore = worldStoreOver(besideDb)
    return besideStore
  }
  return {
    ...store,
    committed: {
      all: (statement, bindings) => (isChanging ? beside() : store).all(statement, bindings),
      get: (statement, bindings) => (isChanging ? beside() : store).get(statement, bindings),
    },
    begin() {
      db.exec('BEGIN IMMEDIATE')
      isChanging = true
    },
    commit() {
      db.exec('COMMIT')
      isChanging = false
    },
    undo() {
      // A full disk may have undone it already.
      if (db.inTransaction) db.exec('ROLLBACK')
      isChanging = false
    },
    copyTo(target) {
      // A reader, such as a check, keeps some of it in the journal, which is copied too: without the
      // zero, SQLite would wait five seconds for the reader, and everybody with it.
      db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
      db.exec('PRAGMA busy_timeout = 5000')
      wholeCopy(path, target, isPersistent, (copy) => copy.exec('PRAGMA journal_mode = DELETE'))
    },
    contentDigest: () => contentDigestOf(path),
    close() {
      besideDb?.close()
      db.close()
    },
  }
}

/**
 * Copies a world's file with its journal, by reference where the file system can, and gives the copy its name when
 * it is whole.
 * @param isPersistent whether the copy outlives the process: else nothing waits for the disk
 * @param finish what is still done to the copy
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
    for (const part of ['', '-wal'])
      if (part === '' || bytesOf(source + part) > 0)
        copyFileSync(source + part, unfinished + part, constants.COPYFILE_FICLONE)
    const copy = new Database(unfinished)
    try {
      if (!isPersistent) copy.exec('PRAGMA synchronous = OFF')
      finish(copy)
    } finally {
      copy.close()
    }
    renameSync(unfinished, target)
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

/** Where a file is made before it gets its name; what a killed process left there is rubbish. */
export const unfinishedOf = (path: string): string => `${path}.unfinished`

/** Removes a database that nobody has open, with its journal and its digest. */
export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, digestPath(path)])
    rmSync(file, { force: true })
}

/** What a database takes on the disk, with its journal. */
export const bytesOfDatabase = (path: string): number => bytesOf(path) + bytesOf(`${path}-wal`)

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
