import { existsSync } from 'node:fs'
import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import type { KeyFile } from '../../../schemas/keys.ts'
import { type Config, isLoopback } from '../../config/config.ts'
import { publicAddress } from '../../config/local-address.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { NoSpaceError } from '../../store/no-space.ts'
import { DamagedFileError } from '../../store/state-error.ts'
import { paces } from '../../time/pace.ts'
import {
  InitialStates,
  moveInitialState,
  type WorldWish,
} from '../../world/history/initial-states.ts'
import { originPath, readNamedWorld, writeNamedWorld } from '../../world/history/named-world.ts'
import { type RecentCopies, Snapshots } from '../../world/history/snapshots.ts'
import { validateStored } from '../../world/history/validate-stored.ts'
import { type Semaphore, SerialQueue } from '../../world/serial-queue.ts'
import { SimulatedWorld, type WorldSettings } from '../../world/simulated-world.ts'
import type { DiskSpace } from '../../world/storage/disk-space.ts'
import {
  type InitialState,
  initialStateOfBase,
  initialStateOfCopy,
} from '../../world/storage/initial-state.ts'
import { OpenWorlds } from '../../world/storage/open-worlds.ts'
import type { WorldDirs } from '../../world/storage/world-dirs.ts'
import { createJournalSpace, type JournalSpace } from '../journal/journal-space.ts'
import { createWorldHandle, mainWorldName, type WorldHandle } from './world-handle.ts'

export interface WorldsSetup {
  readonly config: Config
  readonly keys: KeyFile
  readonly base: BaseReader
  /** What the base is made from. */
  readonly settings: WorldSource
  readonly dirs: WorldDirs
  /** Told, in a line each, which worlds and snapshots cannot be used, why, and what to do. */
  readonly warn: (text: string) => void
  /** Where the changes of the main world are made. */
  readonly room?: Pick<Semaphore, 'run'> | undefined
}

interface Named {
  readonly handle: WorldHandle
  readonly declared: boolean
}

/** Worlds whose files are open at once, beside the main one. */
const maxOpen = 16

/** The worlds of a server: the main one, and others by name that share its base. */
export class Worlds {
  readonly main: WorldHandle
  readonly #setup: WorldsSetup
  /** Of the key file, as it was read last. */
  #keys: KeyFile
  readonly #beginnings: InitialStates
  readonly #recentCopies: RecentCopies = []
  readonly #journals: JournalSpace
  /** Who was used for longest ago comes first. */
  readonly #named = new Map<string, Named>()
  /** Why worlds that an earlier process left cannot be used. */
  readonly #unusable = new Map<string, string>()
  readonly #openWorlds = new OpenWorlds(maxOpen)
  readonly #isAnybodys: boolean
  /** Making takes time; a name is free or taken when its turn has come. */
  readonly #queue: SerialQueue
  #isClosed = false

  private constructor(setup: WorldsSetup) {
    this.#setup = setup
    this.#keys = setup.keys
    this.#queue = new SerialQueue(undefined, (error) => setup.dirs.making.failed(error))
    const { base, settings, config, warn } = setup
    // Twice what one world remembers: many worlds share it.
    this.#journals = createJournalSpace(1 + 2 * config.journal)
    this.#isAnybodys = (config.worlds ?? (isLoopback(config.host) ? 'any' : 'declared')) === 'any'
    this.main = this.#open(mainWorldName, initialStateOfBase(base, settings), setup.room)
    const { world: main } = this.main
    this.#beginnings = new InitialStates({
      base,
      settings,
      definitionFile: config.definition,
      main,
      warn,
    })
  }

  /**
   * The worlds that an earlier process left, or the main one alone.
   * Named worlds whose files are damaged stay as they are, and are told of.
   * @throws StateError for a main world that is damaged, and for what is of another version or
   *   another start
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
    if (dirs.isPersistent) worlds.main.world.resume()
    for (const name of names) {
      if (name === mainWorldName) continue
      const error = damaged.get(name) ?? (await worlds.#resume(name))
      if (error) worlds.#leaveOut(name, error)
    }
    worlds.#tellOfSnapshots()
    return worlds
  }

  /** Where all of them lie. */
  get disk(): DiskSpace {
    return this.#setup.dirs.disk
  }

  /** Every world, the main one first, then by name. */
  all(): { handle: WorldHandle; declared: boolean }[] {
    const named = [...this.#named.values()]
    return [
      { handle: this.main, declared: true },
      ...named.sort((a, b) => (a.handle.name < b.handle.name ? -1 : 1)),
    ]
  }

  /** Why worlds that an earlier process left cannot be used, by their names. */
  get unusable(): ReadonlyMap<string, string> {
    return this.#unusable
  }

  /**
   * The world of a request; named for the first time it comes to be, where that is allowed.
   * @returns why not: nobody declared it, there is no room, or its files are damaged
   */
  find(name: string): WorldHandle | 'unknown' | 'full' | 'unusable' {
    if (name === mainWorldName) return this.main
    const known = this.#named.get(name)
    if (known) {
      this.#used(name, known)
      return known.handle
    }
    if (this.#unusable.has(name)) return 'unusable'
    if (!this.#isAnybodys) return 'unknown'
    if (!this.#hasRoom()) return 'full'
    this.#makeRoom()
    return this.#add(name, this.#beginnings.shared(), false)
  }

  /**
   * Makes a world, which is there when it is whole; also in the place of one that cannot be used.
   * @returns why not: the name is taken, be it by a request that named it meanwhile, or there is no
   *   room; then, and when it fails, everything is as it was
   */
  create(name: string, wish: WorldWish): Promise<WorldHandle | 'taken' | 'full'> {
    return this.#queue.run(async () => {
      if (this.#isClosed) throw new Error('the server is closed')
      const refusal = this.#refusalOf(name)
      if (refusal) return refusal
      const { making } = this.#setup.dirs
      try {
        const initialState = await this.#beginnings.make(making, wish, () => this.#isClosed)
        const lateRefusal = this.#refusalOf(name)
        if (lateRefusal) {
          initialState.leave()
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

  /** Forgets a world with all that it keeps. @returns whether there was one */
  remove(name: string): boolean {
    const named = this.#named.get(name)
    if (!named && !this.#unusable.has(name)) return false
    this.#named.delete(name)
    this.#unusable.delete(name)
    named?.handle.close()
    this.#setup.dirs.of(name).remove()
    return true
  }

  /** Lets all of them, and those to come, know the keys of this file and no others. */
  useKeys(file: KeyFile): void {
    this.#keys = file
    for (const { handle } of this.all()) handle.auth.use(file)
  }

  /** Where a definition comes from, for people. */
  sourceOf(definition: WorldDefinition): string {
    const { settings, config } = this.#setup
    const isOurs =
      definition === settings.definition ||
      JSON.stringify(definition) === JSON.stringify(settings.definition)
    return isOurs ? (config.definition ?? 'built-in') : 'imported'
  }

  removeAll(): void {
    for (const name of [...this.#named.keys(), ...this.#unusable.keys()]) this.remove(name)
  }

  /** When no world is in the making any more. */
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
      handle = this.#open(name, initialState)
      const { seed, size } = initialState.settings
      if (dir.isPersistent) writeNamedWorld(dir, { declared, seed, size })
      this.#used(name, { handle, declared })
      return handle
    } catch (error) {
      handle?.close()
      dir.remove()
      throw dir.failed(error)
    }
  }

  /**
   * Goes on with what an earlier process left under this name.
   * @returns why it cannot be used, if so @throws NoSpaceError
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
      const copy = originPath(dir)
      const initialState = existsSync(copy)
        ? initialStateOfCopy(copy)
        : await this.#beginnings.make(dir, made)
      handle = this.#open(name, initialState)
      handle.world.resume()
      this.#used(name, { handle, declared: made.declared })
      return undefined
    } catch (error) {
      handle?.close()
      if (error instanceof NoSpaceError) throw error
      return error
    }
  }

  #leaveOut(name: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.#unusable.set(name, why)
    this.#setup.warn(
      `the world ${name} cannot be used and is left as it is: ${why}; or remove it with DELETE /_admin/worlds/${name}, or make it anew with PUT`,
    )
  }

  #tellOfSnapshots(): void {
    for (const { handle } of this.all())
      for (const [name, why] of handle.world.snapshots.unusable())
        this.#setup.warn(
          `the snapshot ${name} of the world ${handle.name} cannot be used and is left as it is: ${why}; or remove it with DELETE /_admin/snapshots/${name}, or save it anew`,
        )
  }

  #open(name: string, initialState: InitialState, room?: Pick<Semaphore, 'run'>): WorldHandle {
    const { config, dirs } = this.#setup
    const shown: WorldSettings = {
      clock: config.clock,
      pace: config.pace ?? (initialState.settings.size === 'empty' ? paces.off : paces.calm),
      nodeNetwork: config.network,
      dialect: config.dialect,
      signing: config.sign,
      publicUrl: publicAddress(config),
    }
    const dir = dirs.of(name)
    const openWorlds = name === mainWorldName ? undefined : this.#openWorlds
    const snapshots = new Snapshots(dir, this.#recentCopies)
    snapshots.takeOver()
    const world = new SimulatedWorld(initialState, shown, dir, snapshots, openWorlds, room)
    return createWorldHandle(world, config, this.#keys, name, this.#journals)
  }

  /** Who is used is the last to go. */
  #used(name: string, named: Named): void {
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

  /** Takes away the world that nobody declared and that was unused for longest, if it has to. */
  #makeRoom(): void {
    const name = this.#undeclared()
    if (!this.#isRoomLeft() && name !== undefined) this.remove(name)
  }

  #isRoomLeft(): boolean {
    return this.#named.size < this.#setup.config.maxWorlds
  }

  /** Of those that nobody declared the one that was unused for longest. */
  #undeclared(): string | undefined {
    for (const [name, { declared }] of this.#named) if (!declared) return name
    return undefined
  }
}
