import { setTimeout as sleep } from 'node:timers/promises'
import { controlOperations } from '../../schemas/control/operations.ts'
import type { Controls } from '../control/controls.ts'
import type { LogRecord, SharedLog } from '../shared-log/shared-log.ts'
import { StateError } from '../store/state-error.ts'
import type { AdvancesInParts } from './advances/advances-in-parts.ts'
import { refuseOther } from './beginning.ts'
import { firstPlace, type LogPlace } from './following/log-place.ts'
import type { RememberedOutcomes } from './remembered-outcomes.ts'
import type { Skips } from './skips.ts'
import type { SandboxSnapshots } from './snapshots/sandbox-snapshots.ts'
import { firstRecord } from './versions/sandbox-version.ts'

/** Milliseconds between two looks for a migrated state. */
const migrationLookMs = 500

/** Parts of a replica that have a state, and what its state comes from. */
interface StartingParts {
  readonly log: SharedLog
  /** Name of the sandbox, for messages. */
  readonly sandbox: string
  readonly skips: Skips
  readonly snapshots: SandboxSnapshots
  readonly remembered: RememberedOutcomes
  readonly advances: AdvancesInParts
  /** Control plane that resets the worlds; absent before the server has one. */
  controls(): Controls | undefined
  /** Runs a call whose changes have their place in the log already. */
  at(place: Pick<LogRecord, 'atMs' | 'position'>, call: () => Promise<void>): Promise<void>
  warn(text: string): void
}

/** State from which a replica applies the log: at its start, and when it has to begin again. */
export class StartingState {
  readonly #of: StartingParts

  constructor(of: StartingParts) {
    this.#of = of
  }

  /** Returns all worlds to the newest usable state before a position, and its place. */
  async restart(before?: number): Promise<LogPlace> {
    await this.#of.skips.load()
    await this.#reset()
    const place = await this.#earlierPlace(before)
    if (!place)
      throw new StateError(
        'neither the log nor a snapshot has the version of this release; start the release that wrote it, or use another --sandbox',
      )
    return place
  }

  /** Waits while the log is one of an earlier version: others serve it until it is migrated. */
  async placeAfterMigration(): Promise<LogPlace> {
    for (let hasWarned = false; ; hasWarned = true) {
      const place = await this.#earlierPlace()
      if (place) return place
      if (!hasWarned)
        this.#of.warn(
          `the sandbox ${this.#of.sandbox} has an earlier version than this release; waiting for snowglobe migrate --shared-log`,
        )
      await sleep(migrationLookMs)
    }
  }

  /**
   * Gives the worlds the newest stored state before a position, if there is one, and returns its
   * place, or else the log's beginning; undefined when that is of an earlier version.
   * @throws StateError when that belongs to another start
   */
  async #earlierPlace(before?: number): Promise<LogPlace | undefined> {
    const restored = await this.#of.snapshots.restoreNewest(before)
    if (restored) return restored
    const first = await firstRecord(this.#of.log)
    if (first === 'earlier') return undefined
    if (first !== 'none') refuseOther(JSON.parse(first.text), this.#of.snapshots.begin)
    return firstPlace
  }

  /** Returns all worlds to their initial state. */
  #reset(): Promise<void> {
    return this.#of.at({ atMs: 0, position: 0 }, () => this.#resetAll())
  }

  async #resetAll(): Promise<void> {
    this.#of.remembered.restore([])
    this.#of.advances.clear()
    const reset = controlOperations.find(({ operationId }) => operationId === 'reset')
    if (!reset) throw new StateError('internal error: there is no operation to reset worlds')
    const caller = { isGone: () => false, reportAdvance() {} }
    await this.#of.controls()?.of().perform(reset, { body: {} }, caller)
  }
}
