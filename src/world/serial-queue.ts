/** Serialises the changes of one object in the order of the requests. */
export class SerialQueue {
  readonly #semaphore: Pick<Semaphore, 'run'> | undefined
  readonly #failed: (error: unknown) => unknown
  readonly #refuse: () => void
  #last: Promise<unknown> | undefined
  #isBusy = false

  /**
   * Creates the queue.
   * @param semaphore semaphore shared with other objects: a change also waits for a free place in
   *   it
   * @param failed function that maps the error of a change to the error of its caller
   * @param refuse function called before each change, which throws where no change may begin
   */
  constructor(
    semaphore?: Pick<Semaphore, 'run'>,
    failed: (error: unknown) => unknown = (error: unknown) => error,
    refuse: () => void = () => {},
  ) {
    this.#semaphore = semaphore
    this.#failed = failed
    this.#refuse = refuse
  }

  /** Promise to wait for while a change is running or queued. */
  get pending(): Promise<unknown> | undefined {
    return this.#last
  }

  /** Whether a change is running. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Runs a change after the earlier ones, whether they succeeded or not. */
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
      this.#refuse()
      return await change()
    } catch (error) {
      throw this.#failed(error)
    } finally {
      this.#isBusy = false
    }
  }
}

/** Limits the number of changes of different objects that run at once; the others wait in order. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
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
