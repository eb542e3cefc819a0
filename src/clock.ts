/** `frozen` stands at the world's now; `running` starts there; `real` is the time of the machine. */
export type ClockMode = 'frozen' | 'running' | 'real'

export const clockModes: readonly ClockMode[] = ['frozen', 'running', 'real']

/** The one reader of the time. Everything but rate windows follows it. */
export interface Clock {
  readonly mode: ClockMode
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Whole seconds since 1970. */
  nowSeconds(): number
  /** Moves the clock forward; a negative amount is a RangeError. */
  advance(ms: number): void
  /** Undoes every `advance`. */
  reset(): void
}

/** @param worldNowMs where `frozen` and `running` begin, milliseconds since 1970 */
export function createClock(mode: ClockMode, worldNowMs: number): Clock {
  const startedAt = monotonicMs()
  const base = () => {
    if (mode === 'real') return Date.now()
    if (mode === 'running') return worldNowMs + Math.floor(monotonicMs() - startedAt)
    return worldNowMs
  }
  let advancedMs = 0
  const nowMs = () => base() + advancedMs
  return {
    mode,
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0)
        throw new RangeError(`clock.advance takes milliseconds from 0, not ${ms}`)
      advancedMs += ms
    },
    reset() {
      advancedMs = 0
    },
  }
}

/** Milliseconds of the process, for durations only: rate windows and the running clock. */
export const monotonicMs = (): number => performance.now()
