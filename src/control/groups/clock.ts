import type { ClockState, clockOperations } from '../../../schemas/control/clock.ts'
import { paceOf } from '../../time/pace.ts'
import { timeText } from '../../time/time-text.ts'
import { errorText } from '../../util/error-text.ts'
import type { ClockAdvance } from '../../world/clock/clock-advance.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { destinationOf, passedSince, progressOf, refuseImpossible } from '../clock-advances.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { timeMs } from '../parse-time.ts'
import { toRead } from '../to-read.ts'

/** Builds the operations of a world's time: docs/control.md. */
export function clockGroup(world: SimulatedWorld): Group<typeof clockOperations> {
  const { clock } = world
  const state = async (): Promise<ClockState> => {
    const next = await world.upcoming(10)
    const { runningAdvance } = clock
    return {
      mode: clock.mode,
      now: timeText(clock.nowMs()),
      rate: clock.rate,
      pace: clock.pace,
      next: next.map(({ time, ...due }) => ({ time: timeText(time * 1000), ...due })),
      ...(runningAdvance && { passing: progressOf(world, runningAdvance) }),
    }
  }

  /** Starts a clock advance. @param toMsOf function from the present to the target time */
  const begin = async (
    toMsOf: (presentMs: number) => number,
    isStopped: () => boolean,
  ): Promise<{ advance: ClockAdvance; ended: Promise<void> }> => {
    // No other change may start between the end of the last one and this advance.
    for (let change = world.whenReady(); change; change = world.whenReady()) await change
    const toMs = toMsOf(clock.nowMs())
    refuseImpossible(world, toMs)
    return clock.advance(toMs, isStopped)
  }

  const freezeBefore = async (toMs: number): Promise<void> => {
    await world.whenReady()
    refuseImpossible(world, toMs)
    await clock.set({ mode: 'frozen' })
  }

  return {
    async getClock(_input, caller) {
      await toRead(world, caller)
      return state()
    },
    async setClock({ body: { mode, now, rate, pace } }, { isGone }) {
      const wanted = pace === undefined ? undefined : paceOf(String(pace))
      const toMs = now === undefined ? undefined : timeMs('/now', now)
      if (toMs !== undefined) {
        // A running clock would go on from there until it is frozen.
        if (mode === 'frozen') await freezeBefore(toMs)
        await (await begin(() => toMs, isGone)).ended
      }
      await world.whenReady()
      await clock.set({
        ...(mode && { mode }),
        ...(rate !== undefined && { rate }),
        ...(wanted !== undefined && { pace: wanted }),
      })
      // A real clock brings the world to the time of the machine.
      await world.whenReady()
      return state()
    },
    async advanceClock({ body: { by, to, wait = true } }, { isGone }) {
      const { advance, ended } = await begin(destinationOf(by, to), wait ? isGone : () => false)
      const { generation } = world
      if (!wait) {
        ended.catch((error) =>
          process.emitWarning(`the clock advance has failed: ${errorText(error)}`),
        )
        return { passing: progressOf(world, advance) }
      }
      await ended
      // A reset that has stopped it follows.
      if (advance.isStopped) await world.whenReady()
      // The new blocks cannot be counted in another world.
      if (world.generation !== generation)
        throw new ControlError(
          'conflict',
          'a reset, a restored snapshot or an import replaced the world during the clock advance',
        )
      return passedSince(world, advance)
    },
    async stopAdvance() {
      await clock.stopAdvance()
      return undefined
    },
  }
}
