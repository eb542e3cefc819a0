import type { UsageReport } from '../../accounts/usage-counts.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import { SerialQueue } from '../../world/serial-queue.ts'
import type { LogFollower } from '../following/log-follower.ts'
import type { Proposals } from '../proposals.ts'

/** Milliseconds after which the counts of a replica become a record: what a killed one loses. */
const reportMs = 30_000

interface ReportsOf {
  readonly log: Pick<SharedLog, 'append'>
  /** Text that no other process uses. */
  readonly process: string
  readonly follower: Pick<LogFollower, 'learnHead'>
  readonly proposals: Pick<Proposals, 'propose'>
  /** Returns all open worlds. */
  handles(): readonly WorldHandle[]
}

/** Counts of one process in a record. A repeated record has the same number. */
export interface RecordedUsage {
  readonly process: string
  readonly number: number
  readonly counts: UsageReport
}

/** Counts of usage: each replica counts the requests that it gets, and records add them up. */
export class UsageReports {
  readonly #of: ReportsOf
  readonly #timer: NodeJS.Timeout
  /** Counts that may have no record yet, by their world. */
  readonly #waiting = new WeakMap<WorldHandle, RecordedUsage[]>()
  readonly #queue = new SerialQueue()
  #number = 0

  constructor(of: ReportsOf) {
    this.#of = of
    this.#timer = setInterval(() => void this.#reportAll().catch(() => {}), reportMs).unref()
  }

  /**
   * Resolves when this replica has the counts of all live ones.
   * @returns names of replicas whose counts are missing
   * @throws LogUnavailableError
   */
  async collect({ name: world }: WorldHandle): Promise<readonly string[]> {
    const { proposals, follower } = this.#of
    const record = { world, do: 'collectUsage', input: null }
    const { late } = await proposals.propose(record, { isForReturning: true })
    await follower.learnHead()
    return late
  }

  /** Makes the counts of this replica records. @throws EngineAwayError, UnknownOutcomeError */
  report(handle: WorldHandle): Promise<void> {
    return this.#queue.run(() => this.#report(handle))
  }

  /** Adds the counts of a record, unless it is a repeated one. */
  add({ accounts }: WorldHandle, { process, number, counts }: RecordedUsage): void {
    const { file } = accounts
    file.atomically(() => {
      if (file.raise(`usage ${process}`, number)) accounts.addUsage(counts)
    })
  }

  /** Reports what is left. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reportAll().catch(() => {})
  }

  async #reportAll(): Promise<void> {
    for (const handle of this.#of.handles()) await this.report(handle)
  }

  async #report(handle: WorldHandle): Promise<void> {
    const { log, process } = this.#of
    const waiting = this.#waiting.get(handle) ?? []
    this.#waiting.set(handle, waiting)
    const { usage } = handle.accounts
    if (!usage.isEmpty) waiting.push({ process, number: ++this.#number, counts: usage.report() })
    for (let next = waiting[0]; next; next = waiting[0]) {
      await log.append({ world: handle.name, do: 'usage', input: next })
      waiting.shift()
    }
  }
}
