import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'

/** Decides about the place of changes, where several processes share one order. */
export interface ChangeOrder {
  /** Returns the results of actions that it orders; undefined: they have their place, apply them. */
  order(actions: readonly Action[]): Promise<ActionResult[]> | undefined
  /**
   * Returns a promise that resolves when the world has moved to the time of its clock; undefined:
   * this has its place, do it.
   */
  orderPass(): Promise<unknown> | undefined
  /** Makes the clock wait for the world, at a place that it orders. */
  orderWait(): void
  /** Calls a function that follows a change and is no part of it. */
  outside(call: () => void): void
}
