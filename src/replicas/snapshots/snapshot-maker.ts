import type { SharedLog } from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'
import { errorText } from '../../util/error-text.ts'
import { makeTemporary, type TemporaryFolder } from '../../world/temporary-folder.ts'
import type { ArchivedFile } from './archive.ts'
import type { SnapshotPlace, SnapshotStore } from './snapshot-store.ts'

/**
 * Records, milliseconds of the engine's time, and milliseconds of applying records after which a
 * snapshot follows the last one: a start applies everything behind it.
 */
const due = { records: 1_000, ms: 3_600_000, workMs: 6_000 }

/** Multiple of the time that a snapshot takes for which records are applied before the next one. */
const restFactor = 3

/** Records until the next attempt, when another replica makes it or an attempt fails. */
const retryRecords = 100

/** Milliseconds for which the others leave a snapshot to one replica. */
const leaseMs = 60_000

/** Times that a mark is tried again when other records came first. */
const maxMarkAttempts = 50

/** State of all worlds at a place. */
export interface Captured {
  readonly value: unknown
  readonly files: readonly ArchivedFile[]
}

interface MakerOf {
  readonly log: Pick<SharedLog, 'lease' | 'release' | 'append'>
  readonly store: Pick<SnapshotStore, 'newest' | 'add' | 'tidy'>
  /** Name of this replica. */
  readonly name: string
  /** Copies the present state below a folder. */
  capture(folder: string): Promise<Captured>
  /** Returns a digest of the present state. */
  digest(): string
  warn(text: string): void
}

/**
 * Makes snapshots: one replica at a time, from copies, while records are applied. A mark follows
 * each of them in the log.
 */
export class SnapshotMaker {
  readonly #of: MakerOf
  /** Place of the newest snapshot that is known here; the log's beginning: none. */
  #last: Pick<SnapshotPlace, 'position' | 'atMs'> = { position: 0, atMs: 0 }
  /** Time of the first record that it considered. */
  #firstMs: number | undefined
  /** Milliseconds in which records behind the newest snapshot were applied. */
  #workMs = 0
  /** Milliseconds that the last snapshot of this replica took. */
  #tookMs = 0
  /** Position at which it looks again, after an attempt that made none. */
  #notBefore = 0
  /** Position from which a snapshot is requested. */
  #requested = 0
  #saving: Promise<void> | undefined
  #mark: { readonly of: SnapshotPlace; attempts: number } | undefined

  constructor(of: MakerOf) {
    this.#of = of
  }

  /** Engine's time of the newest snapshot, milliseconds since 1970; 0: there is none. */
  get newestMs(): number {
    return this.#last.atMs
  }

  /** Notes that there is a snapshot. */
  know({ position, atMs }: Pick<SnapshotPlace, 'position' | 'atMs'>): void {
    if (position <= this.#last.position) return
    this.#last = { position, atMs }
    this.#workMs = 0
  }

  /** Makes a snapshot due at a position, whatever there is before it. */
  request(position: number): void {
    this.#requested = position
    this.#notBefore = 0
  }

  /**
   * Makes a snapshot if one is due. The state is copied before this resolves, and stored afterwards.
   * @param place place of the record that was applied last
   * @param workMs milliseconds in which it was applied
   */
  async consider(place: SnapshotPlace, workMs: number): Promise<void> {
    this.#firstMs ??= place.atMs
    this.#workMs += workMs
    if (this.#mark) await this.#append(place)
    if (this.#saving || place.position < this.#notBefore || !this.#isDue(place)) return
    try {
      await this.#make(place)
    } catch (error) {
      this.#failed(place, error)
    }
  }

  /** Resolves when nothing is stored any more. */
  async end(): Promise<void> {
    await this.#saving
  }

  async #make(place: SnapshotPlace): Promise<void> {
    this.#notBefore = place.position + retryRecords
    const { log, name, store } = this.#of
    if (!(await log.lease('snapshot', name, leaseMs))) return
    let folder: TemporaryFolder | undefined
    const end = async () => {
      folder?.remove()
      await log.release('snapshot', name)
    }
    try {
      const newest = await store.newest()
      if (newest) this.know(newest)
      if (!this.#isDue(place)) return await end()
      folder = makeTemporary('snowglobe-snapshot-')
      const captured = await this.#of.capture(folder.folder)
      this.#saving = this.#save(place, captured)
        .catch((error) => this.#failed(place, error))
        .finally(async () => {
          await end().catch(() => {})
          this.#saving = undefined
        })
    } catch (error) {
      await end().catch(() => {})
      throw error
    }
  }

  async #save(place: SnapshotPlace, { value, files }: Captured): Promise<void> {
    const [began, before] = [monotonicMs(), this.#workMs]
    await this.#of.store.add(place, value, files)
    await this.#of.store.tidy()
    this.#tookMs = monotonicMs() - began
    const sinceMs = this.#workMs - before
    this.know(place)
    this.#workMs = sinceMs
    this.#notBefore = 0
    this.#mark = { of: place, attempts: 0 }
  }

  #failed({ position }: SnapshotPlace, error: unknown): void {
    this.#of.warn(`no snapshot was made at position ${position}: ${errorText(error)}`)
  }

  /** Appends a mark behind the record that was applied last, unless another record follows it. */
  async #append({ position }: SnapshotPlace): Promise<void> {
    const mark = this.#mark
    if (!mark) return
    mark.attempts++
    const { position: of, atMs } = mark.of
    const record = { world: '', do: 'mark', of: { position: of, atMs }, digest: this.#of.digest() }
    const added = await this.#of.log.append(record, position).catch(() => 'lost')
    if (added !== 'lost' || mark.attempts >= maxMarkAttempts) this.#mark = undefined
  }

  #isDue({ position, atMs }: SnapshotPlace): boolean {
    const last = this.#last
    const sinceMs = last.atMs || (this.#firstMs ?? atMs)
    return (
      last.position < this.#requested ||
      position - last.position >= due.records ||
      atMs - sinceMs >= due.ms ||
      this.#workMs >= Math.max(due.workMs, restFactor * this.#tookMs)
    )
  }
}
