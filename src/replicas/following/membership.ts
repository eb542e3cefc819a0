import {
  type Beat,
  type LiveReplicas,
  liveForMs,
  type SharedLog,
} from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'
import type { EngineContact } from './engine-contact.ts'
import type { EngineTime } from './engine-time.ts'
import { KnownHeads } from './known-heads.ts'
import { SharedQuestion } from './shared-question.ts'

/** Milliseconds after a confirmed beat was sent for which a replica trusts what it has applied. */
const trustMs = 2_000

/**
 * Milliseconds behind another replica, or without the log, after which a replica is not ready: others
 * serve in its place.
 */
export const notReadyMs = 10_000

/**
 * Milliseconds that a write waits for live replicas. One that is behind ceases to be live before:
 * after {@link notReadyMs} and the next beats.
 */
export const othersMs = 15_000

/** Milliseconds without the log after which no replica trusts what it has applied. */
const untrustedMs = trustMs + 500

/**
 * Milliseconds between two looks at what other replicas have applied: a tenth of the time for which
 * a change has waited, between these bounds.
 */
const lookMs = { min: 2, max: 50 } as const

/** For which other replicas something waits, and how long. */
export interface WaitForOthers {
  /** Milliseconds; by default as long as one may be live. */
  readonly timeoutMs?: number
  /**
   * Whether it also waits for those that were live until the log was away: they may send the next
   * beat later.
   */
  readonly isForReturning?: boolean
}

/** What a replica has applied. */
interface Applying {
  readonly position: number
  /** Why it cannot respond to requests, if it cannot. */
  readonly refusal: string | undefined
  /** Resolves when it has applied the head of a time after this call. */
  learnHead(): Promise<void>
  /** Resolves with whether a position was applied in time. */
  whenApplied(position: number, timeoutMs: number): Promise<boolean>
}

interface MembershipOf {
  readonly log: Pick<SharedLog, 'beat' | 'live' | 'endBeats'>
  readonly applying: Applying
  readonly beat: Omit<Beat, 'position'>
  readonly contact: EngineContact
  readonly time: EngineTime
  warn(text: string): void
}

/** A replica among those that are live: they wait for each other before a change is acknowledged. */
export class Membership {
  readonly #of: MembershipOf
  #trustedUntil = Number.NEGATIVE_INFINITY
  /** Positions that other live replicas have applied. */
  readonly #ofOthers = new KnownHeads()
  #live: readonly Beat[] = []
  /** Monotonic time of the last confirmed beat. */
  #heardAt = Number.NEGATIVE_INFINITY
  /** Engine's time since which it has all beats, as far as that is known here. */
  #sinceMs = 0
  /** Monotonic time from which no replica trusts what it has by a beat that the engine has lost. */
  #completeFrom = Number.NEGATIVE_INFINITY
  /** Replicas that were live until the log was away, and the monotonic time until which they count. */
  #lastLive: { readonly beats: readonly Beat[]; readonly until: number } | undefined
  /** What the last look found; undefined: the log did not tell. */
  #seen: readonly Beat[] | undefined
  readonly #look = new SharedQuestion(async () => {
    this.#seen = await this.#liveNow()
  })
  #isBehind = false
  /** Beat that is under way, the position in it, and what it returns. */
  #beating: { readonly position: number; readonly live: Promise<readonly Beat[]> } | undefined
  /** Replicas whose options differ, as far as that was reported. */
  readonly #reported = new Set<string>()

  constructor(of: MembershipOf) {
    this.#of = of
  }

  /** Live replicas as of the last confirmed beat, in the order of their names. */
  get live(): readonly Beat[] {
    return this.#live
  }

  /** Whether other replicas were live then. */
  get hasOthers(): boolean {
    return this.#live.some(this.#isOther)
  }

  /** Returns the engine's time since which it has what does not outlive its crash. */
  async completeSince(): Promise<number> {
    await this.#liveNow()
    return this.#sinceMs
  }

  /** Whether others do not wait for it, because they would wait for long. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Whether other replicas have to wait for it. */
  get takesPart(): boolean {
    return this.#of.applying.refusal === undefined && !this.#isBehind
  }

  /** Whether what it has applied contains every change that has been acknowledged anywhere. */
  get isTrusted(): boolean {
    return monotonicMs() < this.#trustedUntil
  }

  /**
   * Sends a beat, or waits for one with this position that is under way.
   * @returns live replicas
   * @throws EngineAwayError
   */
  announce(): Promise<readonly Beat[]> {
    const { position } = this.#of.applying
    if (this.#beating?.position === position) return this.#beating.live
    const live = this.#announce(position).finally(() => {
      if (this.#beating?.live === live) this.#beating = undefined
    })
    this.#beating = { position, live }
    return live
  }

  /**
   * Returns whether no other replica is live, so that none has to apply what was appended before
   * this call; false when that is not known.
   */
  async isAlone(): Promise<boolean> {
    if (this.hasOthers || this.#returningWithout(this.#live).length > 0) return false
    const live = await this.#liveNow()
    return live !== undefined && this.#isComplete && !live.some(this.#isOther)
  }

  /**
   * Waits until every other live replica has applied a position, or is live no more. While the log
   * does not tell, it waits until no other replica can trust what it has applied.
   * @returns names of those that have not when the time is over
   */
  async othersApplied(
    position: number,
    { timeoutMs = othersMs, isForReturning = false }: WaitForOthers = {},
  ): Promise<string[]> {
    const began = monotonicMs()
    // The beat then has this position, and nothing has to wait for a second one.
    await this.#of.applying.whenApplied(position, timeoutMs)
    let known = this.#live
    let found = await this.announce().catch(() => undefined)
    let heardMs = monotonicMs()
    for (;;) {
      known = found ?? known
      const waitedFor = isForReturning ? [...known, ...this.#returningWithout(known)] : known
      const late = waitedFor.filter((each) => this.#isOther(each) && each.position < position)
      if (found) heardMs = monotonicMs()
      const waitedMs = monotonicMs() - began
      // A look may fail alone, while beats tell that the log is not away.
      const silentMs = Math.min(monotonicMs() - heardMs, 1_000 * this.#of.contact.silentSeconds)
      const isOver = waitedMs >= timeoutMs || silentMs >= untrustedMs
      if ((found && this.#isComplete && late.length === 0) || isOver)
        return late.map(({ name }) => name)
      await pause(Math.min(lookMs.max, Math.max(lookMs.min, waitedMs / 10)))
      // Changes that wait at once share a look: with one for each, the looks would delay the others.
      await this.#look.pose()
      found = this.#seen
    }
  }

  /** Notes that it has applied a position. */
  reach(position: number): void {
    this.#ofOthers.reach(position)
  }

  /** Notes that it has applied the head: a position beyond that is one that the log has lost. */
  reachHead(): void {
    this.#isBehind = false
    this.#ofOthers.clear()
    this.#ofOthers.reach(this.#of.applying.position)
  }

  /** Lets others not wait for it any more: from now on it asks for the head before it responds. */
  deregister(): void {
    this.#trustedUntil = Number.NEGATIVE_INFINITY
    this.#ofOthers.clear()
    void this.#endBeats()
  }

  /** Leaves, after a beat that is under way: others would wait for a replica that is gone. */
  async end(): Promise<void> {
    await this.#beating?.live.catch(() => {})
    await this.#endBeats()
  }

  readonly #isOther = ({ name }: Beat): boolean => name !== this.#of.beat.name

  async #announce(position: number): Promise<readonly Beat[]> {
    const { log, beat, contact, time } = this.#of
    const sentAt = monotonicMs()
    const found = await contact.during(log.beat({ ...beat, position }))
    const { live, nowMs } = found
    time.learn(sentAt, nowMs)
    // If the log was away, others could not send beats either.
    if (sentAt - this.#heardAt > trustMs) this.#rememberLive()
    this.#noticeLoss(found)
    this.#heardAt = sentAt
    this.#live = live
    if (this.takesPart) this.#confirmed(sentAt)
    for (const other of live.filter(this.#isOther))
      this.#ofOthers.hear(other.position, monotonicMs())
    if (!this.#isBehind && this.#ofOthers.lagMs(monotonicMs()) > notReadyMs) {
      this.#isBehind = true
      this.deregister()
    }
    this.#reportOptions(live)
    return live
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
      void this.#of.applying.learnHead().then(
        () => this.takesPart && monotonicMs() < sentAt + trustMs && extend(),
        () => {},
      )
  }

  #reportOptions(live: readonly Beat[]): void {
    for (const { name, options } of live) {
      if (options === this.#of.beat.options || this.#reported.has(name)) continue
      this.#reported.add(name)
      this.#of.warn(
        `the replica ${name} differs from this one in --auth, --rate-limit, --dialect, --sign, --journal, --public-node, --webhook-hosts or --webhook-key; start both with the same options`,
      )
    }
  }

  /** Notices that the engine has lost beats: replicas may trust what they have for some time. */
  #noticeLoss({ nowMs, sinceMs }: LiveReplicas): void {
    if (sinceMs === this.#sinceMs) return
    this.#sinceMs = sinceMs
    // Others do not wait for this replica until its next beat.
    this.#trustedUntil = Number.NEGATIVE_INFINITY
    this.#completeFrom = monotonicMs() + untrustedMs - (nowMs - sinceMs)
    this.#rememberLive()
  }

  #rememberLive(): void {
    this.#lastLive = { beats: this.#live, until: monotonicMs() + liveForMs }
  }

  get #isComplete(): boolean {
    return monotonicMs() >= this.#completeFrom
  }

  /** Returns other replicas that were live until the log was away, and may be live again soon. */
  #returningWithout(live: readonly Beat[]): readonly Beat[] {
    if (!this.#lastLive || monotonicMs() >= this.#lastLive.until) return []
    const names = new Set(live.map(({ name }) => name))
    return this.#lastLive.beats.filter((beat) => this.#isOther(beat) && !names.has(beat.name))
  }

  /** Returns the live replicas; undefined while the log does not tell. */
  async #liveNow(): Promise<readonly Beat[] | undefined> {
    const found = await this.#of.contact.during(this.#of.log.live()).catch(() => undefined)
    if (found) this.#noticeLoss(found)
    return found?.live
  }

  async #endBeats(): Promise<void> {
    await this.#of.log.endBeats(this.#of.beat.name).catch(() => {})
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
