import type { ClockSetting, WorldDocument } from '../../../schemas/control/world-document.ts'
import type { SerialQueue } from '../serial-queue.ts'
import { makeWorldDatabase } from '../storage/make-world-database.ts'
import type { WorldStorage } from '../storage/world-storage.ts'
import type { Snapshots } from './snapshots.ts'
import { playDocument, toDocument } from './world-document.ts'

/** What a world is lived with, beside what its place holds. */
export interface Lived {
  /** How its clock stands. */
  setting(): ClockSetting
  /** The same, no later than what its clock has brought about. */
  reachedSetting(): ClockSetting
  /** Goes on with this clock: another world is in its place. */
  goOn(clock: ClockSetting): void
}

interface WorldHistoryOf {
  readonly storage: WorldStorage
  readonly snapshots: Snapshots
  /** Those of all changes of the world. */
  readonly queue: SerialQueue
  readonly lived: Lived
}

/** A world as a whole: put elsewhere as it is at a moment, and put back to such a moment. */
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

  /** The world as the last commit left it, as a document. */
  export(): WorldDocument {
    return this.#document(this.#lived.reachedSetting())
  }

  /** Becomes what a document from outside says. @throws as {@link playDocument}, and stays as it is */
  import(document: WorldDocument): Promise<void> {
    return this.#queue.run(async () => {
      await this.#become((target) => this.#play(document, target, true))
    })
  }

  /**
   * Remembers the present.
   * @param wanted a name; a free one without it
   * @returns undefined where there is a snapshot of that name
   */
  save(wanted?: string) {
    return this.#queue.run(async () => {
      const name = wanted ?? this.#snapshots.freeName()
      if (this.#snapshots.find(name)) return undefined
      const { own, present } = this.#storage
      const clock = this.#lived.setting()
      own?.noteClock(clock, true)
      const snapshot = { name, head: present.head, now: clock.now }
      this.#snapshots.save(
        snapshot,
        this.#document(clock),
        own && ((path) => own.file.copyTo(path)),
      )
      return snapshot
    })
  }

  /** Goes back to a snapshot, which is there. */
  restore(name: string): Promise<void> {
    return this.#queue.run(async () => {
      const copy = this.#snapshots.copyOf(name)
      await this.#become((target) =>
        copy
          ? makeWorldDatabase(copy, target, this.#storage.isPersistent)
          : this.#play(this.#snapshots.documentOf(name), target),
      )
    })
  }

  /** Puts a copy of the world under a name. @returns false when it is still what it began with */
  copyTo(target: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const { own } = this.#storage
      own?.noteClock(this.#lived.setting())
      own?.file.copyTo(target)
      return own !== undefined
    })
  }

  /** Puts a copy of the world under a name in which one can live. */
  livingCopyTo(target: string): Promise<void> {
    return this.#queue.run(async () => this.#storage.copyTo(target, this.#lived.setting()))
  }

  #document(clock: ClockSetting): WorldDocument {
    return toDocument(this.#storage.settings, clock, this.#storage.log())
  }

  #play(document: WorldDocument, target: string, isForeign = false): Promise<void> {
    const { start, isPersistent } = this.#storage
    return playDocument(document, { start, target, isPersistent, isForeign })
  }

  /** Puts another world into the place of this one. */
  async #become(make: (target: string) => void | Promise<void>): Promise<void> {
    const { clock } = await this.#storage.replace(make)
    this.#lived.goOn(clock)
  }
}
