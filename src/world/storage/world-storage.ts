import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ClockSetting, LogEntry } from '../../../schemas/control/world-document.ts'
import type { Simulation, WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { removeFileDigest, writeFileDigest } from '../../store/digests/file-digest.ts'
import { bytesOfDatabase, removeDatabase, unfinishedOf } from '../../store/world-database.ts'
import type { Pace } from '../../time/pace.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { ClosedWorldError } from '../closed-world-error.ts'
import type { InitialState } from './initial-state.ts'
import { makeWorldDatabase } from './make-world-database.ts'
import { UnwrittenWorld } from './unwritten-world.ts'
import type { WorldDir } from './world-dirs.ts'
import { WritableWorld, type WritableWorldOwner } from './writable-world.ts'

/** A moment of a world. */
interface Present {
  /** Id of the world, which stays the same after changes. */
  readonly id: string
  /** Number of log entries. */
  readonly head: number
  /** Time that its chains have reached, epoch seconds. */
  readonly now: number
}

/** Owner of a storage, which receives its events. */
export interface StorageOwner extends WritableWorldOwner {
  /** Records that it has reopened the files that {@link WorldStorage.closeFiles} closes. */
  opened(): void
}

/** Name of a world's own file in its folder. */
export const worldFile = 'world.sqlite'

/**
 * Storage of a world's own file. It is empty until the first change; until then the initial state
 * is read.
 */
export class WorldStorage {
  readonly #dir: WorldDir
  readonly #initialState: InitialState
  readonly #owner: StorageOwner
  readonly #unwritten: UnwrittenWorld
  #open: WritableWorld | undefined
  /** Known state of a world whose file is closed. */
  #evicted: Present | undefined
  #isClosed = false

  constructor(dir: WorldDir, initialState: InitialState, owner: StorageOwner) {
    this.#dir = dir
    this.#initialState = initialState
    this.#owner = owner
    this.#unwritten = new UnwrittenWorld(initialState)
  }

  get isPersistent(): boolean {
    return this.#dir.isPersistent
  }

  /** Reports an error to its directory. */
  failed(error: unknown): unknown {
    return this.#dir.failed(error)
  }

  /** World in its own file; undefined before the first change. */
  get own(): WritableWorld | undefined {
    return this.#evicted ? this.#reopen() : this.#open
  }

  /** The same, but also undefined while its file is closed. */
  get opened(): WritableWorld | undefined {
    return this.#open
  }

  /** Path of its own file; undefined before the first change. */
  get worldFile(): string | undefined {
    return this.isWritten ? this.#path : undefined
  }

  get isWritten(): boolean {
    return this.#open !== undefined || this.#evicted !== undefined
  }

  /** Bytes of the file on the disk. */
  get bytes(): number {
    return this.isWritten ? bytesOfDatabase(this.#path) : 0
  }

  /**
   * Opens the file of an earlier process.
   * @returns undefined when there is none
   */
  find(): WritableWorld | undefined {
    const path = this.#path
    for (const target of [path, this.#nextPath]) removeDatabase(unfinishedOf(target))
    removeDatabase(this.#nextPath)
    return existsSync(path) ? this.#reopen() : undefined
  }

  /** Present state of the world; known while its file is closed too. */
  get present(): Present {
    return this.#open ?? this.#evicted ?? this.#initialState
  }

  get settings(): WorldSource {
    return (this.own ?? this.#initialState).settings
  }

  /** Reader of its rows. */
  get reader(): Pick<BaseReader, 'all' | 'get' | 'contentDigest'> {
    return (this.own ?? this.#readInitialState).reader
  }

  /** File of its rows, for a separate connection, and whether it is the initial base. */
  get rowsFile(): { readonly file: string; readonly isBase: boolean } {
    if (this.isWritten) return { file: this.#path, isBase: false }
    const { reader, head } = this.#readInitialState
    reader.putBack()
    return { file: reader.file, isBase: head === 0 }
  }

  /** Returns the simulation at its end. That of an unchanged world cannot continue. */
  simulation(pace: Pace): Promise<Simulation> {
    const { own } = this
    if (own) return own.simulation(pace)
    this.#owner.opened()
    return this.#unwritten.simulation(pace)
  }

  /** Returns the log entries since the definition's now, in order, after the first `after`. */
  log(after = 0): LogEntry[] {
    return this.own?.entries(after) ?? this.#readInitialState.log().slice(after)
  }

  /**
   * Returns the own world, created from the initial state when it does not exist.
   * @param clock returns the setting that it begins with
   */
  written(clock: () => ClockSetting): WritableWorld {
    const { own } = this
    if (own) return own
    this.#unwritten.discardSimulation()
    this.#make(this.#path, clock())
    this.#initialState.closeFiles()
    return this.#reopen()
  }

  /**
   * Copies the world to a path as a file that can be opened for changes, even before the first
   * change.
   */
  async copyTo(target: string, clock: ClockSetting): Promise<void> {
    const { own } = this
    if (!own) this.#make(target, clock)
    own?.noteClock(clock)
    await own?.file.copyTo(target)
  }

  /** Id of the world that a reset leads to. */
  get start(): string {
    return this.#initialState.id
  }

  /**
   * Replaces the world with another one. The existing file stays complete until the other is.
   * @param make function that writes a world's file to a path
   */
  async replace(make: (target: string) => void | Promise<void>): Promise<WritableWorld> {
    const next = this.#nextPath
    await make(next)
    await yieldToEventLoop()
    this.closeFiles()
    removeFileDigest(this.#path)
    renameSync(next, this.#path)
    return this.#reopen()
  }

  /** Discards all changes. */
  clear(): void {
    if (!this.isWritten) return
    this.#open?.close()
    this.#open = undefined
    this.#evicted = undefined
    removeDatabase(this.#path)
  }

  /** Closes files until they are needed. */
  closeFiles(): void {
    this.#unwritten.discardSimulation()
    this.#initialState.closeFiles()
    if (!this.#open) return
    const { id, head, now } = this.#open
    this.#evicted = { id, head, now }
    this.#open.close()
    this.#open = undefined
  }

  close(): void {
    this.#isClosed = true
    this.closeFiles()
    if (!this.isPersistent) this.#dir.remove()
    else if (this.isWritten) this.#writeDigest()
  }

  /** Writes the digest, by which the next start checks whether the file is unchanged. */
  #writeDigest(): void {
    // SQLite finds writes that are still in its journal.
    if (existsSync(`${this.#path}-wal`)) return
    try {
      writeFileDigest(this.#path)
    } catch {
      // Without a digest, for example on a full disk, the next start runs the full integrity check.
    }
  }

  /** @throws ClosedWorldError */
  #reopen(): WritableWorld {
    if (this.#isClosed) throw new ClosedWorldError()
    if (this.isPersistent) removeFileDigest(this.#path)
    this.#open = new WritableWorld(this.#path, this.isPersistent, this.#owner)
    this.#evicted = undefined
    this.#owner.opened()
    return this.#open
  }

  /** Initial state of the world, about to be opened. */
  get #readInitialState(): InitialState {
    if (!this.#initialState.isOpen) this.#owner.opened()
    return this.#initialState
  }

  #make(target: string, clock: ClockSetting): void {
    const { reader, settings } = this.#readInitialState
    reader.verify()
    makeWorldDatabase(reader.file, target, this.isPersistent, {
      start: this.start,
      definition: settings.definition,
      clock,
      isEntryClosed: true,
    })
  }

  get #path(): string {
    return join(this.#dir.folder, worldFile)
  }

  get #nextPath(): string {
    return `${this.#path}.next`
  }
}
