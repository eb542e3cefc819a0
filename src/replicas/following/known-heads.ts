/** Positions that a replica has heard of, and for how long it has not reached them. */
export class KnownHeads {
  /** Positions that were not reached yet, each with the time at which it became known. */
  #ahead: { readonly position: number; readonly atMs: number }[] = []
  #last = 0
  #reached = 0

  /** Highest position that is known. */
  get last(): number {
    return this.#last
  }

  /** Notes a position. @param nowMs monotonic time */
  hear(position: number, nowMs: number): void {
    if (position <= this.#last) return
    this.#last = position
    if (position > this.#reached) this.#ahead.push({ position, atMs: nowMs })
  }

  /** Notes the position that the replica has reached. */
  reach(position: number): void {
    this.#reached = position
    const first = this.#ahead.findIndex((known) => known.position > position)
    this.#ahead.splice(0, first < 0 ? this.#ahead.length : first)
  }

  /** Returns for how many milliseconds the earliest position ahead has been known; 0: none is. */
  lagMs(nowMs: number): number {
    const [first] = this.#ahead
    return first === undefined ? 0 : nowMs - first.atMs
  }

  /** Forgets everything: positions are those of another log from here on. */
  clear(): void {
    this.#ahead = []
    this.#last = 0
    this.#reached = 0
  }
}
