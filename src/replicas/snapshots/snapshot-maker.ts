import type { SharedLog } from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'
import { errorText } from '../../util/error-text.ts'
import type { TemporaryFolder } from '../../world/temporary-folder.ts'
import type { LogPlace } from '../following/log-place.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import type { Captured } from './archive.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/**
 * Records, milliseconds of the engine's time, and milliseconds of applying records after which a
 * snapshot follows the last one: a start applies everything behind it.
 */
const due = { records: 1_000, ms: 3_600_000, workMs: 6_000 }

/** Multiple of the time that a snapshot takes for which records are applied before the next one. */
const restFactor = 2

/**
 * Milliseconds without a record after which the work of a start decides, and how much it may be: a
 * snapshot delays no record then.
 */
const idle = { afterMs: 1_000, workMs: 2_000 }

/** Records until the next attempt, when another replica makes it or an attempt fails. */
const retryRecords = 100

/** Milliseconds for which the others leave a snapshot to one replica. */
const leaseMs = 60_000

/** Times that a mark is tried again when other records came first. */
const maxMarkAttempts = 50

interface MakerOf {
  readonly log: Pick<SharedLog, 'lease' | 'release' | 'append'>
  readonly store: Pick<SnapshotStore, 'newest' | 'add' | 'tidy' | 'end'>
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
  #last: Pick<LogPlace, 'position' | 'atMs'> = { position: 0, atMs: 0 }
  /** Time of the first record that it considered. */
  #firstMs: number | undefined
  /** Milliseconds in which records behind the newest snapshot were applied. */
  #workMs = 0
  /** Milliseconds that the last snapshot of this replica took. */
  #tookMs = 0
  /** Position at which it looks again, after an attempt that made none. */
  #notBefore = 0
  /** Position from which a snapshot is requested, and whether it has to be whole. */
  #requested = { position: 0, isWhole: false }
  /** Monotonic time at which a record was applied last. */
  #workedAt = 0
  /** Work on the last snapshot: what nothing may change meanwhile, and the rest. */
  #beginning: Promise<void> | undefined
  #saving: Promise<void> | undefined
  #isEnded = false
  #mark: { readonly of: LogPlace; attempts: number } | undefined

  constructor(of: MakerOf) {
    this.#of = of
  }

  /** Engine's time of the newest snapshot, milliseconds since 1970; 0: there is none. */
  get newestMs(): number {
    return this.#last.atMs
  }

  /** Notes that there is a snapshot. */
  know({ position, atMs }: Pick<LogPlace, 'position' | 'atMs'>): void {
    if (position <= this.#last.position) return
    this.#last = { position, atMs }
    this.#workMs = 0
  }

  /**
   * Makes a snapshot due at a position, whatever there is before it.
   * @param isWhole whether it shares nothing with those before it
   */
  request(position: number, isWhole = false): void {
    this.#requested = { position, isWhole }
    this.#notBefore = 0
  }

  /**
   * Makes a snapshot if one is due. The state is copied before this resolves, and stored afterwards.
   * @param place place of the record that was applied last
   * @param workMs milliseconds in which it was applied since the last call; undefined: none was
   */
  async consider(place: LogPlace, workMs: number | undefined): Promise<void> {
    if (workMs !== undefined) {
      this.#firstMs ??= place.atMs
      this.#workMs += workMs
      this.#workedAt = monotonicMs()
    }
    if (this.#isEnded) return
    if (this.#mark) await this.#append(place)
    if (this.#saving || place.position < this.#notBefore || !this.#isDue(place)) return
    this.#beginning = this.#make(place).catch((error) => this.#failed(place, error))
    await this.#beginning
  }

  /** Makes no more snapshots. Resolves when nothing is stored any more. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#beginning
    await this.#saving
    this.#of.store.end()
  }

  async #make(place: LogPlace): Promise<void> {
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
      folder = makeScratchFolder()
      const copies = folder
      const captured = await this.#of.capture(copies.folder)
      const { position, isWhole } = this.#requested
      const earlier = isWhole && this.#last.position < position ? undefined : newest
      this.#saving = this.#save(place, captured, earlier, copies)
        .catch((error) => {
          copies.remove()
          this.#failed(place, error)
        })
        .finally(async () => {
          await log.release('snapshot', name).catch(() => {})
          this.#saving = undefined
        })
    } catch (error) {
      await end().catch(() => {})
      throw error
    }
  }

  async #save(
    place: LogPlace,
    captured: Captured,
    earlier: LogPlace | undefined,
    copies: TemporaryFolder,
  ): Promise<void> {
    const [began, before] = [monotonicMs(), this.#workMs]
    await this.#of.store.add(place, captured, earlier, copies)
    await this.#of.store.tidy()
    this.#tookMs = monotonicMs() - began
    const sinceMs = this.#workMs - before
    this.know(place)
    this.#workMs = sinceMs
    this.#notBefore = 0
    this.#mark = { of: place, attempts: 0 }
  }

  #failed({ position }: LogPlace, error: unknown): void {
    this.#of.warn(`no snapshot was made at position ${position}: ${errorText(error)}`)
  }

  /** Appends a mark behind the record that was applied last, unless another record follows it. */
  async #append({ position }: LogPlace): Promise<void> {
    const mark = this.#mark
    if (!mark) return
    mark.attempts++
    const { position: of, atMs } = mark.of
    const record = { world: '', do: 'mark', of: { position: of, atMs }, digest: this.#of.digest() }
    const added = await this.#of.log.append(record, position).catch(() => 'lost')
    if (added !== 'lost' || mark.attempts >= maxMarkAttempts) this.#mark = undefined
  }

  #isDue({ position, atMs }: LogPlace): boolean {
    const last = this.#last
    const sinceMs = last.atMs || (this.#firstMs ?? atMs)
    const isIdle = monotonicMs() - this.#workedAt >= idle.afterMs
    return (
      last.position < this.#requested.position ||
      position - last.position >= due.records ||
      atMs - sinceMs >= due.ms ||
      this.#workMs >= (isIdle ? idle.workMs : Math.max(due.workMs, restFactor * this.#tookMs))
    )
  }
}
