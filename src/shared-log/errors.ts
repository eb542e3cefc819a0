/** The engine cannot be reached, or did not respond in time. Nothing has happened. */
export class EngineAwayError extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the shared log cannot be reached: ${why}`, options)
    this.name = 'EngineAwayError'
  }
}

/** Contact was lost after an append had been sent: the log tells later whether it happened. */
export class UnknownOutcomeError extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the shared log may or may not have added the record: ${why}`, options)
    this.name = 'UnknownOutcomeError'
  }
}

/** Records that a reader needs have been removed; it has to begin from a snapshot. */
export class CompactedError extends Error {
  /** Position of the last removed record. */
  readonly through: number

  constructor(after: number, through: number) {
    super(
      `the shared log has removed the records up to ${through}, and those after ${after} are needed`,
    )
    this.name = 'CompactedError'
    this.through = through
  }
}

/** A large body does not exist or differs from what was stored. */
export class MissingPartsError extends Error {
  constructor(name: string, why: string) {
    super(`the large body ${name} of the shared log ${why}`)
    this.name = 'MissingPartsError'
  }
}

/**
 * The log does not continue from what a reader has applied: the engine lost records after they were
 * acknowledged, and may have given their positions to others.
 */
export class LostTailError extends Error {
  /** Position that the reader has applied. */
  readonly applied: number

  constructor(applied: number, why: string) {
    super(`the shared log no longer continues from position ${applied}, which was applied: ${why}`)
    this.name = 'LostTailError'
    this.applied = applied
  }
}
