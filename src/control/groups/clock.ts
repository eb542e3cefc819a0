import type {
  AdvanceProgress,
  ClockState,
  clockOperations,
} from '../../../schemas/control/clock.ts'
import { durationForm, durationMs } from '../../time/durations.ts'
import { paceOf } from '../../time/pace.ts'
import { timeText } from '../../time/time-text.ts'
import { daySeconds } from '../../time/time-units.ts'
import { errorText } from '../../util/error-text.ts'
import type { ClockAdvance } from '../../world/clock/clock-advance.ts'
import { blocksOf, highestPace, maxBlocks } from '../../world/clock/expected-blocks.ts'
import { type Heights, heightsOf } from '../../world/heights.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { badValue, ControlError } from '../control-error.ts'
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
    const present = clock.nowMs()
    const toMs = toMsOf(present)
    if (toMs < present)
      throw new ControlError(
        'not_possible',
        `${timeText(toMs)} is before the world's time ${timeText(present)}; only a reset or a snapshot can go back in time`,
      )
    refuseTooMany(world, toMs - present)
    return clock.advance(toMs, isStopped)
  }

  return {
    async getClock(_input, caller) {
      await toRead(world, caller)
      return state()
    },
    async setClock({ body: { mode, now, rate, pace } }, { isGone }) {
      const wanted = pace === undefined ? undefined : paceOf(String(pace))
      const toMs = now === undefined ? undefined : timeMs('/now', now)
      if (toMs !== undefined) await (await begin(() => toMs, isGone)).ended
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
      if (!wait) {
        ended.catch((error) =>
          process.emitWarning(`the clock advance has failed: ${errorText(error)}`),
        )
        return { passing: progressOf(world, advance) }
      }
      await ended
      return {
        now: timeText(clock.nowMs()),
        head: world.head,
        blocks: grownSince(advance.before, heightsOf(world)),
      }
    },
    async stopAdvance() {
      await clock.stopAdvance()
      return undefined
    },
  }
}

/**
 * Returns the function from the present to the target time, both in milliseconds since 1970.
 * @throws ControlError
 */
function destinationOf(by?: string, to?: string): (presentMs: number) => number {
  if (by !== undefined && to === undefined) {
    const ms = durationMs(by)
    if (ms === undefined) throw badValue('/by', by, durationForm)
    return (presentMs) => presentMs + ms
  }
  if (to === undefined || by !== undefined)
    throw badValue('', { by, to }, 'an object with either by or to')
  const ms = timeMs('/to', to)
  return () => ms
}

const progressOf = (world: SimulatedWorld, advance: ClockAdvance): AdvanceProgress => ({
  from: timeText(advance.fromMs),
  to: timeText(advance.toMs),
  reached: timeText(world.clock.nowMs()),
  blocks: grownSince(advance.before, heightsOf(world)),
  estimatedMs: advance.estimatedMs,
})

function refuseTooMany(world: SimulatedWorld, ms: number): void {
  const seconds = ms / 1000
  const { definition } = world.settings
  if (blocksOf(definition, seconds, world.clock.pace) <= maxBlocks) return
  const pace = highestPace(definition, seconds)
  throw new ControlError(
    'not_possible',
    `${Math.ceil(seconds / daySeconds)} days at pace ${world.clock.pace} would make more than ${maxBlocks} blocks; advance less, or set pace ${pace}`,
    { pace },
  )
}

const grownSince = (before: Heights, after: Heights): Heights =>
  Object.fromEntries(
    Object.entries(after).map(([network, heights]) => [
      network,
      Object.fromEntries(
        Object.entries(heights).map(([chain, height]) => [
          chain,
          height - (before[network]?.[chain] ?? 0),
        ]),
      ),
    ]),
  )
