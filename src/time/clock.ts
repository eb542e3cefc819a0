import type { ClockMode } from './clock-modes.ts'

/** Read access to the clock. */
export interface ClockFace {
  readonly mode: ClockMode
  /** Returns milliseconds since 1970. */
  nowMs(): number
  /** Returns whole seconds since 1970. */
  nowSeconds(): number
}

/**
 * The only reader of the time. World time follows it. Rate windows, delays and measurements of the
 * process do not.
 */
export interface Clock extends ClockFace {
  readonly mode: ClockMode
  /** World seconds per second while running. */
  readonly rate: number
  /** Changes mode or rate from the current time on. */
  set(setting: { readonly mode?: ClockMode; readonly rate?: number }): void
  /** Moves the clock to a time, unless it is already later. */
  moveTo(ms: number): void
  /** Restores another state, even an earlier one. */
  restore(state: ClockState): void
  /** Leaves out time of its source in which it did not run. */
  skip(ms: number): void
  /** Last setting: a clock over the same source that is restored to it shows the same time. */
  readonly lastSet: Required<ClockState>
}

/** A recorded state of the clock. */
export interface ClockState {
  readonly mode: ClockMode
  readonly rate: number
  /** Milliseconds since 1970. */
  readonly ms: number
  /** Milliseconds of its source at the record; absent: now. */
  readonly tickMs?: number
}

/** What a clock goes by. */
export interface TimeSource {
  /** Returns milliseconds by which a running clock moves. */
  tickMs(): number
  /** Returns milliseconds since 1970, which a real clock shows. */
  wallMs(): number
}

/**
 * Creates a clock. `frozen` and `running` begin at the state's time; `real` stops there until the
 * machine reaches it.
 */
export function createClock(state: ClockState, source = machineTime): Clock {
  let { mode, rate, ms: setMs } = state
  let setAt = source.tickMs()
  const nowMs = () => {
    if (mode === 'real') return Math.max(setMs, source.wallMs())
    if (mode === 'running') return setMs + Math.floor((source.tickMs() - setAt) * rate)
    return setMs
  }
  const goOnFrom = (ms: number, at = source.tickMs()) => {
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
      // Read once: a running clock moves between two reads.
      goOnFrom(Math.max(ms, nowMs()))
    },
    restore(other) {
      mode = other.mode
      rate = other.rate
      goOnFrom(other.ms, other.tickMs)
    },
    skip(ms) {
      setAt += ms
    },
    get lastSet() {
      return { mode, rate, ms: setMs, tickMs: setAt }
    },
  }
}

/**
 * Returns milliseconds since 1970 by the machine, for information about the process that decides
 * nothing.
 */
export const wallMs = (): number => Date.now()

/** Returns milliseconds of the process, for durations only: rate windows and the running clock. */
export const monotonicMs = (): number => performance.now()

/** Time of the machine. */
const machineTime: TimeSource = { tickMs: monotonicMs, wallMs }

/**
 * Monotonic machine time at which {@link monotonicMs} was 0; all processes of the machine share it.
 */
export const processStartMs: number = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Returns the processor time of the process in milliseconds, user and system. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
