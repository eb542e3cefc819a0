import type { ClockMode } from './clock-modes.ts'

/** What time it is. */
export interface ClockFace {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Whole seconds since 1970. */
  nowSeconds(): number
}

/** The one reader of the time. What a world tells follows it; rate windows, delays and what is measured of the process do not. */
export interface Clock extends ClockFace {
  readonly mode: ClockMode
  /** World seconds a second while running. */
  readonly rate: number
  /** Goes on from here in this way. */
  set(setting: { readonly mode?: ClockMode; readonly rate?: number }): void
  /** Moves the clock to a time, unless it is past that already. */
  moveTo(ms: number): void
  /** Goes on as it was at another time, be it earlier. */
  restore(state: ClockState): void
  /** How it was set last: a clock of another process that is restored to it shows the same time. */
  readonly lastSet: Required<ClockState>
}

/** How a clock stood once. */
export interface ClockState {
  readonly mode: ClockMode
  readonly rate: number
  /** Milliseconds since 1970. */
  readonly ms: number
  /** When it stood so, by the monotonic time of the machine; absent: just now. */
  readonly machineMs?: number
}

/** `frozen` and `running` begin where the state says, and `real` stands there. */
export function createClock(state: ClockState): Clock {
  let { mode, rate, ms: setMs } = state
  let setAt = monotonicMs()
  const nowMs = () => {
    if (mode === 'real') return Math.max(setMs, Date.now())
    if (mode === 'running') return setMs + Math.floor((monotonicMs() - setAt) * rate)
    return setMs
  }
  const goOnFrom = (ms: number, at = monotonicMs()) => {
    setMs = ms
    setAt = at
  }
  return {
    get mode() {
      return mode
    },
    get rate() {
      return rate
    },
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    set(setting) {
      goOnFrom(nowMs())
      mode = setting.mode ?? mode
      rate = setting.rate ?? rate
    },
    moveTo(ms) {
      // Asked for once: a clock that runs has moved until it is asked again.
      goOnFrom(Math.max(ms, nowMs()))
    },
    restore(other) {
      mode = other.mode
      rate = other.rate
      const { machineMs } = other
      goOnFrom(other.ms, machineMs === undefined ? undefined : machineMs - processStartMs)
    },
    get lastSet() {
      return { mode, rate, ms: setMs, machineMs: setAt + processStartMs }
    },
  }
}

/** Milliseconds since 1970 by the machine, for what is told of the process and decides nothing. */
export const wallMs = (): number => Date.now()

/** Milliseconds of the process, for durations only: rate windows and the running clock. */
export const monotonicMs = (): number => performance.now()

/** When {@link monotonicMs} was 0, by the monotonic time of the machine, which its processes share. */
export const processStartMs: number = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Milliseconds of processor time that the process has taken, user and system. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
