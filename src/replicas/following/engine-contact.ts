import { EngineAwayError } from '../../shared-log/errors.ts'
import { monotonicMs } from '../../time/clock.ts'

/** Contact of a replica with the engine of its log: since when that responds, or does not. */
export class EngineContact {
  /** Monotonic time of the first failed contact since the last success. */
  #awaySince: number | undefined
  #respondsSince = monotonicMs()
  #last = monotonicMs()

  /** Seconds since the first failed contact; undefined while the engine responds. */
  get awaySeconds(): number | undefined {
    return this.#awaySince === undefined ? undefined : (monotonicMs() - this.#awaySince) / 1000
  }

  /** Seconds since the last successful contact. */
  get silentSeconds(): number {
    return (monotonicMs() - this.#last) / 1000
  }

  /** Milliseconds since the engine responds again, or does not respond any more. */
  get stateMs(): number {
    return monotonicMs() - (this.#awaySince ?? this.#respondsSince)
  }

  /** Notes what comes of a call to the engine. @returns its result @throws its error */
  async during<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call
      this.#last = monotonicMs()
      if (this.#awaySince !== undefined) this.#respondsSince = this.#last
      this.#awaySince = undefined
      return result
    } catch (error) {
      if (error instanceof EngineAwayError) this.#awaySince ??= monotonicMs()
      throw error
    }
  }
}
