import { existsSync, renameSync } from 'node:fs'
import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import type { KeyFile } from '../../../schemas/keys.ts'
import { isLoopback } from '../../config/local-address.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { NoSpaceError } from '../../store/no-space.ts'
import { DamagedFileError } from '../../store/state-error.ts'
import { errorText } from '../../util/error-text.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import {
  InitialStates,
  moveInitialState,
  type WorldWish,
} from '../../world/history/initial-states.ts'
import {
  initialStatePath,
  type NamedWorld,
  readNamedWorld,
  writeNamedWorld,
} from '../../world/history/named-world.ts'
import { validateStored } from '../../world/history/validate-stored.ts'
import { type Semaphore, SerialQueue } from '../../world/serial-queue.ts'
import type { DiskSpace } from '../../world/storage/disk-space.ts'
import {
  type InitialState,
  initialStateOfBase,
  initialStateOfCopy,
} from '../../world/storage/initial-state.ts'
import type { WorldDir } from '../../world/storage/world-dirs.ts'
import { mainWorldName, type WorldHandle } from './world-handle.ts'
import { type OpenerSetup, WorldOpener } from './world-opener.ts'

/** Settings of the worlds of a server. */
interface WorldsSetup extends OpenerSetup {
  readonly base: BaseReader
  /** Settings from which the base is made. */
  readonly settings: WorldSource
  /** Reports, in a line each, which worlds and snapshots cannot be used, why, and what to do. */
  readonly warn: (text: string) => void
  /** Runs the changes of the main world, for example while its readers are paused. */
  readonly semaphore?: Pick<Semaphore, 'run'> | undefined
}

/** A world, and what it was created with. */
export interface NamedHandle extends NamedWorld {
  readonly handle: WorldHandle
}

/** Worlds of a server: the main world, and others by name that share its base. */
export class Worlds {
  readonly main: WorldHandle
  readonly #setup: WorldsSetup
  readonly #opener: WorldOpener
  readonly #initialStates: InitialStates
  /** Named worlds; the least recently used one comes first. */
  readonly #named = new Map<string, NamedHandle>()
  /** Reasons why worlds of an earlier process cannot be used. */
  readonly #unusable = new Map<string, string>()
  /** Whether a request creates the world that it names. */
  readonly #createsOnRequest: boolean
  /** Queue of the creations. They take time, and a name is checked again when its turn has come. */
  readonly #queue: SerialQueue
  #isClosed = false

  private constructor(setup: WorldsSetup) {
    this.#setup = setup
    this.#opener = new WorldOpener(setup)
    this.#queue = new SerialQueue(undefined, (error) => setup.dirs.making.failed(error))
    const { base, settings, config, warn } = setup
    this.#createsOnRequest =
      (config.worlds ?? (isLoopback(config.host) ? 'any' : 'declared')) === 'any'
    this.main = this.#opener.open(
      mainWorldName,
      initialStateOfBase(base, settings),
      setup.semaphore,
    )
    const { world: main } = this.main
    this.#initialStates = new InitialStates({
      base,
      settings,
      definitionFile: config.definition,
      main,
      warn,
    })
  }

  /**
   * Opens the worlds of an earlier process, or the main world alone. Named worlds with damaged
   * files stay as they are and are reported.
   * @throws StateError for a main world that is damaged, or that has another version or another
   *   start
   */
  static async open(setup: WorldsSetup): Promise<Worlds> {
    const { base, dirs } = setup
    const names = dirs.names()
    const damaged = new Map<string, unknown>()
    for (const name of names)
      try {
        validateStored(dirs.of(name), name === mainWorldName ? base.meta.id : undefined)
      } catch (error) {
        if (name === mainWorldName || !(error instanceof DamagedFileError)) throw error
        damaged.set(name, error)
      }
    const worlds = new Worlds(setup)
    if (dirs.isPersistent) {
      worlds.main.world.resume()
      worlds.main.webhooks.begin()
    }
    for (const name of names) {
      if (name === mainWorldName) continue
      const error = damaged.get(name) ?? (await worlds.#resume(name))
      if (error) worlds.#skip(name, error)
    }
    worlds.#reportSnapshots()
    return worlds
  }

  /** Base of the main world. */
  get base(): BaseReader {
    return this.#setup.base
  }

  /** Disk that holds all worlds. */
  get disk(): DiskSpace {
    return this.#setup.dirs.disk
  }

  /** Returns every world, the main world first, then by name. */
  all(): NamedHandle[] {
    const named = [...this.#named.values()]
    const { seed, size } = this.#setup.settings
    return [
      { handle: this.main, declared: true, seed, size },
      ...named.sort((a, b) => (a.handle.name < b.handle.name ? -1 : 1)),
    ]
  }

  /** Returns the worlds that exist. */
  loaded(): WorldHandle[] {
    return this.all().map(({ handle }) => handle)
  }

  /** Reasons, by name, why worlds of an earlier process cannot be used. */
  get unusable(): ReadonlyMap<string, string> {
    return this.#unusable
  }

  /**
   * Finds the world of a request. An unknown name creates a world, if that is allowed.
   * @returns reason for a refusal: it is not declared, there is no room, or its files are damaged
   */
  find(name: string): WorldHandle | 'unknown' | 'full' | 'unusable' {
    if (name === mainWorldName) return this.main
    const known = this.#named.get(name)
    if (known) {
      this.#used(name, known)
      return known.handle
    }
    if (this.#unusable.has(name)) return 'unusable'
    if (!this.#createsOnRequest) return 'unknown'
    if (!this.#hasRoom()) return 'full'
    this.#makeRoom()
    return this.#add(name, this.#initialStates.shared(), false)
  }

  /**
   * Creates a world, which is visible when it is complete. It may replace a world that cannot be
   * used.
   * @returns reason for a refusal: there is no room, or the name is taken, perhaps by a request
   *   that named it meanwhile. After a refusal or a failure, everything is as before.
   */
  create(name: string, wish: WorldWish): Promise<WorldHandle | 'taken' | 'full'> {
    return this.#queue.run(async () => {
      if (this.#isClosed) throw new Error('the server is closed')
      const refusal = this.#refusalOf(name)
      if (refusal) return refusal
      // A copy of another world takes one turn; requests are served before the next one.
      await yieldToEventLoop()
      const { making } = this.#setup.dirs
      try {
        const initialState = await this.#initialStates.make(making, wish, () => this.#isClosed)
        const lateRefusal = this.#refusalOf(name)
        if (lateRefusal) {
          initialState.close()
          return lateRefusal
        }
        this.#makeRoom()
        if (this.#unusable.has(name)) this.remove(name)
        return this.#add(
          name,
          moveInitialState(initialState, making, this.#setup.dirs.of(name)),
          true,
        )
      } finally {
        making.remove()
      }
    })
  }

  /**
   * Opens a world as another process has created it.
   * @param initialFile copy of another world that it began with, which it takes
   */
  adopt(name: string, made: NamedWorld, initialFile: string | undefined): Promise<WorldHandle> {
    return this.#queue.run(async () => {
      const dir = this.#setup.dirs.of(name)
      if (initialFile !== undefined) renameSync(initialFile, initialStatePath(dir))
      return this.#add(name, await this.#initialStateOf(dir, made), made.declared)
    })
  }

  /** Removes a world with all its data. @returns whether there was one */
  remove(name: string): boolean {
    const named = this.#named.get(name)
    if (!named && !this.#unusable.has(name)) return false
    this.#named.delete(name)
    this.#unusable.delete(name)
    named?.handle.close()
    this.#setup.dirs.of(name).remove()
    return true
  }

  /** Replaces the keys of all worlds, present and future, by those of this file. */
  useKeys(file: KeyFile): void {
    this.#opener.keys = file
    for (const { handle } of this.all()) handle.auth.use(file)
  }

  /** Returns the origin of a definition, for messages. */
  sourceOf(definition: WorldDefinition): string {
    const { settings, config } = this.#setup
    const isOurs =
      definition === settings.definition ||
      JSON.stringify(definition) === JSON.stringify(settings.definition)
    return isOurs ? (config.definition ?? 'built-in') : 'imported'
  }

  /**
   * Removes the worlds with names that exist at the call. Requests are served between two of them;
   * what they create meanwhile stays.
   */
  async removeAll(): Promise<void> {
    for (const [name, named] of [...this.#named]) {
      if (this.#named.get(name) === named) this.remove(name)
      await yieldToEventLoop()
    }
    for (const name of [...this.#unusable.keys()]) {
      if (this.#unusable.has(name)) this.remove(name)
      await yieldToEventLoop()
    }
  }

  /** Closes all worlds after the creation of the last one has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.pending
    for (const { handle } of this.all()) handle.close()
    this.#setup.dirs.close()
  }

  #add(name: string, initialState: InitialState, declared: boolean): WorldHandle {
    const dir = this.#setup.dirs.of(name)
    let handle: WorldHandle | undefined
    try {
      handle = this.#opener.open(name, initialState)
      const { seed, size } = initialState.settings
      if (dir.isPersistent) writeNamedWorld(dir, { declared, seed, size })
      this.#used(name, { handle, declared, seed, size })
      return handle
    } catch (error) {
      handle?.close()
      dir.remove()
      throw dir.failed(error)
    }
  }

  /**
   * Resumes the world that an earlier process left under this name.
   * @returns reason why it cannot be used, if any @throws NoSpaceError
   */
  async #resume(name: string): Promise<unknown> {
    const dir = this.#setup.dirs.of(name)
    let handle: WorldHandle | undefined
    try {
      const made = readNamedWorld(dir)
      if (!made) {
        dir.remove()
        return undefined
      }
      handle = this.#opener.open(name, await this.#initialStateOf(dir, made))
      handle.world.resume()
      handle.webhooks.begin()
      this.#used(name, { handle, ...made })
      return undefined
    } catch (error) {
      handle?.close()
      if (error instanceof NoSpaceError) throw error
      return error
    }
  }

  async #initialStateOf(dir: WorldDir, made: NamedWorld): Promise<InitialState> {
    const copy = initialStatePath(dir)
    return existsSync(copy) ? initialStateOfCopy(copy) : this.#initialStates.make(dir, made)
  }

  #skip(name: string, error: unknown): void {
    const why = errorText(error)
    this.#unusable.set(name, why)
    this.#setup.warn(
      `the world ${name} cannot be used: ${why}. To give it up, remove it with DELETE /_admin/worlds/${name}, or replace it with PUT`,
    )
  }

  #reportSnapshots(): void {
    for (const { handle } of this.all())
      for (const [name, why] of handle.world.snapshots.unusable())
        this.#setup.warn(
          `the snapshot ${name} of the world ${handle.name} cannot be used: ${why}. To give it up, remove it with DELETE /_admin/snapshots/${name}, or save it again`,
        )
  }

  /** Makes a world the most recently used one. */
  #used(name: string, named: NamedHandle): void {
    this.#named.delete(name)
    this.#named.set(name, named)
    named.handle.world.used()
  }

  #refusalOf(name: string): 'taken' | 'full' | undefined {
    if (name === mainWorldName || this.#named.has(name)) return 'taken'
    return this.#hasRoom() ? undefined : 'full'
  }

  #hasRoom(): boolean {
    return this.#isRoomLeft() || this.#undeclared() !== undefined
  }

  /** Removes the least recently used undeclared world, if there is no room. */
  #makeRoom(): void {
    const name = this.#undeclared()
    if (!this.#isRoomLeft() && name !== undefined) this.remove(name)
  }

  #isRoomLeft(): boolean {
    return this.#named.size < this.#setup.config.maxWorlds
  }

  /** Returns the least recently used undeclared world. */
  #undeclared(): string | undefined {
    for (const [name, { declared }] of this.#named) if (!declared) return name
    return undefined
  }
}
