import { setTimeout as sleep } from 'node:timers/promises'
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
import { SharedQuestion } from './shared-question.ts'

/** Records that are read at once. */
const readAtOnce = 50

/** Milliseconds after a confirmed beat was sent for which a replica trusts what it has applied. */
const trustMs = 2_000

/** Milliseconds that a write waits for live replicas: a beat counts for three seconds. */
const othersMs = 3_500

/**
 * Milliseconds behind another replica, or without the log, after which a replica is not ready: others
 * serve in its place.
 */
const notReadyMs = 10_000

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
  readonly #beat: Omit<Beat, 'position'>
  /** Time of the engine. */
  readonly time = new EngineTime()
  /** Whether the engine responds. */
  readonly contact = new EngineContact()
  #cursor: LogCursor
  /** Place of the last record that was applied. */
  #place = firstPlace
  #work: Promise<void> | undefined
  #isNews = false
  #halted: string | undefined
  #trustedUntil = Number.NEGATIVE_INFINITY
  /** Heads of the log, and positions that other live replicas have applied. */
  readonly #heads = new KnownHeads()
  readonly #ofOthers = new KnownHeads()
  /** Live replicas as of the last confirmed beat. */
  #live: readonly Beat[] = []
  /** Whether others do not wait for it, because they would wait for long. */
  #isBehind = false
  /** Why it has begun again from an earlier place, until it is at the head. */
  #rebuilding: string | undefined
  #timer: NodeJS.Timeout | undefined
  /** Beat that is under way, the position in it, and what it returns. */
  #beating: { readonly position: number; readonly live: Promise<readonly Beat[]> } | undefined
  #hasBegun = false
  /** Error for which it has to begin again, until it has. */
  #restartsFor: Error | undefined
  /** Whether it has begun again because its state differed from that of others. */
  #hasDiverged = false
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  /** Replicas whose options differ, as far as that was reported. */
  readonly #reported = new Set<string>()
  readonly #question = new SharedQuestion(() => this.#learn())

  constructor(log: SharedLog, applier: Applier, beat: Omit<Beat, 'position'>) {
    this.#log = log
    this.#applier = applier
    this.#beat = beat
    this.#cursor = new LogCursor(log)
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

  /** Position of the log's end, as far as it is known here. */
  get head(): number {
    return Math.max(this.#heads.last, this.position)
  }

  /** Live replicas, as far as that is known here; in the order of their names. */
  get live(): readonly Beat[] {
    return this.#live
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
    if (this.#isBehind)
      return `it is behind other replicas: applied ${this.position} of ${this.head} records`
    // An engine that is away for all looks the same, and then there is none to leave it to.
    const others = this.#live.some(({ name }) => name !== this.#beat.name)
    return this.contact.awaySeconds !== undefined && this.contact.stateMs > notReadyMs && others
      ? `the shared log has not responded for ${Math.floor(this.contact.stateMs / 1000)} seconds`
      : undefined
  }

  /** Whether what it has applied contains every change that has been acknowledged anywhere. */
  get isTrusted(): boolean {
    return monotonicMs() < this.#trustedUntil
  }

  /**
   * Applies everything, announces itself, and follows.
   * @param from place whose state the replica has
   * @param applied called before other replicas can know of this one
   */
  async begin(from: LogPlace, applied = async (): Promise<void> => {}): Promise<void> {
    this.#goOnFrom(from)
    await this.#learn()
    await applied()
    this.#hasBegun = true
    await this.announce()
    // A write in between did not wait for this replica.
    await this.#learn()
    this.#timer = setInterval(() => this.#announceIfCurrent(), 1_000).unref()
    await this.#log.follow(() => this.look())
  }

  /** Applies what is new. */
  look(): void {
    void this.#catchUp().catch(() => {})
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

  /**
   * Waits until every live replica has applied a position, or has ceased to be live.
   * @returns names of those that have not when the time is over
   */
  async othersApplied(position: number, timeoutMs = othersMs): Promise<string[]> {
    const until = monotonicMs() + timeoutMs
    // The first beat then has this position, and nothing has to wait for a second one.
    await this.whenApplied(position, timeoutMs)
    for (;;) {
      const live = await this.announce().catch(() => [])
      const late = live.filter((each) => each.position < position)
      if (late.length === 0 || monotonicMs() >= until) return late.map(({ name }) => name)
      await sleep(5)
    }
  }

  /**
   * Sends a beat, or waits for one with this position that is under way.
   * @returns live replicas
   * @throws EngineAwayError
   */
  announce(): Promise<readonly Beat[]> {
    if (this.#beating?.position === this.position) return this.#beating.live
    const live = this.#announce().finally(() => {
      if (this.#beating?.live === live) this.#beating = undefined
    })
    this.#beating = { position: this.position, live }
    return live
  }

  async #announce(): Promise<readonly Beat[]> {
    const sentAt = monotonicMs()
    const beat = this.#log.beat({ ...this.#beat, position: this.position })
    const { live, nowMs } = await this.contact.during(beat)
    this.time.learn(sentAt, nowMs)
    this.#live = live
    if (this.#takesPart) this.#confirmed(sentAt)
    for (const { name, position } of live)
      if (name !== this.#beat.name) this.#ofOthers.hear(position, monotonicMs())
    if (!this.#isBehind && this.#ofOthers.lagMs(monotonicMs()) > notReadyMs) {
      this.#isBehind = true
      this.#deregister()
    }
    for (const { name, options } of live) {
      if (options === this.#beat.options || this.#reported.has(name)) continue
      this.#reported.add(name)
      this.#applier.warn(
        `the replica ${name} differs from this one in --auth, --rate-limit, --dialect, --sign, --journal, --public-node, --webhook-hosts or --webhook-key; start both with the same options`,
      )
    }
    return live
  }

  async end(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#work?.catch(() => {})
    // A beat that arrives after the end would make others wait for a replica that is gone.
    await this.#beating?.live.catch(() => {})
    await this.#log.endBeats(this.#beat.name).catch(() => {})
    await this.#log.close()
  }

  /** Whether other replicas have to wait for it. */
  get #takesPart(): boolean {
    return this.#halted === undefined && this.#rebuilding === undefined && !this.#isBehind
  }

  async #announceIfCurrent(): Promise<void> {
    if (this.#takesPart && !this.#isClosed) await this.announce().catch(() => {})
  }

  /** Lets others not wait for it any more: from now on it asks for the head before it responds. */
  #deregister(): void {
    this.#trustedUntil = Number.NEGATIVE_INFINITY
    void this.#log.endBeats(this.#beat.name).catch(() => {})
  }

  /**
   * Extends the trust by a beat that was confirmed. Where the earlier ones had ended, others have
   * not waited in between, so it has to learn the head first.
   */
  #confirmed(sentAt: number): void {
    const extend = () => {
      this.#trustedUntil = Math.max(this.#trustedUntil, sentAt + trustMs)
    }
    if (this.isTrusted) extend()
    else
      void this.learnHead().then(
        () => this.#takesPart && monotonicMs() < sentAt + trustMs && extend(),
        () => {},
      )
  }

  async #learn(): Promise<void> {
    const { position } = await this.contact.during(this.#log.head())
    this.#heads.hear(position, monotonicMs())
    // Reading finds out whether the head leads on from here, so it is never left out.
    do await this.#catchUp()
    while (this.position < position && this.#halted === undefined && !this.#isClosed)
  }

  /** Applies records until none is left; calls during that time share it. */
  #catchUp(): Promise<void> {
    this.#isNews = true
    this.#work ??= this.#applyAll().finally(() => {
      this.#work = undefined
    })
    return this.#work
  }

  async #applyAll(): Promise<void> {
    while (this.#isNews && this.#halted === undefined && !this.#isClosed) {
      this.#isNews = false
      try {
        if (this.#restartsFor) throw this.#restartsFor
        const records = await this.contact.during(this.#cursor.next(readAtOnce))
        this.#heads.hear(records.at(-1)?.position ?? 0, monotonicMs())
        for (const record of records) await this.#apply(record)
        if (records.length === 0) {
          this.#isBehind = false
          this.#rebuilding = undefined
          // A position beyond the head is one that the log has lost.
          this.#ofOthers.clear()
          this.#ofOthers.reach(this.position)
          if (this.#hasBegun) await this.#applier.between(this.#place, undefined)
          continue
        }
        this.#isNews = true
        // Before it has begun, no other replica knows of this one.
        if (this.#hasBegun) await this.#announceIfCurrent()
      } catch (error) {
        await this.#rebuild(error)
      }
    }
  }

  async #apply(record: LogRecord): Promise<void> {
    if (this.#halted !== undefined || this.#isClosed) return
    const began = monotonicMs()
    try {
      await this.#applier.apply(record)
    } catch (error) {
      if (error instanceof DivergedError && !this.#hasDiverged) throw error
      this.#halt(`record ${record.position} cannot be applied: ${errorText(error)}`)
    }
    if (this.#halted === undefined) this.#reach(record)
    this.#changed()
    if (this.#hasBegun && this.#takesPart)
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
    this.#deregister()
    this.#heads.clear()
    this.#ofOthers.clear()
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
    this.#ofOthers.reach(position)
  }

  #halt(reason: string): void {
    this.#halted = reason
    this.#applier.warn(`${reason}; this replica applies no further records until it is restarted`)
    this.#deregister()
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
