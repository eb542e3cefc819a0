import { EngineAwayError } from '../../shared-log/errors.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import { errorText } from '../../util/error-text.ts'
import { loadSimulation } from '../../world/storage/load-simulation.ts'
import { type Beginning, refuseOther } from '../beginning.ts'
import { DivergedError } from '../following/diverged-error.ts'
import type { LogPlace } from '../following/log-place.ts'
import { makeScratchFolder, sweepScratchFolders } from '../scratch-folder.ts'
import { stateDigest } from '../state-digest.ts'
import { isSwitchedAfter } from '../versions/sandbox-version.ts'
import type { LocalState } from './local-state.ts'
import {
  captureSandbox,
  restoreSandbox,
  type SandboxOf,
  type SandboxState,
} from './sandbox-state.ts'
import { SnapshotMaker } from './snapshot-maker.ts'
import { SnapshotStore } from './snapshot-store.ts'

interface SnapshotsOf {
  readonly log: SharedLog
  /** Name of this replica, and one that no other process uses. */
  readonly name: string
  readonly process: string
  /** State in a folder of this machine, if the replica has one. */
  readonly local: LocalState | undefined
  warn(text: string): void
  /** Calls a function at the time of a place: what it does has its place in the log. */
  at<Result>(place: LogPlace, call: () => Promise<Result>): Promise<Result>
}

/** Record that follows a snapshot: the state that its replica has at the record's place. */
interface Mark {
  readonly of: Pick<LogPlace, 'position' | 'atMs'>
  readonly digest: string
}

/** Snapshots of the sandbox of a replica: makes them, and restores them. */
export class SandboxSnapshots {
  readonly #of: SnapshotsOf
  readonly #store: SnapshotStore
  readonly #maker: SnapshotMaker
  #hasRequested = false
  #served: { readonly sandbox: SandboxOf; readonly begin: Beginning } | undefined

  constructor(of: SnapshotsOf) {
    const { log, name, process, warn } = of
    sweepScratchFolders()
    this.#of = of
    this.#store = new SnapshotStore({
      ...{ log, process },
      base: () => this.#sandbox.worlds.base,
    })
    this.#maker = new SnapshotMaker({
      ...{ log, store: this.#store, name, warn },
      capture: (folder) => captureSandbox(this.#sandbox, this.begin, folder),
      digest: () => this.#digest(),
    })
  }

  /** Begins with the state of a server. @param begin first record of the log, as it has to be */
  serve(sandbox: SandboxOf, begin: Beginning): void {
    this.#served = { sandbox, begin }
  }

  get begin(): Beginning {
    return this.#known.begin
  }

  /** Engine's time of the newest snapshot, milliseconds since 1970; 0: there is none. */
  get newestMs(): number {
    return this.#maker.newestMs
  }

  /**
   * Makes a snapshot if one is due.
   * @param place place of the record that was applied last
   * @param workMs milliseconds in which it was applied since the last call; undefined: none was
   */
  consider(place: LogPlace, workMs: number | undefined): Promise<void> {
    return this.#maker.consider(place, workMs)
  }

  /** Makes a snapshot due at a position; a whole one shares nothing with those before it. */
  request(position: number, isWhole: boolean): void {
    this.#maker.request(position, isWhole)
  }

  /** Compares the state with that of the replica that appended a mark. @throws DivergedError */
  verify({ of, digest }: Mark): void {
    const own = this.#digest()
    if (own !== digest)
      throw new DivergedError(
        `the worlds of this replica differ from those of another one at the same position: their digests are ${own} and ${digest}`,
        of.position,
      )
    this.#maker.know(of)
  }

  /**
   * Gives worlds without changes the state of the newest usable snapshot.
   * @param before position that it must come before
   * @returns its place; undefined: there is none
   * @throws StateError when it is one of another start
   */
  async restoreNewest(before = Number.POSITIVE_INFINITY): Promise<LogPlace | undefined> {
    const places = await this.#store.list()
    const local = await this.#restoreLocal(places[0], before)
    if (local) return local
    for (const place of places) {
      if (place.position >= before) continue
      if (!(await this.#restore(place, (folder) => this.#read(place, folder)))) continue
      this.#maker.know(place)
      return place
    }
    return undefined
  }

  /** Gives worlds the state of this machine, unless a snapshot is newer. @returns its place */
  async #restoreLocal(newest: LogPlace | undefined, before: number): Promise<LogPlace | undefined> {
    const { local } = this.#of
    const place = local?.place
    if (!local || !place || place.position >= before) return undefined
    if (place.position < (newest?.position ?? 1) || !(await this.#store.isOnChain(place)))
      return undefined
    if (!(await this.#restore(place, async (folder) => local.copyTo(folder)))) return undefined
    if (newest) this.#maker.know(newest)
    return place
  }

  /** Resolves when nothing is stored any more. */
  end(): Promise<void> {
    return this.#maker.end()
  }

  /** Stores the present state on this machine, for the next start. @param place its place */
  async storeLocally(place: LogPlace): Promise<void> {
    const { local, at, warn } = this.#of
    const capture = (folder: string) => captureSandbox(this.#sandbox, this.begin, folder)
    await at(place, async () => local?.save(place, capture)).catch((error) =>
      warn(`the state could not be stored in --data-dir: ${errorText(error)}`),
    )
  }

  /** Gives worlds without changes a state. @returns whether it can be used */
  async #restore(
    place: LogPlace,
    read: (folder: string) => Promise<SandboxState | undefined>,
  ): Promise<boolean> {
    const { folder, remove } = makeScratchFolder()
    try {
      const state = await read(folder)
      if (!state) return false
      if (state.isMigrated && !(await isSwitchedAfter(this.#of.log, place.position))) return false
      refuseOther(state.begin, this.begin)
      await this.#of.at(place, () => restoreSandbox(this.#sandbox, state, folder))
      return true
    } finally {
      remove()
    }
  }

  /** Reads a snapshot. @returns undefined for one that is damaged @throws EngineAwayError */
  async #read(place: LogPlace, folder: string): Promise<SandboxState | undefined> {
    try {
      return (await this.#store.read(place, folder, () => this.#prepare())) as SandboxState
    } catch (error) {
      if (error instanceof EngineAwayError) throw error
      const { position } = place
      this.#of.warn(`the snapshot at position ${position} is left out: ${errorText(error)}`)
      await this.#requestWhole()
      return undefined
    }
  }

  /** Loads what applies the records that follow a snapshot. */
  #prepare(): void {
    const { definition } = this.#sandbox.worlds.main.world.settings
    void loadSimulation()
      .then(({ prepareSimulation }) => prepareSimulation(definition))
      .catch(() => {})
  }

  /** Requests a snapshot that shares nothing with a damaged one, once. */
  async #requestWhole(): Promise<void> {
    if (this.#hasRequested) return
    this.#hasRequested = true
    await this.#of.log.append({ world: '', do: 'snapshot', isWhole: true }).catch(() => {})
  }

  #digest(): string {
    return stateDigest(this.#sandbox.worlds.loaded())
  }

  get #sandbox(): SandboxOf {
    return this.#known.sandbox
  }

  get #known(): { readonly sandbox: SandboxOf; readonly begin: Beginning } {
    if (!this.#served) throw new Error('internal error: the replica has not begun')
    return this.#served
  }
}
