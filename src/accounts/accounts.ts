import type { WorldDir } from '../world/storage/world-dirs.ts'
import { AccountDatabase } from './account-database.ts'
import { ExportJobs } from './export-jobs.ts'
import {
  storedUsage,
  storeUsage,
  type UsageBucket,
  UsageCounts,
  type UsageReport,
} from './usage-counts.ts'

/** Change of what a caller has stored, as the contract's operation asks for it. */
export interface CallerChange {
  readonly operationId: string
  readonly input: unknown
  readonly owner: string
  /** First characters of the API key; null without one. */
  readonly keyPrefix: string | null
  readonly origin: string
}

/** Where several processes have the same accounts, which a log of changes orders. */
export interface SharedAccounts {
  /** Returns the response to a change that all processes make; undefined: this one makes it. */
  order(change: CallerChange): Promise<unknown> | undefined
  /** Stores the counts of this process. */
  store(): void
}

/** Milliseconds after which counts of a persistent world are stored. */
const storeAfterMs = 1_000

/**
 * Data of a world for its callers beside its log: counts of usage and export jobs. The log, its
 * snapshots and exports hold none of it. A reset drops it.
 */
export class Accounts {
  readonly file: AccountDatabase
  readonly usage: UsageCounts
  readonly exports: ExportJobs
  /** Collects the counts of other processes. */
  collectUsage: () => Promise<void> = async () => {}
  /** Collects the requests to other processes. */
  collectLogs: () => Promise<void> = async () => {}
  #shared: SharedAccounts | undefined
  #storing: NodeJS.Timeout | undefined

  /** Creates the accounts of a world. @param seed returns the seed of the world */
  constructor(dir: WorldDir, seed: () => string) {
    this.file = new AccountDatabase(dir)
    this.usage = new UsageCounts(() => this.#store())
    this.exports = new ExportJobs(this.file, seed)
  }

  /** Shares what it has with other processes. */
  share(shared: SharedAccounts): void {
    this.#shared = shared
    this.exports.finishAtOnce = true
  }

  /** Returns the response to a change that is ordered elsewhere; undefined: it is not. */
  order(change: CallerChange): Promise<unknown> | undefined {
    return this.#shared?.order(change)
  }

  /** Adds counts of another process. */
  addUsage(report: UsageReport): void {
    const counts = new UsageCounts()
    counts.add(report)
    storeUsage(this.file, counts.take())
  }

  /** Notes that a request was counted: a persistent world stores counts a second later. */
  counted(): void {
    if (!this.file.isPersistent || this.#storing) return
    this.#storing = setTimeout(() => {
      this.#storing = undefined
      this.#storeIfPossible()
    }, storeAfterMs).unref()
  }

  /** Returns the counts of an owner from `from` to before `end`, epoch seconds, oldest first. */
  async usageOf(
    owner: string,
    range: { readonly from: number; readonly end: number },
  ): Promise<UsageBucket[]> {
    await this.collectUsage()
    if (!this.#shared) this.#store()
    return storedUsage(this.file, owner, range)
  }

  reset(): void {
    this.usage.take()
    this.file.clear()
  }

  close(): void {
    clearTimeout(this.#storing)
    this.#storing = undefined
    if (this.file.isPersistent) this.#storeIfPossible()
    this.file.close()
  }

  #store(): void {
    if (this.#shared) this.#shared.store()
    else if (!this.usage.isEmpty) storeUsage(this.file, this.usage.take())
  }

  /** Stores counts, unless the disk is full: they are lost then, and no request fails. */
  #storeIfPossible(): void {
    try {
      this.#store()
    } catch {
      // No request waits for these counts, and the world's own changes report the full disk.
    }
  }
}
