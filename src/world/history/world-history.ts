import { renameSync } from 'node:fs'
import type { ClockSetting, WorldDocument } from '../../../schemas/control/world-document.ts'
import type { SerialQueue } from '../serial-queue.ts'
import { makeWorldDatabase } from '../storage/make-world-database.ts'
import type { WorldStorage } from '../storage/world-storage.ts'
import type { Snapshots } from './snapshots.ts'
import { replayDocument, toDocument } from './world-document.ts'

/** Live parts of a world, apart from its files. */
interface Lived {
  /** Returns the setting of its clock. */
  setting(): ClockSetting
  /** Returns the same, but no later than the time that the world has reached. */
  reachedSetting(): ClockSetting
  /** Stops a running clock advance. */
  stopAdvance(): void
  /** Continues with this clock: another world has replaced it. */
  goOn(clock: ClockSetting): Promise<void>
}

interface WorldHistoryOf {
  readonly storage: WorldStorage
  readonly snapshots: Snapshots
  /** Queue of all changes of the world. */
  readonly queue: SerialQueue
  readonly lived: Lived
}

/** Operations on a whole world: export, import, copies and snapshots. */
export class WorldHistory {
  readonly #storage: WorldStorage
  readonly #snapshots: Snapshots
  readonly #queue: SerialQueue
  readonly #lived: Lived

  constructor({ storage, snapshots, queue, lived }: WorldHistoryOf) {
    this.#storage = storage
    this.#snapshots = snapshots
    this.#queue = queue
    this.#lived = lived
  }

  /** Returns the last commit as a document. */
  export(): WorldDocument {
    return this.#document(this.#lived.reachedSetting())
  }

  /**
   * Replaces the world with a document from outside. On an error, the world stays unchanged.
   * @throws as {@link replayDocument}
   */
  import(document: WorldDocument): Promise<void> {
    return this.#queue.run(async () => {
      await this.#become((target) => this.#replay(document, target, true))
    })
  }

  /**
   * Saves a snapshot of the current state.
   * @param wanted name; absent: an unused one
   * @returns undefined when a snapshot has that name
   */
  save(wanted?: string) {
    return this.#queue.run(async () => {
      const name = wanted ?? this.#snapshots.freeName()
      if (this.#snapshots.find(name)) return undefined
      const { own, present } = this.#storage
      const clock = this.#lived.setting()
      own?.noteClock(clock, true)
      const snapshot = { name, head: present.head, now: clock.now }
      await this.#snapshots.save(
        snapshot,
        this.#document(clock),
        own && ((path) => own.file.copyTo(path)),
      )
      return snapshot
    })
  }

  /**
   * Restores a snapshot. It stops a running clock advance: its blocks would be discarded.
   * @throws MissingSnapshotError also when it is removed before the turn of this change
   */
  async restore(name: string): Promise<void> {
    this.#snapshots.verifyExists(name)
    this.#lived.stopAdvance()
    await this.#queue.run(async () => {
      this.#snapshots.verifyExists(name)
      const copy = this.#snapshots.copyOf(name)
      await this.#become((target) =>
        copy
          ? makeWorldDatabase(copy, target, this.#storage.isPersistent)
          : this.#replay(this.#snapshots.documentOf(name), target),
      )
    })
  }

  /** Becomes the world in a file, which it takes from its place. */
  takeOver(file: string): Promise<void> {
    return this.#queue.run(() => this.#become((target) => renameSync(file, target)))
  }

  /**
   * Copies the world to a path.
   * @returns false when the world is still its initial state
   */
  copyTo(target: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const { own } = this.#storage
      own?.noteClock(this.#lived.setting())
      await own?.file.copyTo(target)
      return own !== undefined
    })
  }

  /** Copies the world to a path, as a file that can be opened for changes. */
  writableCopyTo(target: string): Promise<void> {
    return this.#queue.run(async () => this.#storage.copyTo(target, this.#lived.setting()))
  }

  #document(clock: ClockSetting): WorldDocument {
    return toDocument(this.#storage.settings, clock, this.#storage.log())
  }

  #replay(document: WorldDocument, target: string, isForeign = false): Promise<void> {
    const { start, isPersistent } = this.#storage
    return replayDocument(document, { start, target, isPersistent, isForeign })
  }

  /** Replaces this world with another one. */
  async #become(make: (target: string) => void | Promise<void>): Promise<void> {
    const { clock } = await this.#storage.replace(make)
    await this.#lived.goOn(clock)
  }
}
