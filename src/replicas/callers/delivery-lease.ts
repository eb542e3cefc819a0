import type { SharedLog } from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'

const name = 'deliveries'

/** Milliseconds for which one replica makes the attempts of all webhooks, unless it goes on. */
const leaseMs = 10_000

/** Milliseconds between two looks, each of which takes or extends the lease. */
const lookMs = 2_000

/** Milliseconds before its end in which a lease counts as lost: clocks drift. */
const marginMs = 1_000

interface LeaseOf {
  readonly log: Pick<SharedLog, 'lease' | 'release'>
  /** Text that no other process uses. */
  readonly process: string
  /** Whether this replica should have the lease, if no other one has it. */
  isWanted(): boolean
  /** Called when this replica has got it. */
  taken(): void
}

/** Lease of the replica that makes the attempts to deliver messages of webhooks. */
export class DeliveryLease {
  readonly #of: LeaseOf
  readonly #timer: NodeJS.Timeout
  /** Monotonic time. */
  #heldUntil = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  #isClosed = false
  /** Whether it was wanted at the last look. */
  #wasWanted = false

  constructor(of: LeaseOf) {
    this.#of = of
    this.#timer = setInterval(() => this.#lookSoon(), lookMs).unref()
  }

  get isHeld(): boolean {
    return monotonicMs() < this.#heldUntil
  }

  /** Takes it soon if it has become wanted; later looks follow by themselves. */
  wanted(): void {
    if (!this.#wasWanted) this.#lookSoon()
  }

  /** Leaves it to other replicas, for good. */
  async end(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#looking
    await this.#release().catch(() => {})
  }

  /** Takes, extends or ends it, as it is wanted now. */
  #lookSoon(): void {
    if (this.#isClosed) return
    this.#looking ??= this.#look()
      // While the log is away, it runs out.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #look(): Promise<void> {
    const { log, process, isWanted, taken } = this.#of
    this.#wasWanted = isWanted()
    if (!this.#wasWanted) return this.#release()
    const [wasHeld, sentAt] = [this.isHeld, monotonicMs()]
    const isMine = await log.lease(name, process, leaseMs)
    this.#heldUntil = isMine ? sentAt + leaseMs - marginMs : Number.NEGATIVE_INFINITY
    if (isMine && !wasHeld) taken()
  }

  async #release(): Promise<void> {
    const { log, process } = this.#of
    if (this.#heldUntil === Number.NEGATIVE_INFINITY) return
    this.#heldUntil = Number.NEGATIVE_INFINITY
    await log.release(name, process)
  }
}
