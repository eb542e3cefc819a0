/** A change cannot be ordered now, or its outcome is not known. */
export class LogUnavailableError extends Error {
  /** `none`: it certainly has not happened. */
  readonly outcome: 'none' | 'unknown'

  constructor(outcome: 'none' | 'unknown', options?: ErrorOptions) {
    super(
      outcome === 'none'
        ? 'the shared log cannot be reached; nothing was changed'
        : 'contact with the shared log was lost; the change may have happened, or may still happen',
      options,
    )
    this.name = 'LogUnavailableError'
    this.outcome = outcome
  }
}
