import { monotonicMs } from '../time/clock.ts'
import type { Heights } from './heights.ts'

/** Time that passes in a world: from when to when, how far it has come, and how to stop it. */
export class Passing {
  /** Milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** How far each chain was before. */
  readonly before: Heights
  /** Resolves when it is over, however it went. */
  readonly ended: Promise<void>
  #end!: () => void
  #isStopped = false
  readonly #expectedMs: number
  #beganAt = monotonicMs()
  /** The last whole state, and when it was reached by the monotonic time of the process. */
  #reached: { readonly ms: number; readonly at: number }

  /** @param expectedMs how long it takes, about, as long as nothing of it is done */
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

  /** About how many milliseconds it still takes. */
  get estimatedMs(): number {
    const { ms, at } = this.#reached
    const whole =
      ms > this.fromMs
        ? (at - this.#beganAt) * ((this.toMs - ms) / (ms - this.fromMs))
        : this.#expectedMs
    return Math.max(0, Math.round(whole - (monotonicMs() - at)))
  }

  /** Its turn has come. */
  begin(): void {
    this.#beganAt = monotonicMs()
    this.#reached = { ms: this.fromMs, at: this.#beganAt }
  }

  /** The world is whole at this time, milliseconds since 1970. */
  reach(ms: number): void {
    if (ms > this.#reached.ms) this.#reached = { ms, at: monotonicMs() }
  }

  /** Lets it end at the next moment that is whole. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.ended
  }

  end(): void {
    this.#end()
  }
}
