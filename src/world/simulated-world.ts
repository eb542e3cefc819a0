import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { ClockSetting, LogEntry } from '../../schemas/control/world-document.ts'
import type { DialectSetting, Signing } from '../config/config.ts'
import type { Network } from '../networks/network.ts'
import type { Simulation } from '../simulator/simulation.ts'
import { type Clock, type ClockFace, monotonicMs } from '../time/clock.ts'
import type { ClockMode } from '../time/clock-modes.ts'
import type { Pace } from '../time/pace.ts'
import { timeText } from '../time/times.ts'
import { checkBeside } from './check-beside.ts'
import type { CheckOutcome } from './check-request.ts'
import { deferJit } from './engine.ts'
import { blocksOf, expectedMs, maxBlocks } from './expected-blocks.ts'
import { Fingerprint } from './fingerprint.ts'
import { heightsOf } from './heights.ts'
import type { Snapshots } from './history/snapshots.ts'
import { WorldHistory } from './history/world-history.ts'
import { PacedClock } from './paced-clock.ts'
import { Passing } from './passing.ts'
import { Patience, unlessFull } from './patience.ts'
import { ReadThrough, type Rows } from './read-through.ts'
import type { Readable } from './readable.ts'
import { noScenarios } from './scenario-view.ts'
import { type Semaphore, SerialQueue } from './serial-queue.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { InitialState } from './storage/initial-state.ts'
import type { Evictable, OpenWorlds } from './storage/open-worlds.ts'
import type { WorldDir } from './storage/world-dirs.ts'
import { type StorageOwner, WorldStorage } from './storage/world-storage.ts'
import type { Passage } from './storage/writable-world.ts'
import type { Acting, World } from './world.ts'

/** How a world is shown; none of it changes what it holds. */
export interface WorldSettings {
  readonly clock: ClockMode
  readonly pace: Pace
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
  readonly publicUrl: string
}

/** A passage that takes longer is not counted by a clock that runs. G-139 */
const maxCountedMs = 250

/** The clock of a world as others see it. */
export type WorldClock = ClockFace & Pick<Clock, 'mode' | 'rate' | 'lastSet'>

/** What lives later than a world, and has to come as far when somebody let time pass. */
export interface Follower {
  settled(): Promise<unknown> | undefined
}

/**
 * A world: a reader of what it began with until the first change, of its own file from then on.
 * Changes come one after the other. Reads are answered from the last commit, and wait for what the
 * clock has passed, but not for long.
 */
export class SimulatedWorld extends ReadThrough implements World, Acting, Evictable, Readable {
  readonly clock: WorldClock
  readonly tokenClock: WorldClock
  readonly scenarios = noScenarios
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
  readonly publicUrl: string
  readonly snapshots: Snapshots
  readonly history: WorldHistory
  readonly disk: DiskSpace
  readonly #initialState: InitialState
  readonly #storage: WorldStorage
  /** The worlds of which few have open files, this one among them. Undefined: its files stay open. */
  readonly #openWorlds: OpenWorlds | undefined
  readonly #queue: SerialQueue
  readonly #patience = new Patience()
  #passing: Passing | undefined
  /** What its clock showed last, milliseconds since 1970. */
  #shownMs = 0
  readonly #startClock: ClockSetting
  readonly #paced: PacedClock
  #revision = 0
  #lineage = 0
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Follower>()
  readonly #fingerprint: Fingerprint
  #isClosed = false
  readonly #closing = new AbortController()

  /**
   * @param initialState what the world begins with, and goes back to
   * @param semaphore where its changes are made
   */
  constructor(
    initialState: InitialState,
    shown: WorldSettings,
    dir: WorldDir,
    snapshots: Snapshots,
    openWorlds?: OpenWorlds,
    semaphore: Pick<Semaphore, 'run'> | undefined = openWorlds?.changes,
  ) {
    super()
    this.#initialState = initialState
    this.#openWorlds = openWorlds
    this.disk = dir.disk
    this.#queue = new SerialQueue(semaphore, (error) => dir.failed(error))
    this.#storage = new WorldStorage(dir, initialState, {
      clockAt: (ms) => this.#paced.at(ms),
      committed: () => {
        this.#revision++
        this.disk.written()
        this.#passing?.reach(this.now * 1000)
        for (const listener of this.#listeners) listener()
      },
      woke: () => openWorlds?.opened(this),
    })
    this.#fingerprint = new Fingerprint(this.#storage, initialState)
    this.snapshots = snapshots
    this.nodeNetwork = shown.nodeNetwork
    this.dialect = shown.dialect
    this.signing = shown.signing
    this.publicUrl = shown.publicUrl
    const { clock: mode, pace } = shown
    this.#startClock = initialState.clock ?? {
      mode,
      now: timeText(initialState.now * 1000),
      rate: 1,
      pace,
    }
    this.#paced = new PacedClock(this.#startClock)
    this.clock = this.#clockShown()
    this.tokenClock = this.clock
    this.history = new WorldHistory({
      storage: this.#storage,
      snapshots,
      queue: this.#queue,
      lived: {
        setting: () => this.setting,
        reachedSetting: () => this.#reachedSetting(),
        goOn: (clock) => this.#goOn(clock),
      },
    })
  }

  get id(): string {
    return this.#storage.present.id
  }

  get seed(): string {
    return this.settings.seed
  }

  get settings() {
    return this.#storage.settings
  }

  get revision(): number {
    return this.#revision
  }

  /** Raised when another world takes its place: by a reset, a restored snapshot, an import. */
  get lineage(): number {
    return this.#lineage
  }

  get head(): number {
    return this.#storage.present.head
  }

  get now(): number {
    return this.#storage.present.now
  }

  get pace(): Pace {
    return this.#paced.pace
  }

  /** How its clock stands. */
  get setting(): ClockSetting {
    return this.#paced.at(this.clock.nowMs())
  }

  /** Digest of what it holds, where that is known. */
  get fingerprint(): string | undefined {
    return this.#fingerprint.of(this.#revision)
  }

  /**
   * Digest of what it holds now, whatever happens until that is found out; others are answered
   * meanwhile. Undefined when the world is closed before.
   */
  findFingerprint(): Promise<string | undefined> {
    return this.#fingerprint.find(this.#revision, () => this.#isClosed)
  }

  /**
   * Applies all rules of the self-check, or those that are named, to what is committed; others are
   * answered and the world may go on meanwhile.
   */
  async check(
    rules: readonly string[] | undefined,
  ): Promise<Exclude<CheckOutcome, { readonly is: 'no file' }>> {
    for (;;) {
      const wanted = { ...this.#storage.rowsFile, ...(rules && { rules }) }
      const outcome = await checkBeside(wanted, this.#closing.signal)
      // A reset has put another file there.
      if (outcome.is !== 'no file') return outcome
    }
  }

  /** What its own file takes on the disk; and whether that outlives the process. */
  get file(): { readonly bytes: number; readonly kept: boolean } {
    return { bytes: this.#storage.bytes, kept: this.#storage.isPersistent }
  }

  protected get reader(): Rows {
    return this.#storage.reader
  }

  /** What happened since the definition's now, in order, after so many entries. */
  logAfter(count: number): LogEntry[] {
    return this.#storage.log(count)
  }

  /** Calls after each change of the rows. @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A place for a copy of it, empty yet, which rests as the world itself does. */
  placeForCopy(dir: WorldDir, copy: Evictable, owner: Omit<StorageOwner, 'woke'>): WorldStorage {
    const woke = () => this.#openWorlds?.opened(copy)
    return new WorldStorage(dir, this.#initialState, { ...owner, woke })
  }

  /** Lets somebody come as far whenever time was let pass. @returns what ends it */
  followedBy(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  get isCurrent(): boolean {
    return this.#queue.pending === undefined && !this.#isBehind
  }

  get reached(): string | undefined {
    return this.#passing && timeText(this.clock.nowMs())
  }

  readable(): Promise<unknown> | undefined {
    if (this.#queue.pending) return this.#patience.waiting?.catch(unlessFull)
    // Where nothing can be written, reads show the last commit.
    if (!this.#isBehind || this.disk.isFull) return undefined
    void this.whenReady()?.catch(() => {})
    return this.#patience.waiting?.catch(unlessFull)
  }

  /**
   * Something to wait for before a change: those in the making, and what the clock has passed
   * meanwhile. Undefined when the world is up to date.
   */
  whenReady(): Promise<unknown> | undefined {
    const { pending } = this.#queue
    if (pending) return pending.then(() => this.whenReady())
    if (!this.#isBehind) return undefined
    return this.#patience.with(this.#queue.run(() => this.#catchUp()))
  }

  /** The time that passes, by a request or by the clock; undefined: none does. */
  get passing(): Passing | undefined {
    return this.#passing
  }

  /** When its clock says this, epoch seconds, something may be due: as things stand. */
  get currentUntil(): number {
    if (this.clock.mode === 'frozen') return Number.POSITIVE_INFINITY
    const own = this.#storage.opened
    return own && !this.#paced.hasToFindMachine ? own.nextDue(this.pace) : this.now + 1
  }

  /** The file that its rows are read from; undefined as long as that is what it began with. */
  get ownFile(): string | undefined {
    return this.#storage.ownFile
  }

  /**
   * Lets the time up to a moment pass, everything due at its own time, when its turn has come.
   * @param toMs milliseconds since 1970, not before the clock
   * @param isStopped asked between slices; when it says so, the world stays where it came
   * @returns `ended` also waits for those who follow
   */
  advance(
    toMs: number,
    isStopped: () => boolean,
  ): { readonly passing: Passing; readonly ended: Promise<void> } {
    const passing = this.#passingTo(toMs, this.pace)
    // Who asks before its turn has come is told of it, unless other time passes.
    this.#passing ??= passing
    const ended = this.#queue
      .run(() => this.#during(passing, () => this.#advance(passing, isStopped)))
      .finally(() => this.#over(passing))
      .then(async () => {
        await Promise.all([...this.#followers].map((follower) => follower.settled()))
      })
    return { passing, ended }
  }

  /** Ends the time that passes at the next moment that is whole. G-151 @returns when it has ended */
  async stopPassing(): Promise<void> {
    await this.#passing?.stop()
  }

  act(actions: readonly Action[]): Promise<ActionResult[]> {
    return this.#queue.run(async () => {
      await this.#comeUp()
      const said = actions.map((action) => ({
        ...action,
        network: action.network ?? this.nodeNetwork,
      }))
      const own = this.#storage.written(this.setting)
      const results = await own.act(said, this.pace, this.clock.nowMs())
      this.#paced.clock.moveTo(own.now * 1000)
      return results
    })
  }

  /**
   * Makes background blocks on a chain of the world.
   * @param isStopped asked between slices; when it says so, there are no more of them
   */
  makeBlocks(
    wanted: { readonly network: Network; readonly chain: string; readonly count: number },
    isStopped: () => boolean,
  ): Promise<void> {
    return this.#queue.run(async () => {
      await this.#comeUp()
      const own = this.#storage.written(this.setting)
      const presentMs = this.clock.nowMs()
      await own
        .blocks({ ...wanted, pace: this.pace, presentMs, isStopped })
        .finally(() => this.#paced.clock.moveTo(own.now * 1000))
    })
  }

  /** Lets the clock go on in another way, or background traffic at another pace. */
  setClock(change: { mode?: ClockMode; rate?: number; pace?: Pace }): Promise<void> {
    return this.#queue.run(async () => {
      // Until now time has passed in the old way.
      await this.#comeUp()
      const before = this.setting
      this.#paced.set(change)
      try {
        // A clock that ran has gone on meanwhile, and nobody would catch up with one that stands.
        if (change.mode === 'frozen' && this.clock.nowSeconds() > this.now) await this.#catchUp()
        const clock = this.setting
        // What is kept has to hold the clock too, though nothing has happened yet.
        const own = this.#storage.isPersistent ? this.#storage.written(clock) : this.#storage.own
        own?.noteClock(clock)
      } catch (error) {
        this.#paced.restore(before)
        throw error
      }
    })
  }

  /** What is due next by the last commit, in the order of time; at most ten things. */
  async upcoming(most: number): Promise<ReturnType<Simulation['upcoming']>> {
    while (this.#queue.pending) {
      // Known from the first commit of a change on, and long before its end where much time passes.
      const meanwhile = this.#queue.isBusy ? this.#storage.own?.upcomingMeanwhile : undefined
      if (meanwhile) return meanwhile.slice(0, most)
      await sleep(10)
    }
    return this.#queue.run(async () => {
      const life = await this.#storage.life(this.pace)
      return life.upcoming(most)
    })
  }

  /** Back to what it began with, and to the clock and the pace of the start; no snapshot stays. */
  reset(): Promise<void> {
    return this.#queue.run(async () => {
      this.snapshots.clear()
      this.#storage.clear()
      this.#goOn(this.#startClock)
    })
  }

  /** Goes on where an earlier process left it, if one did. @throws for a file that cannot be read */
  resume(): void {
    const own = this.#storage.find()
    if (own) this.#goOn(own.clock)
  }

  /** Told of each request: who is used is the last to be put to rest. */
  used(): void {
    this.#openWorlds?.touch(this)
  }

  /** Lets go of files and memory; they are back when somebody asks. */
  evict(): boolean {
    if (!this.#queue.isBusy) this.#storage.rest()
    return !this.#queue.isBusy
  }

  /** Whether it was removed, or its server stops. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closing.abort(new Error('the world is closed'))
    if (this.#storage.isPersistent) {
      // On a full disk it is kept as it was committed last.
      try {
        const { own } = this.#storage
        // The clock comes with what has passed.
        own?.endPart()
        own?.noteClock(this.setting)
      } catch (error) {
        unlessFull(this.#storage.failed(error))
      }
    }
    this.#storage.close()
    this.#openWorlds?.remove(this)
    this.#initialState.leave()
  }

  /** Whether something may be due by its clock. */
  get #isBehind(): boolean {
    return this.#paced.clock.nowSeconds() >= this.currentUntil
  }

  /**
   * A moment at which the last commit is the whole world: when something is due by the clock, the
   * time up to which nothing was, or that of the commit.
   */
  #clockShown(): WorldClock {
    const { clock } = this.#paced
    const nowMs = () => {
      if (!this.#isBehind) this.#shownMs = clock.nowMs()
      return Math.max(this.#shownMs, this.now * 1000)
    }
    return {
      nowMs,
      nowSeconds: () => Math.floor(nowMs() / 1000),
      get mode() {
        return clock.mode
      },
      get rate() {
        return clock.rate
      },
      get lastSet() {
        return clock.lastSet
      },
    }
  }

  /** Before a change: to the time of the clock. */
  async #comeUp(): Promise<void> {
    if (this.#paced.clock.nowSeconds() > this.now) await this.#catchUp()
  }

  async #advance(passing: Passing, isGone: () => boolean): Promise<void> {
    const { toMs } = passing
    const isStopped = () => this.#isClosed || passing.isStopped || isGone()
    if (isStopped()) return
    const { clock } = this.#paced
    let reached: number
    try {
      reached = await this.#pass({ toMs, pace: this.pace, by: 'request', isStopped })
    } catch (error) {
      // Nobody misses what a world does that was closed meanwhile.
      if (this.#isClosed) return
      // The slices before have passed, as on a disk that is full by now.
      clock.moveTo(this.now * 1000)
      throw error
    }
    clock.moveTo(reached === Math.floor(toMs / 1000) ? toMs : reached * 1000)
  }

  /** To the time of the clock; what would be too much for one passage passes without background traffic. */
  async #catchUp(): Promise<void> {
    const began = monotonicMs()
    const toMs = this.#paced.clock.nowSeconds() * 1000
    const isMuch = blocksOf(this.settings.definition, toMs / 1000 - this.now, this.pace) > maxBlocks
    const pace = isMuch || this.#paced.hasToFindMachine ? 0 : this.pace
    const passing = this.#passingTo(toMs, pace)
    await this.#during(passing, () =>
      this.#pass({ toMs, pace, by: 'clock', isStopped: () => passing.isStopped }),
    )
    this.#paced.caughtUp()
    if (passing.isStopped || monotonicMs() - began > maxCountedMs) this.#paced.waitFor(this.now)
  }

  #passingTo(toMs: number, pace: Pace): Passing {
    const fromMs = this.clock.nowMs()
    const { definition } = this.settings
    return new Passing(
      fromMs,
      toMs,
      heightsOf(this),
      expectedMs(definition, (toMs - fromMs) / 1000, pace),
    )
  }

  async #during(passing: Passing, pass: () => Promise<unknown>): Promise<void> {
    this.#passing = passing
    passing.begin()
    try {
      await pass()
    } finally {
      this.#over(passing)
    }
  }

  #over(passing: Passing): void {
    if (this.#passing === passing) this.#passing = undefined
    passing.end()
  }

  #pass(passage: Passage): Promise<number> {
    const isStopped = () => this.#isClosed || passage.isStopped()
    const own = this.#storage.written(this.setting)
    return deferJit(() => own.pass({ ...passage, isStopped }))
  }

  /** What a clock that runs has not brought about yet is no part of the world. */
  #reachedSetting(): ClockSetting {
    const { setting } = this
    const isCurrent = this.clock.nowSeconds() < this.currentUntil
    return isCurrent ? setting : this.#paced.at(this.now * 1000)
  }

  #goOn(clock: ClockSetting): void {
    this.#paced.restore(clock)
    this.#shownMs = 0
    this.#revision++
    this.#lineage++
  }
}
