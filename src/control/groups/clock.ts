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

/** An advance that runs, in a world of this generation. */
interface Begun {
  readonly advance: ClockAdvance
  readonly ended: Promise<void>
  readonly generation: number
}

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
  ): Promise<Begun> => {
    // No other change may start between the end of the last one and this advance.
    for (let change = world.whenReady(); change; change = world.whenReady()) await change
    const toMs = toMsOf(clock.nowMs())
    refuseImpossible(world, toMs)
    return { ...clock.advance(toMs, isStopped), generation: world.generation }
  }

  /** Waits for the end of an advance. @throws ControlError when the world was replaced meanwhile */
  const complete = async ({ advance, ended, generation }: Begun): Promise<ClockAdvance> => {
    await ended
    // A reset that has stopped it follows.
    if (advance.isStopped) await world.whenReady()
    // The new blocks cannot be counted in another world.
    if (world.generation !== generation)
      throw new ControlError(
        'conflict',
        'a reset, a restored snapshot or an import replaced the world during the clock advance',
      )
    return advance
  }

  return {
    async getClock(_input, caller) {
      await toRead(world, caller)
      return state()
    },
    async setClock({ body: { mode, now, rate, pace } }, { isGone }) {
      const wanted = pace === undefined ? undefined : paceOf(String(pace))
      const toMs = now === undefined ? undefined : timeMs('/now', now)
      const change = {
        ...(rate !== undefined && { rate }),
        ...(wanted !== undefined && { pace: wanted }),
      }
      await world.whenReady()
      if (toMs !== undefined) {
        refuseImpossible(world, toMs, wanted)
        // The blocks on the way have the new pace, and a running clock would go on from there.
        await clock.set({ ...(mode === 'frozen' && { mode }), ...change })
        await complete(await begin(() => toMs, isGone))
        // A client that left wants no more.
        if (isGone()) return state()
        await world.whenReady()
      }
      await clock.set({ ...(mode && { mode }), ...change })
      // A real clock brings the world to the time of the machine.
      await world.whenReady()
      return state()
    },
    async advanceClock({ body: { by, to, wait = true } }, { isGone }) {
      const begun = await begin(destinationOf(by, to), wait ? isGone : () => false)
      if (!wait) {
        begun.ended.catch((error) =>
          process.emitWarning(`the clock advance has failed: ${errorText(error)}`),
        )
        return { passing: progressOf(world, begun.advance) }
      }
      return passedSince(world, await complete(begun))
    },
    async stopAdvance() {
      await clock.stopAdvance()
      return undefined
    },
  }
}
