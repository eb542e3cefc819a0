import type { ClockSetting } from '../../../schemas/control/world-document.ts'
import { type Clock, type ClockState, createClock, type TimeSource } from '../../time/clock.ts'
import type { ClockMode } from '../../time/clock-modes.ts'
import type { Pace } from '../../time/pace.ts'
import { timeText } from '../../time/time-text.ts'

/** State of such a clock: another one over the same time source goes on from it exactly. */
export interface PacedClockState {
  readonly last: Required<ClockState>
  readonly pace: Pace
  readonly followsMachine: boolean
}

/** Clock of a world with the pace of its background traffic, as its log stores both. */
export class PacedClock {
  readonly clock: Clock
  #pace: Pace
  /** Whether the world has caught up with a real clock before. */
  #followsMachine = false

  constructor(start: ClockSetting, source?: TimeSource) {
    this.clock = createClock(stateOf(start), source)
    this.#pace = start.pace
  }

  get pace(): Pace {
    return this.#pace
  }

  /** Current setting. */
  get setting(): ClockSetting {
    return this.at(this.clock.nowMs())
  }

  /** Returns its setting at another time, milliseconds since 1970. */
  at(ms: number): ClockSetting {
    return { mode: this.clock.mode, now: timeText(ms), rate: this.clock.rate, pace: this.#pace }
  }

  get state(): PacedClockState {
    return { last: this.clock.lastSet, pace: this.#pace, followsMachine: this.#followsMachine }
  }

  /** Goes on from the state of another clock. */
  continueFrom({ last, pace, followsMachine }: PacedClockState): void {
    this.clock.restore(last)
    this.#pace = pace
    this.#followsMachine = followsMachine
  }

  /**
   * Whether a real clock must first bring the world to the machine's time, without background
   * traffic.
   */
  get hasToFindMachine(): boolean {
    return this.clock.mode === 'real' && !this.#followsMachine
  }

  /** Records that the world has reached its time. */
  caughtUp(): void {
    this.#followsMachine = this.clock.mode === 'real'
  }

  /**
   * Restarts a running clock from the time the chains have reached, epoch seconds. Otherwise the
   * time that passes while they catch up could take them even longer, and waiting requests would
   * get no response.
   */
  waitFor(time: number): void {
    const { mode, rate } = this.clock
    if (mode === 'running') this.clock.restore({ mode, rate, ms: time * 1000 })
  }

  /** Changes the setting from the current time on. */
  set(change: { mode?: ClockMode; rate?: number; pace?: Pace }): void {
    this.clock.set(change)
    this.#pace = change.pace ?? this.#pace
    if (this.clock.mode !== 'real') this.#followsMachine = false
  }

  /** Restores an earlier or later setting. */
  restore(setting: ClockSetting): void {
    this.clock.restore(stateOf(setting))
    this.#pace = setting.pace
    this.#followsMachine = false
  }
}

const stateOf = ({ mode, rate, now }: ClockSetting) => ({ mode, rate, ms: Date.parse(now) })
