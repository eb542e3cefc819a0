import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StateError } from '../../store/state-error.ts'
import { type BuildLock, tryLock } from '../base-cache/build-lock.ts'
import { makeTemporary, sweepTemporary, type TemporaryFolder } from '../temporary-folder.ts'
import { DiskSpace } from './disk-space.ts'

/** Where a world keeps files of its own. */
export interface WorldDir {
  /** Whether it outlives the process. */
  readonly isPersistent: boolean
  /** Made when it is asked for. */
  readonly folder: string
  /** Of all worlds of the server. */
  readonly disk: DiskSpace
  /** Told of a change that failed. @returns as {@link DiskSpace.failed} */
  failed(error: unknown): unknown
  /** Removes it with all that is in it. */
  remove(): void
}

/** Folders of all worlds of a server. */
export interface WorldDirs {
  readonly isPersistent: boolean
  readonly disk: DiskSpace
  /** Names of the worlds that are there. */
  names(): string[]
  of(name: string): WorldDir
  /** For one world at a time that has no name yet. */
  readonly making: WorldDir
  /** The folder is anybody's again; temporary ones are removed. */
  close(): void
}

const lockName = 'lock'
const prefix = 'snowglobe-worlds-'
const worldsName = 'worlds'
/** No world has such a name. */
const makingName = 'world.making'

const warned = () => new DiskSpace((text) => process.emitWarning(text))

/**
 * The worlds in the folder of `--data-dir`, which one process uses at a time.
 * @throws StateError when another process does, and when it cannot be written
 */
export function openDataDir(dataDir: string, disk = warned()): WorldDirs {
  const lock = lockOf(dataDir)
  finishReplacing(dataDir)
  const making = new Dir({ isMade: true, folder: dataDir, disk }, makingName, true)
  // What a process left that was killed.
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

/** The worlds in the folder of `--data-dir`, and others in the making that take their place. */
export interface DirsToReplace {
  readonly before: Pick<WorldDirs, 'names' | 'of'>
  readonly after: Pick<WorldDirs, 'of'>
  /** When those after are whole. @returns the folder where those before lie then */
  replace(): string
  /** The folder is anybody's again; what did not become whole is removed. */
  close(): void
}

/** @throws StateError as {@link openDataDir} */
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

/** A process that was killed between two names left worlds that are whole without theirs. */
function finishReplacing(dataDir: string): void {
  const worlds = join(dataDir, worldsName)
  if (!existsSync(worlds) && existsSync(nextOf(worlds))) renameSync(nextOf(worlds), worlds)
}

const nextOf = (worlds: string): string => `${worlds}.next`

function lockOf(dataDir: string): BuildLock {
  let lock: BuildLock | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    lock = tryLock(join(dataDir, lockName))
  } catch (error) {
    throw new StateError(`${dataDir} cannot hold what --data-dir keeps: ${String(error)}`)
  }
  if (!lock)
    throw new StateError(`${dataDir} is in use by another process; take another --data-dir`)
  return lock
}

/**
 * Worlds that go with the process; their folder is made when the first of them changes. What
 * processes left that were killed is removed.
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

/** The folder of several worlds' directories. */
interface Parent {
  /** Whether it exists. */
  readonly isMade: boolean
  /** Made when it is asked for. */
  readonly folder: string
  readonly disk: DiskSpace
}

/** Several may stand for one folder: what there is of it, the disk says. */
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
