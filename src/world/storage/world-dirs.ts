import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseNoFolder } from '../../config/data-folder.ts'
import { StateError } from '../../store/state-error.ts'
import { errorText } from '../../util/error-text.ts'
import { type BuildLock, tryLock } from '../base-cache/build-lock.ts'
import { makeTemporary, sweepTemporary, type TemporaryFolder } from '../temporary-folder.ts'
import { DiskSpace } from './disk-space.ts'

/** Directory for a world's own files. */
export interface WorldDir {
  /** Whether it outlives the process. */
  readonly isPersistent: boolean
  /** Folder, which is created on first use. */
  readonly folder: string
  /** Disk state shared by all worlds of the server. */
  readonly disk: DiskSpace
  /**
   * Reports a change that failed.
   * @returns as {@link DiskSpace.failed}
   */
  failed(error: unknown): unknown
  /** Removes it with its content. */
  remove(): void
}

/** Directories of all worlds of a server. */
export interface WorldDirs {
  readonly isPersistent: boolean
  readonly disk: DiskSpace
  /** Returns the names of the existing worlds. */
  names(): string[]
  of(name: string): WorldDir
  /** Directory for one world at a time that has no name yet. */
  readonly making: WorldDir
  /** Releases the folder for other processes and removes temporary folders. */
  close(): void
}

const lockName = 'lock'
const prefix = 'snowglobe-worlds-'
const worldsName = 'worlds'
/** Name that no world can have. */
const makingName = 'world.making'

const warned = () => new DiskSpace((text) => process.emitWarning(text))

/**
 * Opens the worlds in the folder of `--data-dir`, which one process uses at a time.
 * @throws StateError when another process uses it, and when it cannot be written
 */
export function openDataDir(dataDir: string, disk = warned()): WorldDirs {
  const lock = lockOf(dataDir)
  finishReplacing(dataDir)
  const making = new Dir({ isMade: true, folder: dataDir, disk }, makingName, true)
  // Remains of a killed process.
  making.remove()
  return { ...dirsIn(join(dataDir, worldsName), disk), making, close: () => lock.release() }
}

const dirsIn = (folder: string, disk = warned()) => ({
  isPersistent: true,
  disk,
  names: () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => statSync(join(folder, name)).isDirectory())
          .sort()
      : [],
  of: (name: string) => new Dir({ isMade: true, folder, disk }, name, true),
})

/** Worlds in the folder of `--data-dir`, and the worlds under construction that replace them. */
interface DirsToReplace {
  readonly before: Pick<WorldDirs, 'names' | 'of'>
  readonly after: Pick<WorldDirs, 'of'>
  /**
   * Replaces the worlds, when the new ones are complete.
   * @returns the folder of the old worlds
   */
  replace(): string
  /** Releases the folder for other processes and removes incomplete worlds. */
  close(): void
}

/**
 * Opens both sets of worlds.
 * @throws StateError as {@link openDataDir}
 */
export function dirsToReplace(dataDir: string): DirsToReplace {
  const lock = lockOf(dataDir)
  finishReplacing(dataDir)
  const worlds = join(dataDir, worldsName)
  const unfinished = `${worlds}.unfinished`
  for (const rubbish of [unfinished, nextOf(worlds)])
    rmSync(rubbish, { recursive: true, force: true })
  return {
    before: dirsIn(worlds),
    after: dirsIn(unfinished),
    replace() {
      renameSync(unfinished, nextOf(worlds))
      const old = `${worlds}.before`
      rmSync(old, { recursive: true, force: true })
      renameSync(worlds, old)
      renameSync(nextOf(worlds), worlds)
      return old
    },
    close() {
      rmSync(unfinished, { recursive: true, force: true })
      lock.release()
    },
  }
}

/** Completes the rename when a process was killed between the two renames. */
function finishReplacing(dataDir: string): void {
  const worlds = join(dataDir, worldsName)
  if (!existsSync(worlds) && existsSync(nextOf(worlds))) renameSync(nextOf(worlds), worlds)
}

const nextOf = (worlds: string): string => `${worlds}.next`

/**
 * Locks a folder of `--data-dir`, which one process uses at a time.
 * @throws StateError when another process uses it, and when it cannot be written; ConfigError when
 *   it is no folder
 */
export function lockOf(dataDir: string): BuildLock {
  refuseNoFolder(dataDir)
  let lock: BuildLock | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    lock = tryLock(join(dataDir, lockName))
  } catch (error) {
    throw new StateError(`${dataDir} cannot be used as --data-dir: ${errorText(error)}`)
  }
  if (!lock)
    throw new StateError(
      `${dataDir} is in use by another process; stop it, or use another --data-dir`,
    )
  return lock
}

/**
 * Opens temporary worlds, which end with the process. Their folder is created when the first of
 * them changes. Remains of killed processes are removed.
 */
export function openTempDir(disk = warned()): WorldDirs {
  sweepTemporary(prefix)
  let root: TemporaryFolder | undefined
  const parent = {
    disk,
    get isMade() {
      return root !== undefined
    },
    get folder() {
      root ??= makeTemporary(prefix)
      return root.folder
    },
  }
  return {
    isPersistent: false,
    disk,
    names: () => [],
    of: (name) => new Dir(parent, name, false),
    making: new Dir(parent, makingName, false),
    close() {
      root?.remove()
      root = undefined
    },
  }
}

/** Parent folder of several worlds' directories. */
interface Parent {
  /** Whether it exists. */
  readonly isMade: boolean
  /** Folder, which is created on first use. */
  readonly folder: string
  readonly disk: DiskSpace
}

/** Several objects may represent one folder: the disk holds their state. */
class Dir implements WorldDir {
  readonly isPersistent: boolean
  readonly #parent: Parent
  readonly #name: string

  constructor(parent: Parent, name: string, isPersistent: boolean) {
    this.#parent = parent
    this.#name = name
    this.isPersistent = isPersistent
  }

  get disk(): DiskSpace {
    return this.#parent.disk
  }

  get folder(): string {
    const folder = join(this.#parent.folder, this.#name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  failed(error: unknown): unknown {
    const { isMade, disk } = this.#parent
    return disk.failed(error, isMade ? join(this.#parent.folder, this.#name) : tmpdir())
  }

  remove(): void {
    if (this.#parent.isMade)
      rmSync(join(this.#parent.folder, this.#name), { recursive: true, force: true })
  }
}
