import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { writeFileDigest } from '../../store/digests/file-digest.ts'
import { StateError } from '../../store/state-error.ts'
import { removeDatabase } from '../../store/world-database.ts'
import type { WorldDir } from '../storage/world-dirs.ts'
import { damaged, examineFile } from './examine-file.ts'

/** A named moment of a world. */
interface Snapshot {
  readonly name: string
  /** Number of log entries. */
  readonly head: number
  /** Time of the clock, ISO 8601. */
  readonly now: string
}

/** A snapshot does not exist, or was removed before a change that needs it had its turn. */
export class MissingSnapshotError extends Error {
  override readonly name = 'MissingSnapshotError'
  /** Its name. */
  readonly snapshot: string

  constructor(snapshot: string) {
    super(`there is no snapshot ${snapshot}`)
    this.snapshot = snapshot
  }
}

/** Maximum number of copies of whole worlds, which make it fast to restore the latest snapshots. */
const maxCopies = 8

/** Latest copies of a process, oldest first. */
export type RecentCopies = string[]

/**
 * Snapshots of a world. Each is a document that can be replayed. Beside the latest ones lies a copy
 * of the world's file, which saves the replay.
 */
export class Snapshots {
  readonly #dir: WorldDir
  readonly #recentCopies: RecentCopies
  /** Copies of an earlier process that are not examined yet. */
  readonly #unexamined = new Set<string>()
  #read: ReadSnapshots | undefined

  constructor(dir: WorldDir, recentCopies: RecentCopies) {
    this.#dir = dir
    this.#recentCopies = recentCopies
  }

  /** Takes over the copies of an earlier process and removes unfinished files. */
  takeOver(): void {
    // Temporary directories have no folder before they need one.
    if (!this.#dir.isPersistent) return
    const folder = join(this.#dir.folder, folderName)
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder)) {
      const path = join(folder, file)
      if (file.endsWith('.json')) continue
      const [, name = '', isDigest] = /^(.+)\.sqlite(\.crc32)?$/.exec(file) ?? []
      if (!this.find(name) && !this.unusable().has(name)) rmSync(path, { force: true })
      else if (!isDigest && this.find(name)) {
        this.#unexamined.add(path)
        this.#putOn(path)
      }
    }
  }

  /** Returns the snapshots by name. */
  list(): Snapshot[] {
    return [...this.#all().usable.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Returns why snapshots of an earlier process are unusable, by their names. */
  unusable(): ReadonlyMap<string, string> {
    return this.#all().unusable
  }

  /** Returns an unused name. */
  freeName(): string {
    for (let number = 1; ; number++)
      if (!this.find(`snapshot-${number}`) && !this.unusable().has(`snapshot-${number}`))
        return `snapshot-${number}`
  }

  find(name: string): Snapshot | undefined {
    return this.#all().usable.get(name)
  }

  /** @throws MissingSnapshotError */
  verifyExists(name: string): void {
    if (!this.find(name)) throw new MissingSnapshotError(name)
  }

  /**
   * Saves a snapshot, also in place of an unusable one.
   * @param copyTo function that copies the world's file to a path; absent when it has none
   */
  async save(
    snapshot: Snapshot,
    document: WorldDocument,
    copyTo: ((path: string) => void | Promise<void>) | undefined,
  ): Promise<void> {
    const all = this.#all()
    const path = this.#path(snapshot.name, 'json')
    const copy = this.#path(snapshot.name, 'sqlite')
    try {
      writeFileSync(`${path}.unfinished`, JSON.stringify({ ...snapshot, document }))
      if (copyTo) {
        removeDatabase(copy)
        await copyTo(copy)
        if (this.#dir.isPersistent) writeFileDigest(copy)
      }
      renameSync(`${path}.unfinished`, path)
    } catch (error) {
      rmSync(`${path}.unfinished`, { force: true })
      removeDatabase(copy)
      throw error
    }
    if (copyTo) {
      this.#takeOff(copy)
      this.#putOn(copy)
    }
    all.usable.set(snapshot.name, snapshot)
    all.unusable.delete(snapshot.name)
  }

  documentOf(name: string): WorldDocument {
    return readSnapshot(this.documentPath(name)).document
  }

  /** Returns the file of its name, head, time and document: JSON, which is never changed. */
  documentPath(name: string): string {
    return this.#path(name, 'json')
  }

  /** Returns the copy of the world's file, if an intact one still exists. */
  copyOf(name: string): string | undefined {
    const path = this.#path(name, 'sqlite')
    if (this.#unexamined.delete(path) && !isWhole(path)) this.#discard(path)
    return existsSync(path) ? path : undefined
  }

  remove(name: string): void {
    rmSync(this.#path(name, 'json'), { force: true, recursive: true })
    this.#discard(this.#path(name, 'sqlite'))
    for (const names of Object.values(this.#all())) names.delete(name)
  }

  clear(): void {
    for (const names of Object.values(this.#all()))
      for (const name of [...names.keys()]) this.remove(name)
  }

  #putOn(copy: string): void {
    this.#recentCopies.push(copy)
    while (this.#recentCopies.length > maxCopies) removeDatabase(this.#recentCopies.shift() ?? '')
  }

  #discard(copy: string): void {
    removeDatabase(copy)
    this.#takeOff(copy)
  }

  #takeOff(copy: string): void {
    const place = this.#recentCopies.indexOf(copy)
    if (place >= 0) this.#recentCopies.splice(place, 1)
  }

  #all(): ReadSnapshots {
    this.#read ??= readAll(this.#dir.isPersistent ? join(this.#dir.folder, folderName) : undefined)
    return this.#read
  }

  #path(name: string, suffix: 'json' | 'sqlite'): string {
    const folder = join(this.#dir.folder, folderName)
    mkdirSync(folder, { recursive: true })
    return join(folder, `${name}.${suffix}`)
  }
}

const folderName = 'snapshots'

function isWhole(copy: string): boolean {
  try {
    examineFile(copy, undefined)
    return true
  } catch (error) {
    if (error instanceof StateError) return false
    throw error
  }
}

/** Content of the snapshot folder. */
interface ReadSnapshots {
  readonly usable: Map<string, Snapshot>
  /** Reasons by name. */
  readonly unusable: Map<string, string>
}

function readAll(folder: string | undefined): ReadSnapshots {
  const read: ReadSnapshots = { usable: new Map(), unusable: new Map() }
  if (folder === undefined || !existsSync(folder)) return read
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.json')) continue
    const fileName = basename(file, '.json')
    const path = join(folder, file)
    try {
      const { name, head, now, document } = readSnapshot(path)
      if (name !== fileName || document.log.length !== head || typeof now !== 'string')
        throw new Error(`it holds another snapshot than ${fileName}`)
      if (typeof document.generatorVersion !== 'number')
        throw new Error('it has no generator version')
      read.usable.set(name, { name, head, now })
    } catch (error) {
      read.unusable.set(fileName, damaged(path, error).message)
    }
  }
  return read
}

const readSnapshot = (path: string): Snapshot & { readonly document: WorldDocument } =>
  JSON.parse(readFileSync(path, 'utf8'))
