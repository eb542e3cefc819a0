import { CompactedError, EngineAwayError, LostTailError } from '../../shared-log/errors.ts'
import { LogCursor } from '../../shared-log/log-cursor.ts'
import type { Beat, LogRecord, SharedLog } from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'
import { errorText } from '../../util/error-text.ts'
import { DivergedError } from './diverged-error.ts'
import { EngineContact } from './engine-contact.ts'
import { EngineTime } from './engine-time.ts'
import { KnownHeads } from './known-heads.ts'
import { firstPlace, type LogPlace } from './log-place.ts'
import { Membership, notReadyMs } from './membership.ts'
import { SharedQuestion } from './shared-question.ts'

/** Records that are read at once. */
const readAtOnce = 50

/** What a follower does with records. */
export interface Applier {
  /**
   * Performs a record. Whatever it rejects with halts the replica: a refusal is no error.
   * @throws DivergedError when the replica has to begin again
   */
  apply(record: LogRecord): Promise<void>
  /**
   * Called between two records, when the replica takes part, and at least once a second while there
   * are none. It must not reject.
   * @param workMs milliseconds in which the first one was applied since the last call; undefined:
   *   none was
   */
  between(place: LogPlace, workMs: number | undefined): Promise<void>
  /**
   * Returns everything to an earlier state, and its place: that of a snapshot, or the log's
   * beginning.
   * @param before position that the place must come before; absent: any
   */
  restart(before?: number): Promise<LogPlace>
  warn(text: string): void
}

/** Applies a log in order, and knows how far behind its end it may be. */
export class LogFollower {
  readonly #log: SharedLog
  readonly #applier: Applier
  /** Time of the engine. */
  readonly time = new EngineTime()
  /** Whether the engine responds. */
  readonly contact = new EngineContact()
  /** Whether this replica is live, and which others are. */
  readonly membership: Membership
  #cursor: LogCursor
  /** Place of the last record that was applied. */
  #place = firstPlace
  /** Work that applies records, and whether it is under way. */
  #work = Promise.resolve()
  #isWorking = false
  #isNews = false
  #halted: string | undefined
  readonly #heads = new KnownHeads()
  /** Why it has begun again from an earlier place, until it is at the head. */
  #rebuilding: string | undefined
  #timer: NodeJS.Timeout | undefined
  #hasBegun = false
  /** Error for which it has to begin again, until it has. */
  #restartsFor: Error | undefined
  /** Whether it has begun again because its state differed from that of others. */
  #hasDiverged = false
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  readonly #question = new SharedQuestion(() => this.#catchUp())

  constructor(log: SharedLog, applier: Applier, beat: Omit<Beat, 'position'>) {
    this.#log = log
    this.#applier = applier
    this.#cursor = new LogCursor(log)
    const { contact, time } = this
    const warn = (text: string) => applier.warn(text)
    this.membership = new Membership({ log, applying: this, beat, contact, time, warn })
  }

  /** Position of the last record that was applied. */
  get position(): number {
    return this.#place.position
  }

  /** Place of the last record that was applied. */
  get place(): LogPlace {
    return this.#place
  }

  /** Why it applies no more records, if it does not. */
  get halted(): string | undefined {
    return this.#halted
  }

  /** Whether it applies no more records because this replica leaves. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Position of the log's end, as far as it is known here. */
  get head(): number {
    return Math.max(this.#heads.last, this.position)
  }

  /** Seconds for which the earliest record that is not applied has been known; 0 at the head. */
  get lagSeconds(): number {
    return this.#heads.lagMs(monotonicMs()) / 1000
  }

  /** Why it cannot respond to requests, if it cannot. */
  get refusal(): string | undefined {
    if (this.#halted !== undefined || this.#rebuilding === undefined) return this.#halted
    return `${this.#rebuilding}; applied ${this.position} of ${this.head} records`
  }

  /** Why other replicas should get its requests, if they should. */
  get notReady(): string | undefined {
    if (this.refusal !== undefined) return this.refusal
    if (this.membership.isBehind)
      return `it is behind other replicas: applied ${this.position} of ${this.head} records`
    // An engine that is away for all looks the same, and then there is none to leave it to.
    return this.contact.awaySeconds !== undefined &&
      this.contact.stateMs > notReadyMs &&
      this.membership.hasOthers
      ? `the shared log has not responded for ${Math.floor(this.contact.stateMs / 1000)} seconds`
      : undefined
  }

  /**
   * Applies everything, announces itself, and follows.
   * @param from place whose state the replica has
   * @param applied called before other replicas can know of this one
   */
  async begin(from: LogPlace, applied = async (): Promise<void> => {}): Promise<void> {
    this.#goOnFrom(from)
    const following = this.#log.follow(() => this.look())
    // Connecting takes time; what it throws is thrown below.
    following.catch(() => {})
    await this.#catchUp()
    await applied()
    this.#hasBegun = true
    await this.membership.announce()
    // A write in between did not wait for this replica.
    await this.#catchUp()
    await following
    this.#timer = setInterval(() => this.#announce(), 1_000).unref()
  }

  /** Applies what is new. */
  look(): void {
    void this.#catchUp().catch(() => {})
  }

  /**
   * Applies a record that this replica has appended, without reading it when it comes next. What was
   * sent to the log before this call is on its way meanwhile.
   */
  take(own: LogRecord): void {
    this.#cursor.give(own)
    if (!this.#cursor.hasGiven) this.#isNews = true
    setImmediate(() => void this.#goOn().catch(() => {}))
  }

  /** Resolves when it has applied the head of a time after this call. @throws EngineAwayError */
  learnHead(): Promise<void> {
    return this.#question.pose()
  }

  /** Resolves with whether a position was applied in time. */
  async whenApplied(position: number, timeoutMs: number): Promise<boolean> {
    const until = monotonicMs() + timeoutMs
    while (this.position < position && monotonicMs() < until && !this.#isClosed) {
      this.look()
      await this.#nextChange(Math.min(1_000, until - monotonicMs()))
    }
    return this.position >= position
  }

  async end(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#work.catch(() => {})
    await this.membership.end()
    await this.#log.close()
  }

  /** Applies records up to the head of a time after this call. */
  #catchUp(): Promise<void> {
    this.#isNews = true
    return this.#goOn()
  }

  /** Applies what is known to be new; calls during that time share it. */
  #goOn(): Promise<void> {
    if (!this.#isWorking) this.#work = this.#applyAll()
    return this.#work
  }

  async #applyAll(): Promise<void> {
    this.#isWorking = true
    try {
      while (this.#hasMore && this.#halted === undefined && !this.#isClosed) await this.#applyNext()
    } finally {
      this.#isWorking = false
    }
  }

  get #hasMore(): boolean {
    return this.#isNews || this.#cursor.hasGiven
  }

  async #applyNext(): Promise<void> {
    try {
      if (this.#restartsFor) throw this.#restartsFor
      if (this.#cursor.hasGiven) await this.#applyInOrder(this.#cursor.nextGiven())
      else await this.#readNext()
    } catch (error) {
      await this.#rebuild(error)
    }
  }

  async #readNext(): Promise<void> {
    this.#isNews = false
    const { records, head } = await this.contact.during(this.#cursor.next(readAtOnce))
    this.#heads.hear(head.position, monotonicMs())
    await this.#applyInOrder(records)
    if (this.position < head.position) this.#isNews = true
    else {
      this.#rebuilding = undefined
      this.membership.reachHead()
    }
    if (records.length === 0 && this.#hasBegun) await this.#applier.between(this.#place, undefined)
  }

  async #applyInOrder(records: readonly LogRecord[]): Promise<void> {
    for (const record of records) await this.#apply(record)
    // Before it has begun, no other replica knows of this one.
    if (records.length > 0 && this.#hasBegun) await this.#announce()
  }

  async #announce(): Promise<void> {
    if (this.membership.takesPart && !this.#isClosed)
      await this.membership.announce().catch(() => {})
  }

  async #apply(record: LogRecord): Promise<void> {
    if (this.#halted !== undefined || this.#isClosed) return
    const began = monotonicMs()
    try {
      await this.#applier.apply(record)
    } catch (error) {
      if (error instanceof DivergedError && !this.#hasDiverged) throw error
      if (this.#isClosed) return
      this.#halt(`record ${record.position} cannot be applied: ${errorText(error)}`)
    }
    if (this.#halted === undefined) this.#reach(record)
    this.#changed()
    if (this.#hasBegun && this.membership.takesPart)
      await this.#applier.between(record, monotonicMs() - began)
  }

  /**
   * Begins again from an earlier place: what this replica holds is not what the log says, or the log
   * no longer has the records that follow.
   * @throws the error if another attempt may succeed
   */
  async #rebuild(error: unknown): Promise<void> {
    const reason = reasonOf(error)
    if (reason === undefined || !(error instanceof Error)) throw error
    this.#applier.warn(`${error.message}; this replica begins again from an earlier place`)
    this.#rebuilding = reason
    this.membership.deregister()
    this.#heads.clear()
    this.#isNews = true
    this.#hasDiverged ||= error instanceof DivergedError
    this.#restartsFor = error
    try {
      this.#goOnFrom(
        await this.#applier.restart(error instanceof DivergedError ? error.before : undefined),
      )
      this.#restartsFor = undefined
    } catch (failure) {
      // It begins again when the engine responds.
      if (failure instanceof EngineAwayError) throw failure
      this.#halt(`${reason}, and an earlier state cannot be restored: ${errorText(failure)}`)
    }
  }

  #goOnFrom(place: LogPlace): void {
    this.#reach(place)
    this.#cursor = new LogCursor(this.#log, place)
  }

  #reach({ position, chain, atMs }: LogPlace): void {
    this.#place = { position, chain, atMs }
    this.#heads.reach(position)
    this.membership.reach(position)
  }

  #halt(reason: string): void {
    this.#halted = reason
    this.#applier.warn(`${reason}; this replica applies no further records until it is restarted`)
    this.membership.deregister()
  }

  #nextChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, timeoutMs)
      this.#waiting.add(go)
    })
  }

  #changed(): void {
    for (const go of this.#waiting) go()
  }
}

/** Returns why a replica has to begin again after an error; undefined: it has not. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof LostTailError)
    return 'the shared log has lost records that were applied here'
  if (error instanceof CompactedError) return 'the shared log no longer has the records that follow'
  if (error instanceof DivergedError) return 'this replica differed from the others'
  return undefined
}
