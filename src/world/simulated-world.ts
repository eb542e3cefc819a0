import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { ClockSetting, LogEntry } from '../../schemas/control/world-document.ts'
import type { DialectSetting, Signing } from '../config/config.ts'
import type { Network } from '../networks/network.ts'
import type { Simulation } from '../simulator/simulation.ts'
import type { TimeSource } from '../time/clock.ts'
import type { ClockMode } from '../time/clock-modes.ts'
import type { Pace } from '../time/pace.ts'
import { timeText } from '../time/time-text.ts'
import { BoundedWait, unlessFull } from './bounded-wait.ts'
import type { ChangeOrder } from './change-order.ts'
import { checkInThread } from './check-in-thread.ts'
import type { CheckOutcome } from './check-request.ts'
import { StoredTime } from './clock/stored-time.ts'
import { WorldClock } from './clock/world-clock.ts'
import { ClosedWorldError } from './closed-world-error.ts'
import { Fingerprint } from './fingerprint.ts'
import type { Snapshots } from './history/snapshots.ts'
import { WorldHistory } from './history/world-history.ts'
import { ReadThrough, type Rows } from './read-through.ts'
import type { Readable } from './readable.ts'
import { noScenarios } from './scenario-view.ts'
import { type Semaphore, SerialQueue } from './serial-queue.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { InitialState } from './storage/initial-state.ts'
import type { Evictable, OpenWorlds } from './storage/open-worlds.ts'
import type { WorldDir } from './storage/world-dirs.ts'
import { type StorageOwner, WorldStorage } from './storage/world-storage.ts'
import type { Acting, World } from './world.ts'

/** Settings that control how a world appears; none of them changes its content. */
export interface WorldSettings {
  readonly clock: ClockMode
  readonly pace: Pace
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
  readonly publicUrl: string
  /** What its clock goes by; absent: the machine. */
  readonly time?: TimeSource | undefined
}

/**
 * Listener for another world that has replaced one.
 * @param copyTo function that writes the first state of the other world to a path
 */
type Replaced = (copyTo: (target: string) => Promise<void>) => void | Promise<void>

/*
 * The objects between a world and its SQLite file, each held by the one above:
 *
 *   SimulatedWorld   identity, reads and changes; runs changes one after the other
 *     WorldClock     the time of the world, and its advances
 *     WorldStorage   knows the state: unwritten, open, or closed by the LRU of open worlds
 *       InitialState     before the first change: a base or a copy, which WorldStorage reads
 *       UnwrittenWorld   over it: a simulation that only reports due events
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
  readonly #startClock: ClockSetting
  /** Undefined when its files do not outlive the process. */
  readonly #storedTime: StoredTime | undefined
  #revision = 0
  #generation = 0
  readonly #listeners = new Set<() => void>()
  #order: ChangeOrder | undefined
  readonly #replacedListeners = new Set<Replaced>()
  readonly #fingerprint: Fingerprint
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
    this.#queue = new SerialQueue(
      semaphore,
      (error) => (this.isClosed ? new ClosedWorldError() : dir.failed(error)),
      () => {
        // It would create the files of the world again.
        if (this.isClosed) throw new ClosedWorldError()
      },
    )
    this.#storage = new WorldStorage(dir, initialState, {
      clockAt: (ms) => this.clock.settingAt(ms),
      committed: () => {
        this.#revision++
        this.disk.written()
        this.clock.committed()
        if (this.#order) this.#order.outside(() => this.#notify())
        else this.#notify()
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
    this.clock = new WorldClock({
      start: this.#startClock,
      source: publicSettings.time,
      storage: this.#storage,
      queue: this.#queue,
      rows: this,
      closing: this.#closing.signal,
      late: () => {
        this.#order?.orderWait()
        return this.#order !== undefined
      },
    })
    if (this.#storage.isPersistent)
      this.#storedTime = new StoredTime({
        clock: this.clock,
        storage: this.#storage,
        queue: this.#queue,
        disk: this.disk,
      })
    this.history = new WorldHistory({
      storage: this.#storage,
      snapshots,
      queue: this.#queue,
      lived: {
        setting: () => this.clock.setting,
        reachedSetting: () => this.clock.reachedSetting,
        stopAdvance: () => void this.clock.stopAdvance(),
        goOn: (clock) => this.#becomeAnother(clock),
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

  get tokenClock(): WorldClock {
    return this.clock
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
    return this.#fingerprint.find(this.#revision, () => this.isClosed)
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
      const outcome = await checkInThread(wanted, this.#closing.signal)
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

  /** Makes another object decide about the place of its changes. */
  orderChanges(order: ChangeOrder): void {
    this.#order = order
  }

  /**
   * Calls the listener when another world replaces it, as a part of that change: of a reset, a
   * restore, an import.
   * @returns function that ends it
   */
  whenReplaced(listener: Replaced): () => void {
    this.#replacedListeners.add(listener)
    return () => this.#replacedListeners.delete(listener)
  }

  /** Creates an empty storage for a copy, which is evicted as the world itself is. */
  placeForCopy(dir: WorldDir, copy: Evictable, owner: Omit<StorageOwner, 'opened'>): WorldStorage {
    const opened = () => this.#openWorlds?.opened(copy)
    return new WorldStorage(dir, this.#initialState, { ...owner, opened })
  }

  get isCurrent(): boolean {
    const { isBehind, runningAdvance } = this.clock
    return this.#queue.pending === undefined && !isBehind && runningAdvance === undefined
  }

  get reached(): string | undefined {
    return this.clock.runningAdvance && timeText(this.clock.nowMs())
  }

  // Reads wait for a catch-up with the clock only. During a requested advance or an action this
  // returns undefined, and they show the last commit at once.
  readable(): Promise<unknown> | undefined {
    if (this.#queue.pending) return this.#boundedWait.waiting?.catch(unlessFull)
    // On a full disk, reads show the last commit.
    if (!this.clock.isBehind || this.disk.isFull) return undefined
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
    if (!this.clock.isBehind) return undefined
    return this.#boundedWait.with(this.orderPass() ?? this.#queue.run(() => this.clock.catchUp()))
  }

  /**
   * Returns a promise that resolves when this world and its copies have moved to the time of its
   * clock, at a place that several processes share; undefined: they may move now.
   */
  orderPass(): Promise<unknown> | undefined {
    return this.#order?.orderPass()
  }

  /** Moves to the time of its clock, whether something is due or not. */
  catchUp(): Promise<void> {
    return this.#queue.run(() => this.clock.catchUpIfLate())
  }

  /** File that its rows are read from; undefined while that is the initial state. */
  get worldFile(): string | undefined {
    return this.#storage.worldFile
  }

  act(actions: readonly Action[]): Promise<ActionResult[]> {
    const ordered = this.#order?.order(actions)
    if (ordered) return ordered
    return this.#queue.run(async () => {
      await this.clock.catchUpIfLate()
      const resolved = actions.map((action) => ({
        ...action,
        network: action.network ?? this.nodeNetwork,
      }))
      const own = this.#storage.written(() => this.clock.setting)
      const results = await own.act(resolved, this.clock.pace, this.clock.nowMs())
      this.clock.moveToReached()
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
      await this.clock.catchUpIfLate()
      const own = this.#storage.written(() => this.clock.setting)
      const presentMs = this.clock.nowMs()
      await own
        .blocks({ ...wanted, pace: this.clock.pace, presentMs, isStopped })
        .finally(() => this.clock.moveToReached())
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
      const simulation = await this.#storage.simulation(this.clock.pace)
      return simulation.upcoming(max)
    })
  }

  /**
   * Resets the world to its initial state, and to the clock and the pace of the start. It removes
   * all snapshots, and stops a running clock advance: its blocks would be discarded.
   */
  reset(): Promise<void> {
    void this.clock.stopAdvance()
    return this.#queue.run(async () => {
      this.snapshots.clear()
      this.#storage.clear()
      await this.#becomeAnother(this.#startClock)
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
    if (this.#queue.isBusy) return false
    this.#storedTime?.store()
    this.#storage.closeFiles()
    return true
  }

  /** Whether it was removed, or its server stops. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  close(): void {
    if (this.isClosed) return
    this.#closing.abort(new Error('the world is closed'))
    this.#storedTime?.close()
    if (this.#storage.isPersistent) {
      // On a full disk the stored state is the last commit.
      try {
        const { own } = this.#storage
        // The clock is stored with the time that has passed.
        own?.endPart()
        const setting = this.clock.knownSetting
        if (setting) own?.noteClock(setting)
      } catch (error) {
        unlessFull(this.#storage.failed(error))
      }
    }
    this.#storage.close()
    this.#openWorlds?.remove(this)
    this.#initialState.close()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Continues as another world, which has replaced it. */
  async #becomeAnother(clock: ClockSetting): Promise<void> {
    this.#goOn(clock)
    for (const replaced of this.#replacedListeners)
      await replaced((target) => this.#storage.copyTo(target, this.clock.setting))
  }

  #goOn(clock: ClockSetting): void {
    this.clock.restore(clock)
    this.#revision++
    this.#generation++
  }
}
