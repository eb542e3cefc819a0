import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { ClockSetting, LogEntry } from '../../schemas/control/world-document.ts'
import type { DialectSetting, Signing } from '../config/config.ts'
import type { Network } from '../networks/network.ts'
import type { Simulation } from '../simulator/simulation.ts'
import { type Clock, type ClockFace, monotonicMs } from '../time/clock.ts'
import type { ClockMode } from '../time/clock-modes.ts'
import type { Pace } from '../time/pace.ts'
import { timeText } from '../time/time-text.ts'
import { BoundedWait, unlessFull } from './bounded-wait.ts'
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

/** Settings that control how a world is shown; none of them changes its content. */
export interface WorldSettings {
  readonly clock: ClockMode
  readonly pace: Pace
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
  readonly publicUrl: string
}

/**
 * Maximum duration of an advance that a running clock counts, milliseconds; longer ones are not
 * counted. G-139
 */
const maxCountedMs = 250

/** Clock of a world as other modules see it. */
export type WorldClock = ClockFace & Pick<Clock, 'mode' | 'rate' | 'lastSet'>

/** A copy that follows a world with a delay, and must catch up after a requested clock advance. */
export interface Follower {
  whenReady(): Promise<unknown> | undefined
}

/*
 * The objects between a world and its SQLite file, each held by the one above:
 *
 *   SimulatedWorld   clock, log and requests; runs changes one after the other
 *     WorldStorage   knows the state: unwritten, open, or closed by the LRU of open worlds
 *       UnwrittenWorld   before the first change: reads the initial state, a base or a copy
 *       WritableWorld    after it: the simulation over the world's own file
 *         Simulation       chains of both networks, moved from event to event
 *         WorldDatabase    the copy-on-write file: one connection that writes, one that reads
 *     WorldHistory   export, import, copies and snapshots: the file as a whole
 */

/**
 * A world. It reads its initial state until the first change, and its own file afterwards. Changes
 * run one after the other. Reads use the last commit. They wait for changes due by the clock, but
 * not for long.
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
  /** Directory of its files. */
  readonly dir: WorldDir
  readonly #initialState: InitialState
  readonly #storage: WorldStorage
  /**
   * Registry of worlds that limits open files and contains this world. Undefined: its files stay
   * open.
   */
  readonly #openWorlds: OpenWorlds | undefined
  readonly #queue: SerialQueue
  readonly #boundedWait = new BoundedWait()
  #passing: Passing | undefined
  /** Last time that its clock showed, milliseconds since 1970. */
  #visibleMs = 0
  readonly #startClock: ClockSetting
  readonly #paced: PacedClock
  #revision = 0
  #generation = 0
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Follower>()
  #replaced: () => void = () => {}
  readonly #fingerprint: Fingerprint
  #isClosed = false
  readonly #closing = new AbortController()

  /**
   * Creates a world.
   * @param initialState state that the world begins with, and returns to
   * @param semaphore limit of concurrent changes
   */
  constructor(
    initialState: InitialState,
    publicSettings: WorldSettings,
    dir: WorldDir,
    snapshots: Snapshots,
    openWorlds?: OpenWorlds,
    semaphore: Pick<Semaphore, 'run'> | undefined = openWorlds?.changes,
  ) {
    super()
    this.#initialState = initialState
    this.#openWorlds = openWorlds
    this.disk = dir.disk
    this.dir = dir
    this.#queue = new SerialQueue(semaphore, (error) => dir.failed(error))
    this.#storage = new WorldStorage(dir, initialState, {
      clockAt: (ms) => this.#paced.at(ms),
      committed: () => {
        this.#revision++
        this.disk.written()
        this.#passing?.reach(this.now * 1000)
        for (const listener of this.#listeners) listener()
      },
      opened: () => openWorlds?.opened(this),
    })
    this.#fingerprint = new Fingerprint(this.#storage, initialState)
    this.snapshots = snapshots
    this.nodeNetwork = publicSettings.nodeNetwork
    this.dialect = publicSettings.dialect
    this.signing = publicSettings.signing
    this.publicUrl = publicSettings.publicUrl
    const { clock: mode, pace } = publicSettings
    this.#startClock = initialState.clock ?? {
      mode,
      now: timeText(initialState.now * 1000),
      rate: 1,
      pace,
    }
    this.#paced = new PacedClock(this.#startClock)
    this.clock = this.#clockState()
    this.tokenClock = this.clock
    this.history = new WorldHistory({
      storage: this.#storage,
      snapshots,
      queue: this.#queue,
      lived: {
        setting: () => this.setting,
        reachedSetting: () => this.#reachedSetting(),
        goOn: (clock) => {
          this.#goOn(clock)
          this.#replaced()
        },
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

  /**
   * Counter, incremented when another world replaces it: by a reset, a restored snapshot, an
   * import.
   */
  get generation(): number {
    return this.#generation
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

  /** Setting of its clock. */
  get setting(): ClockSetting {
    return this.#paced.at(this.clock.nowMs())
  }

  /** Digest of its content, if known. */
  get fingerprint(): string | undefined {
    return this.#fingerprint.of(this.#revision)
  }

  /**
   * Returns the digest of its present content, regardless of later changes. Requests are served
   * meanwhile. Returns undefined when the world is closed before.
   */
  findFingerprint(): Promise<string | undefined> {
    return this.#fingerprint.find(this.#revision, () => this.#isClosed)
  }

  /**
   * Applies all rules of the self-check, or the named ones, to the committed state. Requests are
   * served and the world may change meanwhile.
   */
  async check(
    rules: readonly string[] | undefined,
  ): Promise<Exclude<CheckOutcome, { readonly is: 'no file' }>> {
    for (;;) {
      const wanted = { ...this.#storage.rowsFile, ...(rules && { rules }) }
      const outcome = await checkBeside(wanted, this.#closing.signal)
      // A reset has replaced the file.
      if (outcome.is !== 'no file') return outcome
    }
  }

  /** Bytes of its own file on the disk, and whether the file outlives the process. */
  get file(): { readonly bytes: number; readonly kept: boolean } {
    return { bytes: this.#storage.bytes, kept: this.#storage.isPersistent }
  }

  protected get reader(): Rows {
    return this.#storage.reader
  }

  /** Returns the log entries since the definition's now, in order, after the first `count`. */
  logAfter(count: number): LogEntry[] {
    return this.#storage.log(count)
  }

  /**
   * Calls the listener after each change of the rows.
   * @returns function that ends it
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls a function when another world has replaced it: after a reset, a restore, an import. */
  whenReplaced(replaced: () => void): void {
    this.#replaced = replaced
  }

  /** Creates an empty storage for a copy, which is evicted as the world itself is. */
  placeForCopy(dir: WorldDir, copy: Evictable, owner: Omit<StorageOwner, 'opened'>): WorldStorage {
    const opened = () => this.#openWorlds?.opened(copy)
    return new WorldStorage(dir, this.#initialState, { ...owner, opened })
  }

  /**
   * Makes a follower catch up after each requested clock advance.
   * @returns function that ends it
   */
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
    if (this.#queue.pending) return this.#boundedWait.waiting?.catch(unlessFull)
    // On a full disk, reads show the last commit.
    if (!this.#isBehind || this.disk.isFull) return undefined
    void this.whenReady()?.catch(() => {})
    return this.#boundedWait.waiting?.catch(unlessFull)
  }

  /**
   * Returns a promise to wait for before a change: running changes, and changes due by the clock.
   * Returns undefined when the world is up to date.
   */
  whenReady(): Promise<unknown> | undefined {
    const { pending } = this.#queue
    if (pending) return pending.then(() => this.whenReady())
    if (!this.#isBehind) return undefined
    return this.#boundedWait.with(this.#queue.run(() => this.#catchUp()))
  }

  /** Running clock advance, by a request or by the clock; undefined: none. */
  get passing(): Passing | undefined {
    return this.#passing
  }

  /** Clock time from which something may be due, epoch seconds, as of the current state. */
  get currentUntil(): number {
    if (this.clock.mode === 'frozen') return Number.POSITIVE_INFINITY
    const own = this.#storage.opened
    return own && !this.#paced.hasToFindMachine ? own.nextDue(this.pace) : this.now + 1
  }

  /** File that its rows are read from; undefined while that is the initial state. */
  get worldFile(): string | undefined {
    return this.#storage.worldFile
  }

  /**
   * Advances the clock to a time when its turn has come. Every due event happens at its own time.
   * @param toMs milliseconds since 1970, not before the clock
   * @param isStopped function called between slices; when it returns true, the world stays at the
   *   time reached
   * @returns the advance; its `ended` also waits for followers
   */
  advance(
    toMs: number,
    isStopped: () => boolean,
  ): { readonly passing: Passing; readonly ended: Promise<void> } {
    const passing = this.#passingTo(toMs, this.pace)
    // A request before its turn sees this advance, unless another one is running.
    this.#passing ??= passing
    const ended = this.#queue
      .run(() => this.#during(passing, () => this.#advance(passing, isStopped)))
      .finally(() => this.#over(passing))
      .then(async () => {
        await Promise.all([...this.#followers].map((follower) => follower.whenReady()))
      })
    return { passing, ended }
  }

  /**
   * Stops a running clock advance at the next consistent state. G-151
   * @returns when it has ended
   */
  async stopPassing(): Promise<void> {
    await this.#passing?.stop()
  }

  act(actions: readonly Action[]): Promise<ActionResult[]> {
    return this.#queue.run(async () => {
      await this.#comeUp()
      const resolved = actions.map((action) => ({
        ...action,
        network: action.network ?? this.nodeNetwork,
      }))
      const own = this.#storage.written(this.setting)
      const results = await own.act(resolved, this.pace, this.clock.nowMs())
      this.#paced.clock.moveTo(own.now * 1000)
      return results
    })
  }

  /**
   * Makes background blocks on a chain of the world.
   * @param isStopped function called between slices; when it returns true, no more blocks follow
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

  /** Changes the setting of the clock, or the pace of background traffic. */
  setClock(change: { mode?: ClockMode; rate?: number; pace?: Pace }): Promise<void> {
    return this.#queue.run(async () => {
      // Time up to now has passed with the old setting.
      await this.#comeUp()
      const before = this.setting
      this.#paced.set(change)
      try {
        // A running clock has advanced meanwhile, and a frozen one would never trigger the
        // catch-up.
        if (change.mode === 'frozen' && this.clock.nowSeconds() > this.now) await this.#catchUp()
        const clock = this.setting
        // The stored state must include the clock, even if no change has happened yet.
        const own = this.#storage.isPersistent ? this.#storage.written(clock) : this.#storage.own
        own?.noteClock(clock)
      } catch (error) {
        this.#paced.restore(before)
        throw error
      }
    })
  }

  /** Returns the next due events as of the last commit, in the order of time; at most ten. */
  async upcoming(max: number): Promise<ReturnType<Simulation['upcoming']>> {
    while (this.#queue.pending) {
      // Known from the first commit of a change, long before the end of a long clock advance.
      const meanwhile = this.#queue.isBusy ? this.#storage.own?.upcomingMeanwhile : undefined
      if (meanwhile) return meanwhile.slice(0, max)
      await sleep(10)
    }
    return this.#queue.run(async () => {
      const simulation = await this.#storage.simulation(this.pace)
      return simulation.upcoming(max)
    })
  }

  /**
   * Resets the world to its initial state, and to the clock and the pace of the start. It removes
   * all snapshots.
   */
  reset(): Promise<void> {
    return this.#queue.run(async () => {
      this.snapshots.clear()
      this.#storage.clear()
      this.#goOn(this.#startClock)
      this.#replaced()
    })
  }

  /**
   * Continues from the file of an earlier process, if one exists.
   * @throws for a file that cannot be read
   */
  resume(): void {
    const own = this.#storage.find()
    if (own) this.#goOn(own.clock)
  }

  /** Records a request: the most recently used world is evicted last. */
  used(): void {
    this.#openWorlds?.touch(this)
  }

  /** Releases files and memory until they are needed. */
  evict(): boolean {
    if (!this.#queue.isBusy) this.#storage.closeFiles()
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
      // On a full disk the stored state is the last commit.
      try {
        const { own } = this.#storage
        // The clock is stored with the time that has passed.
        own?.endPart()
        own?.noteClock(this.setting)
      } catch (error) {
        unlessFull(this.#storage.failed(error))
      }
    }
    this.#storage.close()
    this.#openWorlds?.remove(this)
    this.#initialState.close()
  }

  /** Whether something may be due by its clock. */
  get #isBehind(): boolean {
    return this.#paced.clock.nowSeconds() >= this.currentUntil
  }

  /**
   * Returns a clock at which the last commit is the whole world. When something is due by the
   * clock, it shows the time up to which nothing was due, or that of the commit.
   */
  #clockState(): WorldClock {
    const { clock } = this.#paced
    const nowMs = () => {
      if (!this.#isBehind) this.#visibleMs = clock.nowMs()
      return Math.max(this.#visibleMs, this.now * 1000)
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

  /** Advances to the time of the clock, before a change. */
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
      // Changes of a world that was closed meanwhile do not matter.
      if (this.#isClosed) return
      // Earlier slices have been applied, for example before the disk became full.
      clock.moveTo(this.now * 1000)
      throw error
    }
    clock.moveTo(reached === Math.floor(toMs / 1000) ? toMs : reached * 1000)
  }

  /**
   * Advances to the time of the clock. An advance with too many blocks runs without background
   * traffic.
   */
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

  /** Returns the setting without clock time that the world has not reached yet. */
  #reachedSetting(): ClockSetting {
    const { setting } = this
    const isCurrent = this.clock.nowSeconds() < this.currentUntil
    return isCurrent ? setting : this.#paced.at(this.now * 1000)
  }

  #goOn(clock: ClockSetting): void {
    this.#paced.restore(clock)
    this.#visibleMs = 0
    this.#revision++
    this.#generation++
  }
}
