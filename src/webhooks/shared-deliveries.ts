import type { AttemptOutcome } from './attempt.ts'
import type { Delivery, DeliveryState } from './delivery-journal.ts'

/** Attempt that was made, and what came of it. */
export interface MadeAttempt {
  /** Without a result. */
  readonly delivery: Delivery
  readonly outcome: AttemptOutcome
  /** Whether it follows the schedule, and no request. */
  readonly isInTurn: boolean
}

/**
 * Where several processes have the same webhooks: messages are made, and attempts concluded, behind
 * the changes that all of them apply in one order, and one process makes the attempts.
 */
export interface SharedDeliveries {
  /** Whether this process makes the attempts that are due, and applies no change at present. */
  readonly sends: boolean
  /** Whether this process applies a change, which has its place in the order. */
  readonly isApplying: boolean
  /** Calls a function that follows a change and is no part of it. */
  outside(call: () => void): void
  /**
   * Lets all processes conclude an attempt; resolves when this one has.
   * @returns the state that the attempt has then
   */
  report(made: MadeAttempt): Promise<DeliveryState>
}
