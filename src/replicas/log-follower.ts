import { setTimeout as sleep } from 'node:timers/promises'
import { EngineAwayError, LostTailError } from '../shared-log/errors.ts'
import { LogCursor } from '../shared-log/log-cursor.ts'
import type { Beat, LogRecord, SharedLog } from '../shared-log/shared-log.ts'
import { monotonicMs } from '../time/clock.ts'
import { SharedQuestion } from './shared-question.ts'

/** Records that are read at once. */
const readAtOnce = 50

/** Milliseconds after a confirmed beat was sent for which a replica trusts what it has applied. */
const trustMs = 2_000

/** Milliseconds that a write waits for live replicas: a beat counts for three seconds. */
const othersMs = 3_500

/** What a follower does with records. */
export interface Applier {
  /** Performs a record. Whatever it rejects with halts the replica: a refusal is no error. */
  apply(record: LogRecord): Promise<void>
  /** Returns everything to the state before the first record. */
  restart(): Promise<void>
  warn(text: string): void
}

/** Applies a log in order, and knows how far behind its end it may be. */
export class LogFollower {
  readonly #log: SharedLog
  readonly #applier: Applier
  readonly #beat: Omit<Beat, 'position'>
  #cursor: LogCursor
  #applied = 0
  #work: Promise<void> | undefined
  #isNews = false
  #halted: string | undefined
  #trustedUntil = Number.NEGATIVE_INFINITY
  /** Monotonic time of the first failed contact since the last success. */
  #awaySince: number | undefined
  #timer: NodeJS.Timeout | undefined
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
    return this.#applied
  }

  /** Why it applies no more records, if it does not. */
  get halted(): string | undefined {
    return this.#halted
  }

  /** Seconds since the first failed contact; undefined while the engine responds. */
  get awaySeconds(): number | undefined {
    return this.#awaySince === undefined ? undefined : (monotonicMs() - this.#awaySince) / 1000
  }

  /** Whether what it has applied contains every change that has been acknowledged anywhere. */
  get isTrusted(): boolean {
    return monotonicMs() < this.#trustedUntil
  }

  /** Applies everything, announces itself, and follows. */
  async begin(): Promise<void> {
    await this.#learn()
    await this.announce()
    // A write in between did not wait for this replica.
    await this.#learn()
    this.#timer = setInterval(() => void this.announce().catch(() => {}), 1_000).unref()
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
    while (this.#applied < position && monotonicMs() < until && !this.#isClosed) {
      this.look()
      await this.#nextChange(Math.min(1_000, until - monotonicMs()))
    }
    return this.#applied >= position
  }

  /** Waits until every live replica has applied a position, or has ceased to be live. */
  async othersApplied(position: number): Promise<void> {
    const until = monotonicMs() + othersMs
    while (monotonicMs() < until) {
      const live = await this.announce().catch(() => undefined)
      if (!live || live.every((each) => each.position >= position)) return
      await sleep(5)
    }
  }

  /** Sends a beat. @returns live replicas @throws EngineAwayError */
  async announce(): Promise<readonly Beat[]> {
    const sentAt = monotonicMs()
    const { live } = await this.#contact(this.#log.beat({ ...this.#beat, position: this.#applied }))
    this.#trustedUntil = Math.max(this.#trustedUntil, sentAt + trustMs)
    for (const { name, options } of live) {
      if (options === this.#beat.options || this.#reported.has(name)) continue
      this.#reported.add(name)
      this.#applier.warn(
        `the replica ${name} has another --auth, --rate-limit, --dialect, --sign, --journal or --public-node than this one`,
      )
    }
    return live
  }

  async end(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#log.endBeats(this.#beat.name).catch(() => {})
    await this.#work?.catch(() => {})
    await this.#log.close()
  }

  async #learn(): Promise<void> {
    const { position } = await this.#contact(this.#log.head())
    // Reading finds out whether the head leads on from here, so it is never left out.
    do await this.#catchUp()
    while (this.#applied < position && this.#halted === undefined && !this.#isClosed)
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
        const records = await this.#contact(this.#cursor.next(readAtOnce))
        for (const record of records) await this.#apply(record)
        if (records.length === 0) continue
        this.#isNews = true
        await this.announce()
      } catch (error) {
        if (!(error instanceof LostTailError)) throw error
        await this.#rebuild(error)
      }
    }
  }

  async #apply(record: LogRecord): Promise<void> {
    if (this.#halted !== undefined || this.#isClosed) return
    try {
      await this.#applier.apply(record)
    } catch (error) {
      this.#halted = `record ${record.position} cannot be applied: ${error instanceof Error ? error.message : String(error)}`
      this.#applier.warn(`${this.#halted}; this replica applies no more, restart it`)
    }
    if (this.#halted === undefined) this.#applied = record.position
    this.#changed()
  }

  /** Begins again from the first record: what this replica holds is not what the log says. */
  async #rebuild(error: LostTailError): Promise<void> {
    this.#applier.warn(`${error.message}; this replica begins again from the log's first record`)
    this.#trustedUntil = Number.NEGATIVE_INFINITY
    this.#applied = 0
    this.#cursor = new LogCursor(this.#log)
    this.#isNews = true
    try {
      await this.#applier.restart()
    } catch (failure) {
      this.#halted = 'what the log does not say could not be removed'
      this.#applier.warn(`${this.#halted}: ${String(failure)}; restart this replica`)
    }
  }

  async #contact<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call
      this.#awaySince = undefined
      return result
    } catch (error) {
      if (error instanceof EngineAwayError) this.#awaySince ??= monotonicMs()
      throw error
    }
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
