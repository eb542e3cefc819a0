import type { ClockState, clockOperations, Passed } from '../../schemas/control/clock.ts'
import { durationMs } from '../durations.ts'
import { paceOf } from '../pace.ts'
import { daySeconds } from '../time-units.ts'
import { timeText } from '../times.ts'
import { blocksOf, highestPace, mostBlocks } from '../world/expected-blocks.ts'
import { type Heights, heightsOf } from '../world/heights.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { badValue, ControlError } from './control-error.ts'
import type { Asker, Group } from './group.ts'
import { timeMs } from './times.ts'

/** The time of a world: docs/control.md. */
export function clockGroup(world: LivingWorld): Group<typeof clockOperations> {
  const { clock } = world
  const state = async (): Promise<ClockState> => ({
    mode: clock.mode,
    now: timeText(clock.nowMs()),
    rate: clock.rate,
    pace: world.pace,
    next: (await world.upcoming(10)).map(({ time, ...due }) => ({
      time: timeText(time * 1000),
      ...due,
    })),
  })

  const passTo = async (toMs: number, { isGone }: Asker): Promise<Passed> => {
    await world.settled()
    const present = clock.nowMs()
    if (toMs < present)
      throw new ControlError(
        'not_possible',
        `${timeText(toMs)} is past: the world is at ${timeText(present)}, and time goes back by reset only`,
      )
    refuseTooMany(world, toMs - present)
    const before = heightsOf(world)
    await world.advanceTo(toMs, isGone)
    return {
      now: timeText(clock.nowMs()),
      head: world.head,
      blocks: grownSince(before, heightsOf(world)),
    }
  }

  return {
    getClock: async () => {
      await world.settled()
      return state()
    },
    async setClock({ body: { mode, now, rate, pace } }, asker) {
      const wanted = pace === undefined ? undefined : paceOf(String(pace))
      const toMs = now === undefined ? undefined : timeMs('/now', now)
      if (toMs !== undefined) await passTo(toMs, asker)
      await world.settled()
      await world.setClock({
        ...(mode && { mode }),
        ...(rate !== undefined && { rate }),
        ...(wanted !== undefined && { pace: wanted }),
      })
      return state()
    },
    async advanceClock({ body: { by, to } }, asker) {
      if (by !== undefined && to === undefined) {
        const ms = durationMs(by)
        if (ms === undefined) throw badValue('/by', by, 'a duration such as PT1H, 90s or 30d')
        await world.settled()
        return passTo(clock.nowMs() + ms, asker)
      }
      if (to !== undefined && by === undefined) return passTo(timeMs('/to', to), asker)
      throw badValue('', { by, to }, 'one of by and to')
    },
  }
}

function refuseTooMany(world: LivingWorld, ms: number): void {
  const seconds = ms / 1000
  const { definition } = world.settings
  if (blocksOf(definition, seconds, world.pace) <= mostBlocks) return
  const pace = highestPace(definition, seconds)
  throw new ControlError(
    'not_possible',
    `${Math.ceil(seconds / daySeconds)} days at pace ${world.pace} are more than ${mostBlocks} blocks; at pace ${pace} they are not`,
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
