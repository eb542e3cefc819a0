import { minuteSeconds } from '../time/time-units.ts'
import type { AccountDatabase } from './account-database.ts'

/** Answered request, as usage counts it. */
export interface UsedRequest {
  readonly owner: string
  /** Path template of the operation; {@link unknownPath} if there is none. */
  readonly path: string
  readonly status: number
  /** Decimal id or blockchain id of the EVM chain in the path of a successful request; else ''. */
  readonly chain: string
  readonly units: number
}

/** Path of requests that reach no operation. */
export const unknownPath = 'unknown'

/** Requests of one owner, minute, path, status and chain. */
export interface UsageBucket extends UsedRequest {
  /** Start of the minute by the world's clock, epoch seconds. */
  readonly minute: number
  readonly requests: number
  /** Number of requests by their duration in whole milliseconds. */
  readonly durations: ReadonlyMap<number, number>
}

interface Counted extends UsageBucket {
  requests: number
  units: number
  readonly durations: Map<number, number>
}

/** Buckets as they go to another process. */
export type UsageReport = readonly (Omit<UsageBucket, 'durations'> & {
  readonly durations: readonly (readonly [ms: number, count: number])[]
})[]

/** Counts answered requests; exact, whatever the journal remembers. */
export interface UsageCounter {
  /**
   * Counts a request.
   * @param time time of the world, epoch seconds
   */
  count(request: UsedRequest, time: number, durationMs: number): void
}

/** Counts nothing: for requests that are no client's, such as those of the page. */
export const countsNothing: UsageCounter = { count() {} }

/** Counts of a process that have not been stored yet. */
export class UsageCounts implements UsageCounter {
  #buckets = new Map<string, Counted>()
  readonly #isLarge: (counts: UsageCounts) => void

  /** Creates empty counts. @param isLarge function called when they should be stored */
  constructor(isLarge: (counts: UsageCounts) => void = () => {}) {
    this.#isLarge = isLarge
  }

  get isEmpty(): boolean {
    return this.#buckets.size === 0
  }

  count(request: UsedRequest, time: number, durationMs: number): void {
    const bucket = this.#bucketOf(request, time - (time % minuteSeconds))
    const ms = Math.round(durationMs)
    bucket.requests++
    bucket.units += request.units
    bucket.durations.set(ms, (bucket.durations.get(ms) ?? 0) + 1)
  }

  /** Adds the counts of another process. */
  add(report: UsageReport): void {
    for (const { durations, ...more } of report) {
      const bucket = this.#bucketOf(more, more.minute)
      bucket.requests += more.requests
      bucket.units += more.units
      for (const [ms, count] of durations)
        bucket.durations.set(ms, (bucket.durations.get(ms) ?? 0) + count)
    }
  }

  /** Returns the counts, and forgets them. */
  take(): UsageBucket[] {
    const buckets = [...this.#buckets.values()]
    this.#buckets = new Map()
    return buckets
  }

  report(): UsageReport {
    return this.take().map(({ durations, ...bucket }) => ({ ...bucket, durations: [...durations] }))
  }

  #bucketOf({ owner, path, status, chain }: UsedRequest, minute: number): Counted {
    const key = `${minute} ${owner} ${status} ${chain} ${path}`
    const found = this.#buckets.get(key)
    if (found) return found
    const made: Counted = {
      ...{ owner, path, status, chain, minute },
      ...{ requests: 0, units: 0, durations: new Map() },
    }
    this.#buckets.set(key, made)
    if (this.#buckets.size >= maxBuckets) this.#isLarge(this)
    return made
  }
}

/** Number of buckets that are stored before more are counted in memory. */
const maxBuckets = 5_000

/** Adds counts to those of the file. */
export function storeUsage(file: AccountDatabase, buckets: readonly UsageBucket[]): void {
  file.atomically(() => {
    for (const { owner, minute, path, status, chain, requests, units, durations } of buckets) {
      const before = file.get<StoredRow>(selectOne, owner, minute, path, status, chain)
      const sum = new Map<number, number>(before ? JSON.parse(before.durations) : [])
      for (const [ms, count] of durations) sum.set(ms, (sum.get(ms) ?? 0) + count)
      file.run(
        'INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...[owner, minute, path, status, chain],
        ...[requests + (before?.requests ?? 0), units + (before?.units ?? 0)],
        JSON.stringify([...sum]),
      )
    }
  })
}

/**
 * Returns the stored counts of an owner, oldest first.
 * @param from epoch seconds, inclusive
 * @param end epoch seconds, exclusive
 */
export const storedUsage = (
  file: AccountDatabase,
  owner: string,
  { from, end }: { readonly from: number; readonly end: number },
): UsageBucket[] =>
  file
    .all<StoredRow>(
      'SELECT * FROM usage WHERE owner = ? AND minute >= ? AND minute < ? ORDER BY minute',
      ...[owner, from, end],
    )
    .map(({ durations, ...row }) => ({ ...row, durations: new Map(JSON.parse(durations)) }))

interface StoredRow extends Omit<UsageBucket, 'durations'> {
  durations: string
}

const selectOne =
  'SELECT * FROM usage WHERE owner = ? AND minute = ? AND path = ? AND status = ? AND chain = ?'
