import { setTimeout as sleep } from 'node:timers/promises'
import { ControlError } from '../../control/control-error.ts'
import { unsentInTime } from '../../control/webhooks.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import { monotonicMs } from '../../time/clock.ts'
import type { Delivery, DeliveryState } from '../../webhooks/delivery-journal.ts'
import type { MadeAttempt } from '../../webhooks/shared-deliveries.ts'
import type { LogFollower } from '../following/log-follower.ts'
import { type Proposals, resultOf } from '../proposals.ts'
import { DeliveryLease } from './delivery-lease.ts'

/** Milliseconds between two looks for messages that are due. */
const idleMs = 10

/** Milliseconds for which a replica that leaves waits for its attempts. */
const leavingMs = 2_000

interface DeliveriesOf {
  readonly log: Pick<SharedLog, 'lease' | 'release'>
  /** Text that no other process uses. */
  readonly process: string
  readonly follower: Pick<LogFollower, 'contact' | 'notReady'>
  readonly proposals: Pick<Proposals, 'propose'>
  /** Returns all open worlds. */
  handles(): readonly WorldHandle[]
  /** Whether this call applies a record. */
  isApplying(): boolean
  /** Calls a function that applies no record. */
  outside(call: () => void): void
}

/** Record of an attempt: its message has the body. */
export interface RecordedAttempt extends Omit<MadeAttempt, 'delivery'> {
  readonly delivery: Omit<Delivery, 'request' | 'outcome' | 'state'> & {
    readonly request: Omit<Delivery['request'], 'body'>
  }
}

/**
 * Deliveries of webhooks: every replica has the messages, the one that holds a lease makes the
 * attempts that are due, and a record says what came of each.
 */
export class ReplicaDeliveries {
  readonly #of: DeliveriesOf
  readonly #lease: DeliveryLease
  #isLeaving = false

  constructor(of: DeliveriesOf) {
    this.#of = of
    const { log, process, follower, handles } = of
    this.#lease = new DeliveryLease({
      ...{ log, process },
      isWanted: () =>
        follower.notReady === undefined && handles().some(({ webhooks }) => webhooks.isActive),
      taken: () => {
        for (const { webhooks } of handles()) webhooks.poke()
      },
    })
  }

  /** Makes the webhooks of a world those of all replicas. */
  share({ name, webhooks }: WorldHandle): void {
    const { isApplying, outside } = this.#of
    const sends = () => this.#sends
    webhooks.share({
      get sends() {
        return sends()
      },
      get isApplying() {
        return isApplying()
      },
      outside,
      report: (made) => this.#report(name, made),
    })
  }

  /** Looks for messages of a world behind a record. */
  look({ webhooks }: WorldHandle): void {
    if (!webhooks.isActive) return
    if (this.#lease.isHeld) webhooks.poke()
    else this.#of.outside(() => this.#lease.wanted())
  }

  /** Concludes an attempt, which its record says. */
  conclude({ webhooks }: WorldHandle, { delivery, ...more }: RecordedAttempt): DeliveryState {
    const { store, journal, dispatcher } = webhooks
    const { message: seq, messageId } = delivery
    const queued = store.message(seq)
    const body = (queued?.id === messageId ? queued.body : journal.bodyOf(messageId)) ?? ''
    const request = { ...delivery.request, body }
    return dispatcher.conclude({
      ...more,
      delivery: { ...delivery, request, outcome: undefined, state: 'waiting' },
    })
  }

  /**
   * Waits until nothing is left unsent that is due.
   * @param propose has the messages counted at a place in the log, and rejects when some are due
   * @throws ControlError when the time is over
   */
  async settle(
    { world, webhooks }: WorldHandle,
    timeoutMs: number,
    propose: () => Promise<unknown>,
  ): Promise<unknown> {
    const until = monotonicMs() + timeoutMs
    for (;;) {
      while (webhooks.store.waiting(world.clock.nowMs()).due > 0 && monotonicMs() < until)
        await sleep(idleMs)
      try {
        return await propose()
      } catch (error) {
        if (!(error instanceof ControlError) || error.code !== 'conflict') throw error
        if (monotonicMs() >= until) throw unsentInTime(Number(error.details?.waiting), timeoutMs)
      }
    }
  }

  /** Leaves the attempts to other replicas. */
  async end(): Promise<void> {
    this.#isLeaving = true
    const until = monotonicMs() + leavingMs
    const isBusy = () => this.#of.handles().some(({ webhooks }) => webhooks.dispatcher.isBusy)
    while (isBusy() && monotonicMs() < until) await sleep(idleMs)
    await this.#lease.end()
  }

  get #sends(): boolean {
    const { follower, isApplying } = this.#of
    if (this.#isLeaving || isApplying() || !this.#lease.isHeld) return false
    return follower.contact.awaySeconds === undefined && follower.notReady === undefined
  }

  async #report(world: string, { delivery, ...more }: MadeAttempt): Promise<DeliveryState> {
    const { request, outcome: _, state: __, ...sent } = delivery
    const { body: ___, ...rest } = request
    const input: RecordedAttempt = { ...more, delivery: { ...sent, request: rest } }
    // Nothing waits for the other replicas: they conclude the attempt at the same place.
    const { outcome } = await this.#of.proposals.propose(
      { world, do: 'attempt', input },
      { timeoutMs: 0 },
    )
    return resultOf(outcome) as DeliveryState
  }
}

/** Makes the messages of the blocks so far, all of them, as every replica does at this place. */
export async function makeMessages({ scenarios, webhooks }: WorldHandle): Promise<void> {
  await scenarios.delayed?.whenReady()
  await webhooks.makeAllMessages()
}
