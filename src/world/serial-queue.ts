/** Changes of one thing come one after the other, in the order in which they were asked for. */
export class SerialQueue {
  readonly #semaphore: Pick<Semaphore, 'run'> | undefined
  readonly #failed: (error: unknown) => unknown
  #last: Promise<unknown> | undefined
  #isBusy = false

  /**
   * @param semaphore shared with other things: a change waits until there is place in it too
   * @param failed gets what a change throws, and returns what whoever asked for it is told
   */
  constructor(
    semaphore?: Pick<Semaphore, 'run'>,
    failed: (error: unknown) => unknown = (error: unknown) => error,
  ) {
    this.#semaphore = semaphore
    this.#failed = failed
  }

  /** Something to wait for while a change is in the making or waits for its turn. */
  get pending(): Promise<unknown> | undefined {
    return this.#last
  }

  /** Whether a change is in the making. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Does a change when those before it are done, whether they succeeded or not. */
  run<Result>(change: () => Promise<Result>): Promise<Result> {
    const before = this.#last ?? Promise.resolve()
    const alone = () => this.#make(change)
    const mine = before.then(() => (this.#semaphore ? this.#semaphore.run(alone) : alone()))
    const done = mine
      .catch(() => {})
      .finally(() => {
        if (this.#last === done) this.#last = undefined
      })
    this.#last = done
    return mine
  }

  async #make<Result>(change: () => Promise<Result>): Promise<Result> {
    this.#isBusy = true
    try {
      return await change()
    } catch (error) {
      throw this.#failed(error)
    } finally {
      this.#isBusy = false
    }
  }
}

/** So many changes of different things are in the making at once; the others wait in their order. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  async run<Result>(change: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await change()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
