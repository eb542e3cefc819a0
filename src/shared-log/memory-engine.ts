import { setTimeout as sleep } from 'node:timers/promises'
import { wallMs } from '../time/clock.ts'
import { chainAfter, emptyChain } from './chain.ts'
import {
  CompactedError,
  EngineAwayError,
  MissingPartsError,
  UnknownOutcomeError,
} from './errors.ts'
import {
  type Beat,
  type Head,
  type ListedItem,
  type LiveReplicas,
  type LogPage,
  type LogPosition,
  type LogRecord,
  liveForMs,
  type RecordBody,
  type ReportedItem,
  type SharedList,
  type SharedLog,
  statementTimeoutMs,
  type Taken,
} from './shared-log.ts'

interface Sandbox {
  records: LogRecord[]
  /** Position of the last removed record. */
  compacted: number
  readonly beats: Map<string, Beat & { readonly atMs: number }>
  /** Time since which it has all beats. */
  beatsSinceMs: number
  /** Time at which a replica last ended by itself. */
  lastLiveMs?: number
  readonly counters: Map<string, { began: number; used: number }>
  readonly leases: Map<string, { readonly holder: string; readonly untilMs: number }>
  readonly bodies: Map<string, readonly Buffer[]>
  readonly lists: Map<string, { readonly generation: number; count: number; items: StoredItem[] }>
}

interface StoredItem extends ReportedItem {
  readonly replica: string
  id?: number
}

/**
 * An engine in the memory of one process, for tests of what is built on the log. It can fail as a
 * real one does.
 */
export class MemoryEngine {
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #followers = new Set<() => void>()
  #frozen: { readonly promise: Promise<void>; readonly thaw: () => void } | undefined

  /** Opens a client of a sandbox's log. */
  open(sandbox: string): SharedLog {
    const found = this.#sandboxes.get(sandbox) ?? {
      ...{ records: [], compacted: 0, beats: new Map(), beatsSinceMs: 0 },
      ...{ counters: new Map(), leases: new Map(), bodies: new Map(), lists: new Map() },
    }
    this.#sandboxes.set(sandbox, found)
    return new MemoryLog(found, {
      frozen: () => this.#frozen?.promise,
      followed: (look) => this.#followers.add(look),
      unfollowed: (look) => this.#followers.delete(look),
      changed: () => {
        for (const look of this.#followers) setImmediate(look)
      },
    })
  }

  /** Stops responding; what is sent meanwhile happens at the end. */
  freeze(): void {
    let thaw = () => {}
    const promise = new Promise<void>((resolve) => {
      thaw = resolve
    })
    this.#frozen ??= { promise, thaw }
  }

  /** Responds again. */
  thaw(): void {
    this.#frozen?.thaw()
    this.#frozen = undefined
  }

  /** Loses the beats of a sandbox, as a crash would. */
  loseBeats(sandbox: string): void {
    const found = this.#sandboxes.get(sandbox)
    if (!found) return
    found.beats.clear()
    found.beatsSinceMs = wallMs()
  }

  /** Loses the last records of a sandbox, as a failover without a synchronous standby would. */
  loseTail(sandbox: string, count: number): void {
    const found = this.#sandboxes.get(sandbox)
    if (found) found.records = found.records.slice(0, found.records.length - count)
  }
}

interface EngineOfLog {
  frozen(): Promise<void> | undefined
  followed(look: () => void): void
  unfollowed(look: () => void): void
  changed(): void
}

class MemoryLog implements SharedLog {
  readonly #sandbox: Sandbox
  readonly #engine: EngineOfLog
  #isClosed = false
  #follower: { readonly look: () => void; readonly timer: NodeJS.Timeout } | undefined

  constructor(sandbox: Sandbox, engine: EngineOfLog) {
    this.#sandbox = sandbox
    this.#engine = engine
  }

  async append(record: RecordBody, expected?: number): Promise<LogRecord | 'lost'> {
    const change = () => {
      const { records } = this.#sandbox
      const last = records.at(-1)
      const position = last?.position ?? 0
      if (expected !== undefined && expected !== position) return 'lost'
      const text = JSON.stringify(record)
      const added = {
        position: position + 1,
        atMs: Math.max(wallMs(), last?.atMs ?? 0),
        chain: chainAfter(last?.chain ?? emptyChain, text),
        text,
      }
      records.push(added)
      this.#engine.changed()
      return added
    }
    const frozen = this.#frozen()
    if (!frozen) return change()
    // A frozen engine has received the record, and adds it when it goes on.
    const late = frozen.then(change)
    const outcome = await Promise.race([late, sleep(statementTimeoutMs, undefined, { ref: false })])
    if (outcome === undefined) throw new UnknownOutcomeError('its database did not respond in time')
    return outcome
  }

  async read(after: number, limit: number): Promise<LogPage> {
    await this.#reached()
    const { records, compacted } = this.#sandbox
    if (after < compacted) throw new CompactedError(after, compacted)
    const found = records.filter(({ position }) => position > after).slice(0, limit)
    return { records: found, head: this.#head }
  }

  async head(): Promise<Head> {
    await this.#reached()
    return { ...this.#head, nowMs: wallMs() }
  }

  get #head(): LogPosition {
    const last = this.#sandbox.records.at(-1)
    return { position: last?.position ?? 0, chain: last?.chain ?? emptyChain }
  }

  async follow(look: () => void): Promise<void> {
    await this.#reached()
    this.#unfollow()
    this.#follower = { look, timer: setInterval(look, 1_000).unref() }
    this.#engine.followed(look)
  }

  async beat(mine: Beat): Promise<LiveReplicas> {
    await this.#reached()
    this.#sandbox.beats.set(mine.name, { ...mine, atMs: wallMs() })
    return this.live()
  }

  async live(): Promise<LiveReplicas> {
    await this.#reached()
    const nowMs = wallMs()
    const live = [...this.#sandbox.beats.values()]
      .filter(({ atMs }) => nowMs - atMs <= liveForMs)
      .map(({ atMs: _, ...beat }) => beat)
    const { beatsSinceMs: sinceMs } = this.#sandbox
    return { nowMs, live: live.sort((a, b) => (a.name < b.name ? -1 : 1)), sinceMs }
  }

  async endBeats(name: string): Promise<void> {
    await this.#reached()
    this.#sandbox.lastLiveMs = wallMs()
    this.#sandbox.beats.delete(name)
  }

  async lastLive(): Promise<number | undefined> {
    await this.#reached()
    const { beats, lastLiveMs } = this.#sandbox
    const times = [...beats.values()].map(({ atMs }) => atMs)
    return times.length === 0 ? lastLiveMs : Math.max(lastLiveMs ?? 0, ...times)
  }

  async take(counter: string, periodMs: number, cost: number, limit: number): Promise<Taken> {
    await this.#reached()
    const began = periodMs === 0 ? 0 : Math.floor(wallMs() / periodMs) * periodMs
    const { counters } = this.#sandbox
    const before = counters.get(counter)
    const used = before?.began === began ? before.used : 0
    const isTaken = used + cost <= limit
    const now = { began, used: isTaken ? used + cost : used }
    counters.set(counter, now)
    return { isTaken, used: now.used, endsMs: periodMs === 0 ? undefined : began + periodMs }
  }

  async lease(name: string, holder: string, forMs: number): Promise<boolean> {
    await this.#reached()
    const { leases } = this.#sandbox
    const nowMs = wallMs()
    const current = leases.get(name)
    if (current && current.holder !== holder && current.untilMs > nowMs) return false
    leases.set(name, { holder, untilMs: nowMs + forMs })
    return true
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#reached()
    const { leases } = this.#sandbox
    if (leases.get(name)?.holder === holder) leases.delete(name)
  }

  async report(list: SharedList, replica: string, items: readonly ReportedItem[]): Promise<void> {
    await this.#reached()
    const found = this.#list(list)
    for (const item of items) {
      const known = found.items.findIndex(
        (other) => other.replica === replica && other.number === item.number,
      )
      if (known < 0) found.items.push({ ...item, replica })
      else found.items[known] = { ...(found.items[known] as StoredItem), text: item.text }
    }
  }

  async reported(list: SharedList, limit: number): Promise<readonly ListedItem[]> {
    await this.#reached()
    const found = this.#list(list)
    const fresh = found.items.filter(({ id }) => id === undefined)
    fresh.sort(
      (a, b) =>
        a.atMs - b.atMs ||
        (a.replica < b.replica ? -1 : 1) * Number(a.replica !== b.replica) ||
        a.number - b.number,
    )
    for (const item of fresh) item.id = ++found.count
    found.items.sort((a, b) => Number(a.id) - Number(b.id))
    found.items = found.items.slice(-limit)
    return found.items.map(({ id, text }) => ({ id: Number(id), text }))
  }

  async putParts(name: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const body: Buffer[] = []
    for await (const part of parts) body.push(Buffer.from(part))
    await this.#reached()
    this.#sandbox.bodies.set(name, body)
  }

  async *getParts(name: string): AsyncIterable<Buffer> {
    await this.#reached()
    const body = this.#sandbox.bodies.get(name)
    if (!body) throw new MissingPartsError(name, 'does not exist')
    yield* body
  }

  async partNames(prefix: string): Promise<readonly string[]> {
    await this.#reached()
    return [...this.#sandbox.bodies.keys()].filter((name) => name.startsWith(prefix)).sort()
  }

  async removeParts(names: readonly string[]): Promise<void> {
    await this.#reached()
    for (const name of names) this.#sandbox.bodies.delete(name)
  }

  async compact(through: number): Promise<void> {
    await this.#reached()
    const sandbox = this.#sandbox
    sandbox.compacted = Math.max(sandbox.compacted, through)
    // The last record stays, since it is the head.
    const head = sandbox.records.length - 1
    sandbox.records = sandbox.records.filter(
      ({ position }, place) => position > through || place === head,
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unfollow()
  }

  #list({ name, generation }: SharedList) {
    const { lists } = this.#sandbox
    const known = lists.get(name)
    if (known?.generation === generation) return known
    const list = { generation, count: 0, items: [] as StoredItem[] }
    if (!known || known.generation < generation) lists.set(name, list)
    return list
  }

  #unfollow(): void {
    if (!this.#follower) return
    clearInterval(this.#follower.timer)
    this.#engine.unfollowed(this.#follower.look)
    this.#follower = undefined
  }

  #frozen(): Promise<void> | undefined {
    if (this.#isClosed) throw new EngineAwayError('the server is stopping')
    return this.#engine.frozen()
  }

  /** Waits for a frozen engine, but not for long. */
  async #reached(): Promise<void> {
    const frozen = this.#frozen()
    if (!frozen) return
    const late = sleep(statementTimeoutMs, 'late', { ref: false })
    if ((await Promise.race([frozen, late])) === 'late')
      throw new EngineAwayError('its database did not respond in time')
  }
}
