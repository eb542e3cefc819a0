import { monotonicMs } from '../../time/clock.ts'
import type { Heights } from '../heights.ts'

/** A clock advance of a world: its start and end, its progress, and a way to stop it. */
export class ClockAdvance {
  /** Milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** Height of each chain before. */
  readonly before: Heights
  /** Promise that resolves at its end, successful or not. */
  readonly ended: Promise<void>
  #end!: () => void
  #isStopped = false
  readonly #expectedMs: number
  #beganAt = monotonicMs()
  /** Last consistent state, and the monotonic process time at which it was reached. */
  #reached: { readonly ms: number; readonly at: number }

  /**
   * Creates the advance.
   * @param expectedMs estimated duration while no part is done
   */
  constructor(fromMs: number, toMs: number, before: Heights, expectedMs: number) {
    this.before = before
    this.fromMs = fromMs
    this.toMs = toMs
    this.#expectedMs = expectedMs
    this.#reached = { ms: fromMs, at: this.#beganAt }
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Estimates the remaining milliseconds. */
  get estimatedMs(): number {
    const { ms, at } = this.#reached
    const whole =
      ms > this.fromMs
        ? (at - this.#beganAt) * ((this.toMs - ms) / (ms - this.fromMs))
        : this.#expectedMs
    return Math.max(0, Math.round(whole - (monotonicMs() - at)))
  }

  /** Begins, when its turn has come. */
  begin(): void {
    this.#beganAt = monotonicMs()
    this.#reached = { ms: this.fromMs, at: this.#beganAt }
  }

  /** Records that the world is consistent at this time, milliseconds since 1970. */
  reach(ms: number): void {
    if (ms > this.#reached.ms) this.#reached = { ms, at: monotonicMs() }
  }

  /** Stops it at the next consistent state. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.ended
  }

  end(): void {
    this.#end()
  }
}
