import type { Allowance, Charge, SharedWindows } from '../../http/guards/rate-limit.ts'
import { EngineAwayError } from '../../shared-log/errors.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'

/** G-86: maximum number of callers whose shares are remembered. */
const maxCallers = 65_536

/** Milliseconds before the end of a window in which a share is not used: clocks differ. */
const marginMs = 100

/** Part of a limit that a replica takes at once: one of so many, divided by the live replicas. */
const sharesOfRest = 4

/** What the windows depend on. */
interface WindowsOf {
  readonly log: Pick<SharedLog, 'take'>
  /** Name of the world. */
  readonly world: string
  /** Position of the record that is being applied. */
  readonly place: () => number
  /** Number of live replicas. */
  readonly live: () => number
  /** Engine's time, milliseconds since 1970. */
  readonly nowMs: () => number
}

/** Share of a caller in a window. */
interface Share {
  /** Engine's time at which its window ends, milliseconds since 1970. */
  endsMs: number
  /** Taken from the engine and not used yet. */
  free: number
  /** Taken by all replicas, at the last contact. */
  used: number
}

/**
 * Rate windows of a world that replicas share: minutes and days of the engine's time. A replica
 * takes shares of what is left, so that most requests cost no question, and the limit is never
 * exceeded, also while the engine is away. G-350
 */
export class ReplicatedWindows implements SharedWindows {
  readonly #of: WindowsOf
  readonly #shares = new Map<string, Share>()
  #place: number
  /** Requests of a caller take their turns, so that one share serves several. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(of: WindowsOf) {
    this.#of = of
    this.#place = of.place()
  }

  /** Position of the record that the windows begin with, which separates them from earlier ones. */
  get place(): number {
    return this.#place
  }

  restart(): void {
    this.continueFrom(this.#of.place())
  }

  /** Goes on with the windows that began with a record. */
  continueFrom(place: number): void {
    this.#place = place
    this.#shares.clear()
  }

  take(charge: Charge): Promise<Allowance> {
    const { client } = charge
    const before = this.#turns.get(client) ?? Promise.resolve()
    const mine = before.then(() => this.#takeAll(charge))
    const done = mine
      .catch(() => {})
      .finally(() => {
        if (this.#turns.get(client) === done) this.#turns.delete(client)
      })
    this.#turns.set(client, done)
    return mine
  }

  async #takeAll({ policy, limits, client, cost }: Charge): Promise<Allowance> {
    const shares: Share[] = []
    let found: Allowance | undefined
    for (const { limit, periodMs } of limits) {
      const share = await this.#shareOf(client, periodMs, cost, limit)
      const allowed = share.free >= cost
      const left = Math.max(0, limit - share.used) + share.free - (allowed ? cost : 0)
      const resetSeconds = Math.max(1, Math.ceil((share.endsMs - this.#of.nowMs()) / 1000))
      found = { allowed, policy, limit, remaining: allowed ? left : 0, resetSeconds }
      if (!allowed) return found
      shares.push(share)
    }
    for (const share of shares) share.free -= cost
    return found as Allowance
  }

  /** Returns a share that has room for a cost, if the limit has. */
  async #shareOf(client: string, periodMs: number, cost: number, limit: number): Promise<Share> {
    const name = `rate ${this.#place} ${periodMs} ${this.#of.world} ${client}`
    const share = this.#current(name, periodMs)
    if (share.free >= cost) return share
    const isEnding = this.#of.nowMs() >= share.endsMs - marginMs
    const parts = sharesOfRest * Math.max(1, this.#of.live())
    const part = isEnding ? 0 : Math.floor((limit - share.used) / parts)
    const needed = cost - share.free
    for (const wanted of new Set([Math.max(part, needed), needed]))
      if (await this.#reserve(name, share, { periodMs, wanted, limit })) break
    return share
  }

  /** Takes from the engine; while that is away, what a replica has not taken is refused. */
  async #reserve(
    name: string,
    share: Share,
    { periodMs, wanted, limit }: { periodMs: number; wanted: number; limit: number },
  ): Promise<boolean> {
    try {
      const { isTaken, used, endsMs = 0 } = await this.#of.log.take(name, periodMs, wanted, limit)
      // The engine counts in another window than was expected here.
      if (endsMs !== share.endsMs) Object.assign(share, { endsMs, free: 0 })
      share.used = used
      if (isTaken) share.free += wanted
      return isTaken
    } catch (error) {
      if (!(error instanceof EngineAwayError)) throw error
      return false
    }
  }

  /** Returns the share in the present window, an empty one at its begin. */
  #current(name: string, periodMs: number): Share {
    const nowMs = this.#of.nowMs()
    const found = this.#shares.get(name)
    if (found && nowMs < found.endsMs - marginMs) return found
    const endsMs = Math.floor(nowMs / periodMs + 1) * periodMs
    const share = { endsMs, free: 0, used: 0 }
    const [first] = this.#shares.keys()
    if (this.#shares.size >= maxCallers && first !== undefined) this.#shares.delete(first)
    this.#shares.set(name, share)
    return share
  }
}
