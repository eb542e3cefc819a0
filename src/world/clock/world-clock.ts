import type { ClockSetting } from '../../../schemas/control/world-document.ts'
import { type Clock, type ClockFace, monotonicMs, type TimeSource } from '../../time/clock.ts'
import type { ClockMode } from '../../time/clock-modes.ts'
import type { Pace } from '../../time/pace.ts'
import { deferJit } from '../engine.ts'
import { type Heights, heightsOf } from '../heights.ts'
import type { Rows } from '../read-through.ts'
import type { SerialQueue } from '../serial-queue.ts'
import type { WorldStorage } from '../storage/world-storage.ts'
import type { WantedAdvance } from '../storage/writable-world.ts'
import { ClockAdvance } from './clock-advance.ts'
import { blocksOf, expectedMs, maxBlocks } from './expected-blocks.ts'
import { PacedClock, type PacedClockState } from './paced-clock.ts'

/**
 * Maximum duration of an advance that a running clock counts, milliseconds; longer ones are not
 * counted. G-139
 */
const maxCountedMs = 250

/** A copy that follows a world with a delay, and must catch up after a requested clock advance. */
export interface Follower {
  whenReady(): Promise<unknown> | undefined
}

interface WorldClockOf {
  readonly start: ClockSetting
  readonly source: TimeSource | undefined
  readonly storage: WorldStorage
  /** Queue of all changes of the world. */
  readonly queue: SerialQueue
  readonly rows: Rows
  /** Aborted when the world closes. */
  readonly closing: AbortSignal
  /**
   * Called when the world is slower than its clock. Returns whether the clock goes on nevertheless,
   * until {@link WorldClock.waitForWorld} is called.
   */
  late(): boolean
}

/**
 * Clock of a world as requests see it: it never shows a time whose events are not committed. When something is due by the clock
 * setting, it shows the time up to which nothing was due, or that of the commit. It advances the
 * world by request, or to the time of the setting.
 */
export class WorldClock implements ClockFace, Pick<Clock, 'mode' | 'rate' | 'lastSet'> {
  readonly #paced: PacedClock
  readonly #clock: Clock
  readonly #storage: WorldStorage
  readonly #queue: SerialQueue
  readonly #rows: Rows
  readonly #closing: AbortSignal
  readonly #late: () => boolean
  readonly #followers = new Set<Follower>()
  #running: ClockAdvance | undefined
  /** Requested advance whose parts are changes of their own. */
  #inParts: ClockAdvance | undefined
  /** Last time that it showed, milliseconds since 1970. */
  #visibleMs = 0

  constructor({ start, source, storage, queue, rows, closing, late }: WorldClockOf) {
    this.#paced = new PacedClock(start, source)
    this.#late = late
    this.#clock = this.#paced.clock
    this.#storage = storage
    this.#queue = queue
    this.#rows = rows
    this.#closing = closing
  }

  nowMs(): number {
    if (!this.isBehind) this.#visibleMs = this.#clock.nowMs()
    return Math.max(this.#visibleMs, this.#reachedMs)
  }

  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000)
  }

  get mode(): ClockMode {
    return this.#clock.mode
  }

  get rate(): number {
    return this.#clock.rate
  }

  get lastSet(): Clock['lastSet'] {
    return this.#clock.lastSet
  }

  get pace(): Pace {
    return this.#paced.pace
  }

  /** Its setting now. */
  get setting(): ClockSetting {
    return this.#paced.at(this.nowMs())
  }

  /**
   * Its setting now; undefined before the first request after another setting was restored: until
   * what is due by that setting is known, only that setting tells the time.
   */
  get knownSetting(): ClockSetting | undefined {
    return this.isBehind && this.#visibleMs === 0 ? undefined : this.setting
  }

  /** Its setting without time that the world has not reached yet. */
  get reachedSetting(): ClockSetting {
    return this.nowSeconds() < this.currentUntil ? this.setting : this.settingAt(this.#reachedMs)
  }

  /** Returns its setting at another time, milliseconds since 1970. */
  settingAt(ms: number): ClockSetting {
    return this.#paced.at(ms)
  }

  /** Time from which something may be due, epoch seconds, as of the current state. */
  get currentUntil(): number {
    if (this.mode === 'frozen') return Number.POSITIVE_INFINITY
    const own = this.#storage.opened
    return own && !this.#paced.hasToFindMachine
      ? own.nextDue(this.pace)
      : this.#storage.present.now + 1
  }

  /** Whether something may be due by its setting. */
  get isBehind(): boolean {
    return this.#clock.nowSeconds() >= this.currentUntil
  }

  /** Running clock advance, by a request or by the clock; undefined: none. */
  get runningAdvance(): ClockAdvance | undefined {
    return this.#running ?? this.#inParts
  }

  /**
   * Advances to a time when its turn has come. Every due event happens at its own time.
   * @param toMs milliseconds since 1970, not before the clock
   * @param isStopped function called between slices; when it returns true, the world stays at the
   *   time reached
   * @returns the advance; its `ended` also waits for followers
   */
  advance(
    toMs: number,
    isStopped: () => boolean,
  ): { readonly advance: ClockAdvance; readonly ended: Promise<void> } {
    const advance = this.#newAdvance(toMs, this.pace)
    // A request before its turn sees this advance, unless another one is running.
    this.#running ??= advance
    const ended = this.#queue
      .run(() => this.#track(advance, () => this.#runRequested(advance, isStopped)))
      .finally(() => this.#end(advance))
      .then(() => this.#followersReady())
    return { advance, ended }
  }

  /**
   * Begins an advance in parts.
   * @param from start and heights of one that goes on here; absent: those of the present
   */
  beginParts(toMs: number, from?: Pick<ClockAdvance, 'fromMs' | 'before'>): ClockAdvance {
    const advance = this.#newAdvance(toMs, this.pace, from)
    this.#inParts = advance
    advance.begin()
    return advance
  }

  /**
   * Makes a part of an advance, up to a time in milliseconds since 1970.
   * @param isFirst whether the log gets a new entry
   */
  async advancePart(toMs: number, isFirst: boolean): Promise<void> {
    const isStopped = () => this.#closing.aborted
    await this.#queue.run(() => this.#runTo(toMs, { isStopped, isPart: !isFirst }))
    await this.#followersReady()
  }

  /** Ends an advance in parts. */
  endParts(): void {
    this.#inParts?.end()
    this.#inParts = undefined
  }

  /**
   * Stops a running clock advance at the next consistent state. G-151
   * @returns when it has ended
   */
  async stopAdvance(): Promise<void> {
    await this.#running?.stop()
  }

  /**
   * Makes a follower catch up after each requested clock advance.
   * @returns function that ends it
   */
  followedBy(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Changes the setting, or the pace of background traffic. */
  set(change: { mode?: ClockMode; rate?: number; pace?: Pace }): Promise<void> {
    return this.#queue.run(async () => {
      // Time up to now has passed with the old setting.
      await this.catchUpIfLate()
      const before = this.setting
      this.#paced.set(change)
      try {
        // A running clock has advanced meanwhile, and a frozen one would never trigger the
        // catch-up.
        if (change.mode === 'frozen' && this.nowSeconds() > this.#storage.present.now)
          await this.catchUp()
        const clock = this.setting
        // The stored state must include the clock, even if no change has happened yet.
        const own = this.#storage.isPersistent
          ? this.#storage.written(() => clock)
          : this.#storage.own
        own?.noteClock(clock)
      } catch (error) {
        this.#paced.restore(before)
        throw error
      }
    })
  }

  /** Continues with the setting of another state of the world. */
  restore(setting: ClockSetting): void {
    this.#paced.restore(setting)
    this.#visibleMs = 0
  }

  get state(): PacedClockState {
    return this.#paced.state
  }

  /** Goes on from the state of another clock over the same time source. */
  continueFrom(state: PacedClockState): void {
    this.#paced.continueFrom(state)
    this.#visibleMs = 0
  }

  /** Moves to the time that the world has reached, unless it is already later. */
  moveToReached(): void {
    this.#clock.moveTo(this.#reachedMs)
  }

  /** Records a commit of the world. */
  committed(): void {
    this.runningAdvance?.reach(this.#reachedMs)
  }

  /** Catches up if the setting is later than the world. It runs as a part of a change. */
  async catchUpIfLate(): Promise<void> {
    if (this.#clock.nowSeconds() > this.#storage.present.now) await this.catchUp()
  }

  /**
   * Advances to the time of the setting, as a part of a change. An advance with too many blocks
   * runs without background traffic.
   */
  async catchUp(): Promise<void> {
    const began = monotonicMs()
    const toMs = this.#clock.nowSeconds() * 1000
    const { definition } = this.#storage.settings
    const isMuch =
      blocksOf(definition, toMs / 1000 - this.#storage.present.now, this.pace) > maxBlocks
    const pace = isMuch || this.#paced.hasToFindMachine ? 0 : this.pace
    const advance = this.#newAdvance(toMs, pace)
    await this.#track(advance, () =>
      this.#run({ toMs, pace, by: 'clock', isStopped: () => advance.isStopped }),
    )
    this.#paced.caughtUp()
    if ((advance.isStopped || monotonicMs() - began > maxCountedMs) && !this.#late())
      this.waitForWorld()
  }

  /** Goes on from the time that the world has reached, if it runs. */
  waitForWorld(): void {
    this.#paced.waitFor(this.#storage.present.now)
  }

  /** Leaves out time in which a running clock did not run, milliseconds of its source. */
  skip(ms: number): void {
    if (this.mode === 'running') this.#clock.skip(ms)
  }

  /** Time that the chains have reached, milliseconds since 1970. */
  get #reachedMs(): number {
    return this.#storage.present.now * 1000
  }

  async #followersReady(): Promise<void> {
    await Promise.all([...this.#followers].map((follower) => follower.whenReady()))
  }

  #newAdvance(
    toMs: number,
    pace: Pace,
    {
      fromMs = this.nowMs(),
      before = heightsOf(this.#rows),
    }: { readonly fromMs?: number; readonly before?: Heights } = {},
  ): ClockAdvance {
    const { definition } = this.#storage.settings
    const seconds = (toMs - fromMs) / 1000
    return new ClockAdvance(fromMs, toMs, before, expectedMs(definition, seconds, pace))
  }

  /** Runs an advance that `runningAdvance` returns meanwhile. */
  async #track(advance: ClockAdvance, run: () => Promise<unknown>): Promise<void> {
    this.#running = advance
    advance.begin()
    try {
      await run()
    } finally {
      this.#end(advance)
    }
  }

  #end(advance: ClockAdvance): void {
    if (this.#running === advance) this.#running = undefined
    advance.end()
  }

  #runRequested(advance: ClockAdvance, isGone: () => boolean): Promise<void> {
    const isStopped = () => this.#closing.aborted || advance.isStopped || isGone()
    return this.#runTo(advance.toMs, { isStopped })
  }

  async #runTo(toMs: number, how: Pick<WantedAdvance, 'isStopped' | 'isPart'>): Promise<void> {
    if (how.isStopped()) return
    let reached: number
    try {
      reached = await this.#run({ ...how, toMs, pace: this.pace, by: 'request' })
    } catch (error) {
      // Changes of a world that was closed meanwhile do not matter.
      if (this.#closing.aborted) return
      // Earlier slices have been applied, for example before the disk became full.
      this.moveToReached()
      throw error
    }
    this.#clock.moveTo(reached === Math.floor(toMs / 1000) ? toMs : reached * 1000)
  }

  /** @returns time reached, epoch seconds */
  #run(wanted: WantedAdvance): Promise<number> {
    const isStopped = () => this.#closing.aborted || wanted.isStopped()
    const own = this.#storage.written(() => this.setting)
    return deferJit(() => own.advance({ ...wanted, isStopped }))
  }
}
