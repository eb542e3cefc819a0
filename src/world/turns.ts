/** Changes of one thing come one after the other, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> | undefined

  /** Something to wait for while a change is in the making or waits for its turn. */
  get pending(): Promise<unknown> | undefined {
    return this.#last
  }

  /** Does a change when those before it are done, whether they succeeded or not. */
  take<Result>(change: () => Promise<Result>): Promise<Result> {
    const before = this.#last ?? Promise.resolve()
    const mine = before.then(change)
    const done = mine
      .catch(() => {})
      .finally(() => {
        if (this.#last === done) this.#last = undefined
      })
    this.#last = done
    return mine
  }
}
