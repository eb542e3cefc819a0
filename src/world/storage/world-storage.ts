import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ClockSetting, LogEntry } from '../../../schemas/control/world-document.ts'
import type { Simulation, WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { removeFileDigest, writeFileDigest } from '../../store/file-digest.ts'
import { bytesOfDatabase, removeDatabase, unfinishedOf } from '../../store/world-database.ts'
import type { Pace } from '../../time/pace.ts'
import type { InitialState } from './initial-state.ts'
import { makeWorldDatabase } from './make-world-database.ts'
import { yieldToEventLoop } from './slices.ts'
import { UnwrittenWorld } from './unwritten-world.ts'
import type { WorldDir } from './world-dirs.ts'
import { WritableWorld, type WritableWorldOwner } from './writable-world.ts'

/** A moment of a world. */
export interface Present {
  /** Of the world, whatever happens in it. */
  readonly id: string
  /** Entries of the log. */
  readonly head: number
  /** How far its chains have come, epoch seconds. */
  readonly now: number
}

/** What a place tells whose it is. */
export interface StorageOwner extends WritableWorldOwner {
  /** It has opened what {@link WorldStorage.rest} closes. */
  woke(): void
}

/** Name of a world's own file in its folder. */
export const worldFile = 'world.sqlite'

/**
 * The place of a world's own file: empty until the world is written, and what it began with is read
 * until then.
 */
export class WorldStorage {
  readonly #dir: WorldDir
  readonly #initialState: InitialState
  readonly #owner: StorageOwner
  readonly #unwritten: UnwrittenWorld
  #open: WritableWorld | undefined
  /** What is known of a world whose file is closed. */
  #resting: Present | undefined

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

  /** Undefined as long as nothing was written. */
  get own(): WritableWorld | undefined {
    return this.#resting ? this.#wake() : this.#open
  }

  /** Undefined while its file is closed, too. */
  get opened(): WritableWorld | undefined {
    return this.#open
  }

  /** Undefined as long as nothing was written. */
  get ownFile(): string | undefined {
    return this.isWritten ? this.#path : undefined
  }

  get isWritten(): boolean {
    return this.#open !== undefined || this.#resting !== undefined
  }

  /** What the file takes on the disk. */
  get bytes(): number {
    return this.isWritten ? bytesOfDatabase(this.#path) : 0
  }

  /** Takes what an earlier process left. @returns undefined when it left nothing */
  find(): WritableWorld | undefined {
    const path = this.#path
    for (const target of [path, this.#nextPath]) removeDatabase(unfinishedOf(target))
    removeDatabase(this.#nextPath)
    return existsSync(path) ? this.#wake() : undefined
  }

  /** What the world is now; known while its file is closed too. */
  get present(): Present {
    return this.#open ?? this.#resting ?? this.#initialState
  }

  get settings(): WorldSource {
    return (this.own ?? this.#initialState).settings
  }

  /** What its rows are read from. */
  get reader(): Pick<BaseReader, 'all' | 'get' | 'contentDigest'> {
    return (this.own ?? this.#readOrigin).reader
  }

  /** Where its rows are, for who opens the file anew; and whether that is what it began with. */
  get rowsFile(): { readonly file: string; readonly isBase: boolean } {
    if (this.isWritten) return { file: this.#path, isBase: false }
    const { reader, head } = this.#readOrigin
    reader.putBack()
    return { file: reader.file, isBase: head === 0 }
  }

  /** The life at its end; nobody goes on with that of a world that was not written. */
  life(pace: Pace): Promise<Simulation> {
    const { own } = this
    if (own) return own.life(pace)
    this.#owner.woke()
    return this.#unwritten.life(pace)
  }

  /** Everything since the definition's now, in order, after so many entries. */
  log(after = 0): LogEntry[] {
    return this.own?.entries(after) ?? this.#readOrigin.log().slice(after)
  }

  /** The own world, made of what the world began with when there is none. */
  written(clock: ClockSetting): WritableWorld {
    const { own } = this
    if (own) return own
    this.#unwritten.rest()
    this.#make(this.#path, clock)
    this.#initialState.rest()
    return this.#wake()
  }

  /** Puts a copy under a name in which one can live, also of a world that was not written yet. */
  copyTo(target: string, clock: ClockSetting): void {
    const { own } = this
    if (!own) this.#make(target, clock)
    own?.noteClock(clock)
    own?.file.copyTo(target)
  }

  /** Id of the world that a reset leads to. */
  get start(): string {
    return this.#initialState.id
  }

  /**
   * Puts another world into this place; the one that is there stays whole until the other is.
   * @param make puts a world's file under a name
   */
  async replace(make: (target: string) => void | Promise<void>): Promise<WritableWorld> {
    const next = this.#nextPath
    await make(next)
    await yieldToEventLoop()
    this.rest()
    removeFileDigest(this.#path)
    renameSync(next, this.#path)
    return this.#wake()
  }

  /** Nothing is written any more. */
  clear(): void {
    if (!this.isWritten) return
    this.#open?.close()
    this.#open = undefined
    this.#resting = undefined
    removeDatabase(this.#path)
  }

  /** Closes files until somebody asks for what is in them. */
  rest(): void {
    this.#unwritten.rest()
    this.#initialState.rest()
    if (!this.#open) return
    const { id, head, now } = this.#open
    this.#resting = { id, head, now }
    this.#open.close()
    this.#open = undefined
  }

  close(): void {
    this.rest()
    if (!this.isPersistent) this.#dir.remove()
    else if (this.isWritten) this.#writeDigest()
  }

  /** The next start finds out by it whether the file is as it is now. */
  #writeDigest(): void {
    // What has not come into the file yet is found by SQLite, in its journal.
    if (existsSync(`${this.#path}-wal`)) return
    try {
      writeFileDigest(this.#path)
    } catch {
      // Without one, as on a full disk, the next start compares the pages with one another.
    }
  }

  #wake(): WritableWorld {
    if (this.isPersistent) removeFileDigest(this.#path)
    this.#open = new WritableWorld(this.#path, this.isPersistent, this.#owner)
    this.#resting = undefined
    this.#owner.woke()
    return this.#open
  }

  /** What the world began with, to be opened. */
  get #readOrigin(): InitialState {
    if (!this.#initialState.isOpen) this.#owner.woke()
    return this.#initialState
  }

  #make(target: string, clock: ClockSetting): void {
    const { reader, settings } = this.#readOrigin
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
