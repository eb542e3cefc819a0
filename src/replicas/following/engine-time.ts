import { monotonicMs, type TimeSource } from '../../time/clock.ts'

/** Number of the last responses that are compared. */
const maxSamples = 8

interface Sample {
  readonly roundTripMs: number
  /** Engine's time less the monotonic time of the process, by the middle of the round trip. */
  readonly offsetMs: number
}

/**
 * Time of the engine, as this process knows it from the shortest of its last round trips. It never
 * goes back, and goes on while the engine is away.
 */
export class EngineTime implements TimeSource {
  #samples: readonly Sample[] = []
  #offsetMs: number | undefined
  #lastMs = 0

  /**
   * Takes a response into account.
   * @param sentAt monotonic time of the question
   * @param nowMs engine's time in its response
   */
  learn(sentAt: number, nowMs: number): void {
    const receivedAt = monotonicMs()
    const sample = {
      roundTripMs: receivedAt - sentAt,
      offsetMs: nowMs - (sentAt + receivedAt) / 2,
    }
    this.#samples = [...this.#samples, sample].slice(-maxSamples)
    this.#offsetMs = this.#samples.reduce((a, b) =>
      b.roundTripMs < a.roundTripMs ? b : a,
    ).offsetMs
  }

  /** Returns milliseconds since 1970; 0 before the first response. */
  nowMs(): number {
    if (this.#offsetMs !== undefined)
      this.#lastMs = Math.max(this.#lastMs, monotonicMs() + this.#offsetMs)
    return this.#lastMs
  }

  tickMs(): number {
    return this.nowMs()
  }

  wallMs(): number {
    return Math.floor(this.nowMs())
  }
}
