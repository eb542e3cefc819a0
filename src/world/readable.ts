/** What a read has to know of a world that changes. */
export interface Readable {
  /**
   * Whether a read shows the end of all that has begun: no change is in the making, and the clock has
   * passed nothing. Costs next to nothing.
   */
  readonly isCurrent: boolean
  /** While time passes: the time of the last whole state, ISO 8601. */
  readonly reached: string | undefined
  /**
   * Something to wait for before a request reads: what the clock has passed meanwhile, for a quarter
   * of a second at most. Undefined when the last commit is what there is to show.
   */
  readable(): Promise<unknown> | undefined
}
