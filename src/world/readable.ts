/** Information that a read needs about a changing world. */
export interface Readable {
  /**
   * Whether a read shows the result of every change: no change is running, and the clock has not
   * advanced past pending events. The check costs almost nothing.
   */
  readonly isCurrent: boolean
  /** Time of the last consistent state during a clock advance, ISO 8601. */
  readonly reached: string | undefined
  /**
   * Returns a promise to wait for before a request reads: changes due by the clock, for at most a
   * quarter of a second. Returns undefined when the last commit is the state to show.
   */
  readable(): Promise<unknown> | undefined
}
