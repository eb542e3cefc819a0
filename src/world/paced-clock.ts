import type { ClockSetting } from '../../schemas/control/world-document.ts'
import { type Clock, createClock } from '../time/clock.ts'
import type { ClockMode } from '../time/clock-modes.ts'
import type { Pace } from '../time/pace.ts'
import { timeText } from '../time/times.ts'

/** The clock of a world with the pace of its background traffic, as its log keeps both. */
export class PacedClock {
  readonly clock: Clock
  #pace: Pace
  /** Whether a real clock has been caught up with before. */
  #followsMachine = false

  constructor(start: ClockSetting) {
    this.clock = createClock(stateOf(start))
    this.#pace = start.pace
  }

  get pace(): Pace {
    return this.#pace
  }

  /** How it stands. */
  get setting(): ClockSetting {
    return this.at(this.clock.nowMs())
  }

  /** How it will stand at another time, milliseconds since 1970. */
  at(ms: number): ClockSetting {
    return { mode: this.clock.mode, now: timeText(ms), rate: this.clock.rate, pace: this.#pace }
  }

  /** A real clock first brings the world to the time of the machine, without background traffic. */
  get hasToFindMachine(): boolean {
    return this.clock.mode === 'real' && !this.#followsMachine
  }

  /** The world has come to its time. */
  caughtUp(): void {
    this.#followsMachine = this.clock.mode === 'real'
  }

  /**
   * Lets a running clock go on from where the chains have come, epoch seconds. Else what passes while
   * they catch up could take them longer still, and nobody who waits for them would be answered.
   */
  waitFor(time: number): void {
    const { mode, rate } = this.clock
    if (mode === 'running') this.clock.restore({ mode, rate, ms: time * 1000 })
  }

  /** Goes on from here in another way. */
  set(change: { mode?: ClockMode; rate?: number; pace?: Pace }): void {
    this.clock.set(change)
    this.#pace = change.pace ?? this.#pace
    if (this.clock.mode !== 'real') this.#followsMachine = false
  }

  /** Goes on as it was at another time, be it earlier. */
  restore(setting: ClockSetting): void {
    this.clock.restore(stateOf(setting))
    this.#pace = setting.pace
    this.#followsMachine = false
  }
}

const stateOf = ({ mode, rate, now }: ClockSetting) => ({ mode, rate, ms: Date.parse(now) })
