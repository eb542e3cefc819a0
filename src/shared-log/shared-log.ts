/**
 * The log that equal replicas of a sandbox share: docs/decisions/0024-one-log-for-replicas.md. An
 * engine orders and stores records; it does not know what they mean. Any engine that implements
 * this interface passes the tests in `test/shared-log/conformance.ts`.
 *
 * Every method but `close` rejects with {@link EngineAwayError} when the engine cannot be reached
 * or does not respond within 2.5 seconds. Only `append` can leave open whether something happened,
 * and then rejects with {@link UnknownOutcomeError}.
 */
export interface SharedLog {
  /**
   * Adds a record at the next position, which is one higher than the head's, so that positions
   * have no gaps. When it resolves, the record is as safe as the engine makes a commit. Records
   * become visible in the order of their positions: who sees one has been able to see all before.
   *
   * A repeated append adds a second record. Callers put an idempotency key into the body, and the
   * code that applies records gives the second one no effect: that decision follows from the log,
   * so that it is the same on each replica.
   * @param expected position of the head that this record has to follow; absent: any
   * @returns `lost` when the head is at another position; nothing has been added then
   * @throws UnknownOutcomeError when contact is lost after the record was sent
   */
  append(record: RecordBody, expected?: number): Promise<LogRecord | 'lost'>
  /**
   * Returns the records after a position in order, at most `limit`, and the head. Both are as of one
   * moment after this call began: no append that has resolved is missing.
   * @throws CompactedError when records after that position have been removed
   */
  read(after: number, limit: number): Promise<LogPage>
  /** Returns the head as it is after this call began: no append that has resolved is missing. */
  head(): Promise<Head>
  /**
   * Calls `look` soon after each append by anybody, after each reconnection, and at least once a
   * second, until the log is closed. It may be called without news. An error that it throws is its
   * own mistake. One log has one follower; a second call replaces the first one.
   */
  follow(look: () => void): Promise<void>
  /**
   * Announces a replica and returns those that are live, itself included, ordered by name: each
   * whose last beat is at most 3 seconds old by the engine's time.
   */
  beat(mine: Beat): Promise<LiveReplicas>
  /** Returns the live replicas without announcing one. */
  live(): Promise<LiveReplicas>
  /** Removes a replica from those that are live, when it ends by itself. */
  endBeats(name: string): Promise<void>
  /**
   * Returns the engine's time at which a replica was last live, milliseconds since 1970; undefined
   * when the engine does not know: beats do not outlive its crash.
   */
  lastLive(): Promise<number | undefined>
  /**
   * Takes from a counter that all replicas share, exactly: the sum of what is taken in one period
   * never exceeds the limit.
   * @param periodMs length of its periods of the engine's time, which begin at multiples of it; 0:
   *   one period without an end
   */
  take(counter: string, periodMs: number, cost: number, limit: number): Promise<Taken>
  /**
   * Takes or extends a lease.
   * @param forMs how long it lasts by the engine's time unless it is extended
   * @returns whether `holder` has it now. A lease may be lost early when the engine fails, so work
   *   under it must be harmless when two replicas do it.
   */
  lease(name: string, holder: string, forMs: number): Promise<boolean>
  /** Ends a lease early; without effect for one that another holder has. */
  release(name: string, holder: string): Promise<void>
  /**
   * Adds items of a replica to a list that all replicas share, or replaces those that it has added
   * with the same numbers. A list whose generation is higher replaces it.
   */
  report(list: SharedList, replica: string, items: readonly ReportedItem[]): Promise<void>
  /**
   * Gives ids to the items that have none yet, in the order of their times, and returns the last
   * ones in the order of their ids. Items before them are removed, and lists of lower generations.
   * Ids count from 1, without gaps.
   */
  reported(list: SharedList, limit: number): Promise<readonly ListedItem[]>
  /**
   * Stores a large body under a name, in parts that the caller cuts, each at most 1 MiB. It becomes
   * visible when it is complete and replaces an earlier one of that name.
   */
  putParts(name: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /**
   * Returns the parts of a body in order.
   * @throws MissingPartsError while iterating, when there is no such body or it is damaged
   */
  getParts(name: string): AsyncIterable<Buffer>
  /** Returns the names of complete bodies that begin with a prefix, in the order of their bytes. */
  partNames(prefix: string): Promise<readonly string[]>
  /** Removes bodies, and makes room for others; without effect for names of none. */
  removeParts(names: readonly string[]): Promise<void>
  /**
   * Removes the records up to a position. The head, its chain and later records stay.
   * @param through position of the last record to remove, not after the head
   */
  compact(through: number): Promise<void>
  /** Ends all connections, also those to an engine that does not respond. Later calls reject. */
  close(): Promise<void>
}

/**
 * Content of a record: the world it belongs to, what it does, and members that depend on that. It
 * must survive JSON unchanged.
 */
export interface RecordBody {
  readonly world: string
  readonly do: string
  /** Idempotency key of the request that led to it. */
  readonly key?: string
  readonly [member: string]: unknown
}

/** A record that has its position. */
export interface LogRecord {
  /** Counts from 1, without gaps. */
  readonly position: number
  /** Engine's time of the append, milliseconds since 1970; never before that of an earlier record. */
  readonly atMs: number
  /** Chain value after this record, 64 hex digits: `src/shared-log/chain.ts`. */
  readonly chain: string
  /** Body as JSON, the bytes that the chain is made of. */
  readonly text: string
}

/** Position in the log, and the chain there. */
export type LogPosition = Pick<LogRecord, 'position' | 'chain'>

/** Records, and the end of the log at the moment at which they were read. */
export interface LogPage {
  readonly records: readonly LogRecord[]
  readonly head: LogPosition
}

/** End of the log. An empty log has position 0 and the chain of 64 zeros. */
export interface Head extends LogPosition {
  /** Engine's time of this response, milliseconds since 1970. */
  readonly nowMs: number
}

/** Announcement of a replica. */
export interface Beat {
  readonly name: string
  /** Position that it has applied. */
  readonly position: number
  /** Version of its program, and digest of the options that have to be equal everywhere. */
  readonly version: string
  readonly options: string
}

export interface LiveReplicas {
  /** Engine's time, milliseconds since 1970. */
  readonly nowMs: number
  readonly live: readonly Beat[]
  /**
   * Engine's time since which it has all beats: beats do not outlive its crash. 0: it has never lost
   * any.
   */
  readonly sinceMs: number
}

/** Outcome of {@link SharedLog.take}. */
export interface Taken {
  /** Whether the cost was taken; it is taken as a whole or not at all. */
  readonly isTaken: boolean
  /** Sum of what has been taken in this period, with this cost if it was taken. */
  readonly used: number
  /** Engine's time at which the period ends, milliseconds since 1970; undefined: never. */
  readonly endsMs: number | undefined
}

/** List of items of all replicas. Its loss costs nothing that was promised. */
export interface SharedList {
  readonly name: string
  readonly generation: number
}

/** Item of one replica. */
export interface ReportedItem {
  /** Number that the replica gives it. */
  readonly number: number
  /** Engine's time, milliseconds since 1970, with fractions. */
  readonly atMs: number
  readonly text: string
}

/** Item with its place among those of all replicas. */
export interface ListedItem {
  readonly id: number
  readonly text: string
}

/** Milliseconds of the engine's time after its last beat for which a replica counts as live. */
export const liveForMs = 3_000

/** Milliseconds after which a statement without a response counts as failed. */
export const statementTimeoutMs = 2_500

/** Highest number of bytes in a part of a large body. */
export const maxPartBytes = 1_048_576
