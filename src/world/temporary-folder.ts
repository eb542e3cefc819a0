import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryLock } from './base-cache/build-lock.ts'
import { isTrusted } from './base-cache/cache-files.ts'

/** A folder that is removed with the process, or by the next sweep after the process ends. */
export interface TemporaryFolder {
  readonly folder: string
  remove(): void
}

const lockName = 'lock'

/**
 * Creates a folder that only this user may enter.
 * @param prefix start of its name; the lock is in the folder before the name matches a sweep
 */
export function makeTemporary(prefix: string): TemporaryFolder {
  const unnamed = mkdtempSync(join(tmpdir(), 'snowglobe-new-'))
  const lock = tryLock(join(unnamed, lockName))
  if (!lock)
    throw new Error(`the new folder ${unnamed} cannot be locked: another process has its lock`)
  const folder = unnamed.replace(/snowglobe-new-(?=[^/\\]*$)/, prefix)
  renameSync(unnamed, folder)
  return {
    folder,
    remove() {
      removeFolder(folder)
      lock.release()
    },
  }
}

/**
 * Removes the folders of processes that ended without doing so. If a folder's lock can be taken,
 * its process is dead: the system releases the locks of an ending process.
 */
export function sweepTemporary(prefix: string): void {
  const temporary = tmpdir()
  for (const name of readdirSync(temporary)) {
    const folder = join(temporary, name)
    if (!name.startsWith(prefix) || !isTrusted(folder)) continue
    try {
      const lock = tryLock(join(folder, lockName))
      if (!lock) continue
      try {
        removeFolder(folder)
      } finally {
        lock.release()
      }
    } catch {
      // Another process removes it at this moment.
    }
  }
}

/**
 * Removes a folder. A sweep of another process may take the lock again as soon as the lock's file is
 * gone; that process then removes the folder too.
 */
const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
