import type { WorldDir } from '../world/storage/world-dirs.ts'
import { AccountDatabase } from './account-database.ts'
import { ExportJobs } from './export-jobs.ts'
import { storedUsage, storeUsage, type UsageBucket, UsageCounts } from './usage-counts.ts'

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
  collect: () => Promise<void> = async () => {}
  #storing: NodeJS.Timeout | undefined

  /** Creates the accounts of a world. @param seed returns the seed of the world */
  constructor(dir: WorldDir, seed: () => string) {
    this.file = new AccountDatabase(dir)
    this.usage = new UsageCounts(() => this.#store())
    this.exports = new ExportJobs(this.file, seed)
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
    await this.collect()
    this.#store()
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
    if (!this.usage.isEmpty) storeUsage(this.file, this.usage.take())
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
