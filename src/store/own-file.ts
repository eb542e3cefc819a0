import { constants, copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type ContentDigest, contentDigestOf } from './content-digest.ts'
import { type WorldStore, worldStoreOver } from './world-store.ts'

/** A world's own copy of its base, which it writes. */
export interface OwnFile extends WorldStore {
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
 * @param isKept whether it outlives the process: then what was committed survives the end of the
 *   process, however it ends; else no commit waits for the disk
 */
export function openOwnFile(path: string, isKept: boolean): OwnFile {
  const db = new Database(path, { fileMustExist: true })
  // A reader of the same process sees a commit at once.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isKept ? 'NORMAL' : 'OFF'}`)
  // The same pages change again and again: memory for those of a commit, and few copies to the file.
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000')
  const store = worldStoreOver(db)
  return {
    ...store,
    begin: () => void db.exec('BEGIN IMMEDIATE'),
    commit: () => void db.exec('COMMIT'),
    undo() {
      // A full disk may have undone it already.
      if (db.inTransaction) db.exec('ROLLBACK')
    },
    copyTo(target) {
      // Else the copy would lack what is still in the journal.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      wholeCopy(path, target, isKept, (copy) => copy.exec('PRAGMA journal_mode = DELETE'))
    },
    contentDigest: () => contentDigestOf(path),
    close: () => void db.close(),
  }
}

/**
 * Copies a world's file, by reference where the file system can, and gives the copy its name when
 * it is whole.
 * @param isKept whether the copy outlives the process: else nothing waits for the disk
 * @param finish what is still done to the copy
 */
export function wholeCopy(
  source: string,
  target: string,
  isKept: boolean,
  finish: (copy: Database.Database) => void,
): void {
  const unfinished = unfinishedOf(target)
  removeDatabase(unfinished)
  try {
    copyFileSync(source, unfinished, constants.COPYFILE_FICLONE)
    const copy = new Database(unfinished)
    try {
      if (!isKept) copy.exec('PRAGMA synchronous = OFF')
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

/** Removes a database that nobody has open, with its journal. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/** What a database takes on the disk, with its journal. */
export const bytesOfDatabase = (path: string): number => bytesOf(path) + bytesOf(`${path}-wal`)

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
