import type { AdvanceProgress, Passed } from '../../schemas/control/clock.ts'
import { durationForm, durationMs } from '../time/durations.ts'
import type { Pace } from '../time/pace.ts'
import { timeText } from '../time/time-text.ts'
import { daySeconds } from '../time/time-units.ts'
import type { ClockAdvance } from '../world/clock/clock-advance.ts'
import { blocksOf, highestPace, maxBlocks } from '../world/clock/expected-blocks.ts'
import { type Heights, heightsOf } from '../world/heights.ts'
import type { SimulatedWorld } from '../world/simulated-world.ts'
import { badValue, ControlError } from './control-error.ts'
import { timeMs } from './parse-time.ts'

/**
 * Returns the function from the present to the target time, both in milliseconds since 1970.
 * @throws ControlError
 */
export function destinationOf(by?: string, to?: string): (presentMs: number) => number {
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

/** Describes a running advance. */
export const progressOf = (world: SimulatedWorld, advance: ClockAdvance): AdvanceProgress => ({
  from: timeText(advance.fromMs),
  to: timeText(advance.toMs),
  reached: timeText(world.clock.nowMs()),
  blocks: grownSince(advance.before, heightsOf(world)),
  estimatedMs: advance.estimatedMs,
})

/** Describes an advance at its end. */
export const passedSince = (world: SimulatedWorld, { before }: ClockAdvance): Passed => ({
  now: timeText(world.clock.nowMs()),
  head: world.head,
  blocks: grownSince(before, heightsOf(world)),
})

/**
 * Refuses an advance into the past, and one that makes too many blocks.
 * @param toMs milliseconds since 1970
 * @param pace pace of the blocks on the way
 * @throws ControlError
 */
export function refuseImpossible(
  world: SimulatedWorld,
  toMs: number,
  pace: Pace = world.clock.pace,
): void {
  const present = world.clock.nowMs()
  if (toMs < present)
    throw new ControlError(
      'not_possible',
      `${timeText(toMs)} is before the world's time ${timeText(present)}; only a reset or a snapshot can go back in time`,
    )
  const seconds = (toMs - present) / 1000
  const { definition } = world.settings
  if (blocksOf(definition, seconds, pace) <= maxBlocks) return
  const possible = highestPace(definition, seconds)
  throw new ControlError(
    'not_possible',
    `${Math.ceil(seconds / daySeconds)} days at pace ${pace} would make more than ${maxBlocks} blocks; advance less, or set pace ${possible}`,
    { pace: possible },
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
