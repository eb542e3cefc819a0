/** The state that a replica has is not the one that the log leads to. */
export class DivergedError extends Error {
  /** Position that the state must come before from which it begins again. */
  readonly before: number

  constructor(message: string, before: number) {
    super(message)
    this.name = 'DivergedError'
    this.before = before
  }
}
