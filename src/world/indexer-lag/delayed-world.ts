import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LogEntry } from '../../../schemas/control/world-document.ts'
import { removeDatabase } from '../../store/world-database.ts'
import type { ClockFace } from '../../time/clock.ts'
import { timeText } from '../../time/time-text.ts'
import { countOfBlocks } from '../block-places.ts'
import { BoundedWait, unlessFull } from '../bounded-wait.ts'
import type { Follower } from '../clock/world-clock.ts'
import { ReadThrough, type Rows } from '../read-through.ts'
import type { Readable } from '../readable.ts'
import { noScenarios } from '../scenario-view.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { SimulatedWorld } from '../simulated-world.ts'
import type { Evictable } from '../storage/open-worlds.ts'
import { openTempDir, type WorldDirs } from '../storage/world-dirs.ts'
import type { WorldStorage } from '../storage/world-storage.ts'
import type { World } from '../world.ts'
import { type Delay, type DelayPoint, type Limit, lateSeconds, limitOf } from './delay-limit.ts'

/** Progress of a world: its time in milliseconds since 1970, and counts of blocks and entries. */
interface Progress {
  readonly ms: number
  readonly blocks: number
  readonly head: number
}

/** State of a copy beside its file, as a value for JSON. */
export interface StoredDelay {
  readonly delay: Delay | null
  readonly stalledMs: number | null
  readonly since: Progress
  readonly marks: readonly (readonly [entry: number, point: DelayPoint])[]
  readonly entry: number
  /** Null: all of the entry. */
  readonly done: number | null
  readonly lateSeconds: number
}

/**
 * A copy of a world that follows the world's log with a delay, from the moment of its creation. It
 * always shows one moment of the world: a prefix of its log. When another world replaces its world,
 * it shows that one without delay until it has a copy. G-115
 */
export class DelayedWorld extends ReadThrough implements World, Evictable, Readable, Follower {
  readonly clock: ClockFace
  readonly scenarios = noScenarios
  readonly #source: SimulatedWorld
  readonly #dirs: WorldDirs
  readonly #storage: WorldStorage
  readonly #queue: SerialQueue
  readonly #boundedWait = new BoundedWait()
  readonly #unsubscribe: (() => void)[]
  /**
   * Progress of the world after each entry that the copy does not have yet, by the entry's number.
   */
  readonly #marks = new Map<number, DelayPoint>()
  #revision = 0
  #isClosed = false
  #delay: Delay | undefined
  /** Time at which a stalled copy stays, milliseconds since 1970. */
  #stalledMs: number | undefined
  /** Progress of the world when the delay began: nothing before it is ever delayed. */
  #since: Progress = { ms: 0, blocks: 0, head: 0 }
  /** First state of the world that replaced its world, until it begins with it. */
  #start: { readonly generation: number; readonly since: Progress } | undefined
  /** Entry that comes next, or is partly applied. */
  #entry = 0
  /**
   * Applied part of that entry: the number of blocks for an entry of blocks; otherwise above 0 when
   * applied.
   */
  #done = 0
  /** State of the source up to which the copy has followed. */
  #followed = { generation: -1, revision: -1 }
  /** Time up to which it last showed the world, epoch seconds. */
  #lateSeconds = 0
  /** Time at which more can become visible if the world stays unchanged; epoch seconds. */
  #nextSeconds = Number.POSITIVE_INFINITY

  private constructor(source: SimulatedWorld) {
    super()
    this.#source = source
    this.#dirs = openTempDir(source.disk)
    const dir = this.#dirs.of('copy')
    this.#queue = new SerialQueue(undefined, (error) => dir.failed(error))
    this.#storage = source.placeForCopy(dir, this, {
      clockAt: () => source.clock.setting,
      committed: () => {
        this.#revision++
      },
    })
    this.#unsubscribe = [
      source.subscribe(() => this.#mark()),
      source.clock.followedBy(this),
      source.whenReplaced((copyTo) => this.#replaced(copyTo)),
    ]
    const nowMs = () => this.#visibleMs()
    this.clock = {
      nowMs,
      nowSeconds: () => Math.floor(nowMs() / 1000),
      get mode() {
        return source.clock.mode
      },
    }
  }

  /** Creates a copy at the present of a world, which does not follow it yet. */
  static async of(source: SimulatedWorld): Promise<DelayedWorld> {
    const world = new DelayedWorld(source)
    try {
      await world.#begin()
      return world
    } catch (error) {
      world.close()
      throw error
    }
  }

  /**
   * Creates the copy that another process had of an equal world.
   * @param file file of the copy, which it takes
   */
  static async from(
    source: SimulatedWorld,
    file: string,
    stored: StoredDelay,
  ): Promise<DelayedWorld> {
    const world = new DelayedWorld(source)
    try {
      await world.#storage.replace((target) => renameSync(file, target))
      world.#goOnFrom(stored)
      return world
    } catch (error) {
      world.close()
      throw error
    }
  }

  get id(): string {
    return this.#source.id
  }

  get seed(): string {
    return this.#source.seed
  }

  get revision(): number {
    // It also grows when another world replaces its world: it shows that one at once.
    return this.#revision + this.#source.generation
  }

  get head(): number {
    return this.#source.head
  }

  get now(): number {
    return this.#isOfEarlierWorld ? this.#source.now : this.#storage.present.now
  }

  get tokenClock(): ClockFace {
    return this.#source.tokenClock
  }

  get nodeNetwork() {
    return this.#source.nodeNetwork
  }

  get dialect() {
    return this.#source.dialect
  }

  get publicUrl() {
    return this.#source.publicUrl
  }

  get signing() {
    return this.#source.signing
  }

  /**
   * Follows with this delay from now on. Entries already applied stay.
   * @param delay undefined: no delay, while it is stalled
   * @param isStalled whether it stays at its current state
   */
  follow(delay: Delay | undefined, isStalled: boolean): void {
    this.#stalledMs = isStalled ? (this.#stalledMs ?? this.clock.nowMs()) : undefined
    if (delay && !this.#delay) this.#since = this.#present()
    this.#delay = delay
    this.#followed = { ...this.#followed, revision: -1 }
  }

  get isCurrent(): boolean {
    return this.#queue.pending === undefined && !this.#isBehind()
  }

  get reached(): string | undefined {
    // Until it has a copy, it shows the world that took the place as it is.
    return this.isCurrent || this.#isOfEarlierWorld ? undefined : timeText(this.clock.nowMs())
  }

  readable(): Promise<unknown> | undefined {
    if (this.#queue.pending) return this.#boundedWait.waiting?.catch(unlessFull)
    if (!this.#isBehind() || this.#source.disk.isFull) return undefined
    void this.whenReady()?.catch(() => {})
    return this.#boundedWait.waiting?.catch(unlessFull)
  }

  /** Returns a promise that settles when it shows everything it may show of the world. */
  whenReady(): Promise<unknown> | undefined {
    const { pending } = this.#queue
    if (pending) return pending.then(() => this.whenReady())
    if (!this.#isBehind()) return undefined
    const follow = async () => {
      await this.#catchUp()
      // From now on its clock shows another time, even if no row was added.
      this.#revision++
    }
    return this.#boundedWait.with(this.#source.orderPass() ?? this.#queue.run(follow))
  }

  /** Copies its file to a path, and returns what it needs beside that. */
  copyTo(path: string): Promise<StoredDelay> {
    return this.#queue.run(async () => {
      if (this.#isOfEarlierWorld && this.#ownStart) await this.#begin()
      await this.#storage.copyTo(path, this.#source.clock.setting)
      return {
        ...{ delay: this.#delay ?? null, stalledMs: this.#stalledMs ?? null, since: this.#since },
        ...{ marks: [...this.#marks], entry: this.#entry },
        done: Number.isFinite(this.#done) ? this.#done : null,
        lateSeconds: this.#lateSeconds,
      }
    })
  }

  /** Releases its file until it is needed. */
  evict(): boolean {
    if (!this.#queue.isBusy) this.#storage.closeFiles()
    return !this.#queue.isBusy
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#unsubscribe) end()
    this.#storage.close()
    this.#dirs.close()
  }

  /** A reader that outlives the copy reads the world itself. */
  protected get reader(): Rows {
    return this.#isClosed || this.#isOfEarlierWorld ? this.#source : this.#storage.reader
  }

  /** Whether another world has replaced the one that its file is a copy of. */
  get #isOfEarlierWorld(): boolean {
    return this.#source.generation !== this.#followed.generation
  }

  #isBehind(): boolean {
    if (this.#isClosed) return false
    if (this.#isOfEarlierWorld) return true
    if (!this.#delay || this.#stalledMs !== undefined) return false
    return (
      this.#source.revision !== this.#followed.revision ||
      lateSeconds(this.#delay, this.#source) >= this.#nextSeconds
    )
  }

  /** Takes the first state of the world that has replaced its world. */
  async #replaced(copyTo: (target: string) => Promise<void>): Promise<void> {
    this.#marks.clear()
    const { generation } = this.#source
    const since = this.#present()
    try {
      removeDatabase(this.#startFile)
      await copyTo(this.#startFile)
      this.#start = { generation, since }
    } catch (error) {
      unlessFull(this.#source.dir.failed(error))
    }
  }

  /** State that the present world began with, if it replaced another one. */
  get #ownStart() {
    return this.#start?.generation === this.#source.generation ? this.#start : undefined
  }

  get #startFile(): string {
    return join(this.#dirs.of('start').folder, 'world.sqlite')
  }

  /** Replaces the content with the state that the present world began with, or a copy of it. */
  async #begin(): Promise<void> {
    const { generation } = this.#source
    const start = this.#ownStart
    this.#start = undefined
    await this.#storage.replace((target) =>
      start ? renameSync(this.#startFile, target) : this.#source.history.writableCopyTo(target),
    )
    // The last entry may still grow if it is a clock advance.
    const { head } = this.#storage.present
    this.#entry = Math.max(0, head - 1)
    this.#done = head === 0 ? 0 : Number.POSITIVE_INFINITY
    if (!start) this.#marks.clear()
    this.#since = start?.since ?? this.#present()
    this.#lateSeconds = 0
    if (this.#stalledMs !== undefined) this.#stalledMs = this.#since.ms
    this.#followed = { generation, revision: -1 }
    this.#revision++
  }

  #goOnFrom(stored: StoredDelay): void {
    this.#delay = stored.delay ?? undefined
    this.#stalledMs = stored.stalledMs ?? undefined
    this.#since = stored.since
    this.#marks.clear()
    for (const [entry, point] of stored.marks) this.#marks.set(entry, point)
    this.#entry = stored.entry
    this.#done = stored.done ?? Number.POSITIVE_INFINITY
    this.#lateSeconds = stored.lateSeconds
    this.#followed = { generation: this.#source.generation, revision: -1 }
    this.#revision++
  }

  async #catchUp(): Promise<void> {
    const { generation, revision } = this.#source
    if (this.#isOfEarlierWorld) await this.#begin()
    if (!this.#delay || this.#stalledMs !== undefined) return
    const limit = limitOf(this.#delay, { source: this.#source, copy: this, since: this.#since })
    this.#followed = { generation, revision }
    const entries = this.#source.logAfter(this.#entry)
    this.#nextSeconds = Number.POSITIVE_INFINITY
    for (const [index, entry] of entries.entries()) {
      if (!(await this.#apply(entry, limit))) {
        this.#nextSeconds = limit.seconds + 1
        return
      }
      // The last entry may still grow.
      if (index === entries.length - 1) return
      this.#marks.delete(this.#entry + 1)
      this.#entry++
      this.#done = 0
    }
  }

  /**
   * Applies the part of an entry that is within the limit.
   * @returns whether that is all of it
   */
  async #apply(entry: LogEntry, limit: Limit): Promise<boolean> {
    const own = this.#storage.written(() => this.#source.clock.setting)
    const { pace } = entry
    const isStopped = () => this.#isClosed
    if (entry.do === 'pass') {
      const to = Date.parse(entry.to)
      const latest = Math.max(limit.seconds, Math.floor(this.#since.ms / 1000))
      const isWhole = Math.floor(to / 1000) <= latest
      const until = Math.min(Math.floor(to / 1000), latest)
      if (until > own.now)
        await own.advance({ toMs: isWhole ? to : until * 1000, pace, by: 'request', isStopped })
      return isWhole
    }
    const isOld = this.#entry < this.#since.head
    if (entry.do === 'act') {
      if (this.#done > 0) return true
      const after = this.#marks.get(this.#entry + 1)
      if (!isOld && after && !limit.hasPoint(after)) return false
      await own.act(entry.actions, pace, 0)
      this.#done = 1
      return true
    }
    const { network, chain } = entry
    while (this.#done < entry.count) {
      if (!isOld && !limit.hasNextBlock(network, chain)) return false
      await own.blocks({ network, chain, count: 1, pace, presentMs: 0, isStopped })
      this.#done++
    }
    return true
  }

  /** Returns a time at which the copy equals the whole world, while it is behind. */
  #visibleMs(): number {
    if (this.#isOfEarlierWorld) return this.#source.clock.nowMs()
    if (this.#stalledMs !== undefined) return this.#stalledMs
    if (this.isCurrent) this.#lateSeconds = this.#delay ? lateSeconds(this.#delay, this.#source) : 0
    return Math.max(this.#since.ms, this.#lateSeconds * 1000, this.now * 1000)
  }

  #present(): Progress {
    const { clock, head, nodeNetwork } = this.#source
    return { ms: clock.nowMs(), head, blocks: countOfBlocks(this.#source, nodeNetwork) }
  }

  #mark(): void {
    const { head, now, nodeNetwork } = this.#source
    this.#marks.set(head, { now, blocks: countOfBlocks(this.#source, nodeNetwork) })
    if (this.#isOfEarlierWorld) this.#revision++
  }
}
