import { type ClockMode, clockModes } from '../clock-modes.ts'
import { durationMs } from '../durations.ts'
import type { Network } from '../networks/network.ts'
import { isPace, type Pace, paceOf, type paces } from '../pace.ts'
import { daySeconds } from '../time-units.ts'
import { blocksOf, highestPace, mostBlocks } from '../world/expected-blocks.ts'
import { type Heights, heightsOf } from '../world/heights.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { badValue, ControlError } from './control-error.ts'

/** The clock of a world as it is. */
export interface ClockState {
  readonly mode: ClockMode
  /** ISO 8601, UTC. */
  readonly now: string
  /** World seconds a second while it runs. */
  readonly rate: number
  /** Everyday blocks a day and chain. */
  readonly pace: Pace
  /** The next ten things that are due, as things stand. */
  readonly next: readonly {
    readonly time: string
    readonly network: Network
    readonly chain: string
    readonly what: string
  }[]
}

export interface ClockChange {
  readonly mode?: ClockMode
  /** Later than the present: the time between passes. */
  readonly now?: string
  readonly rate?: number
  readonly pace?: Pace | keyof typeof paces
}

/** What came of an advance. */
export interface Passed {
  readonly now: string
  readonly head: number
  /** New blocks of each chain. */
  readonly blocks: Heights
}

/** The clock group of the control plane: `spec/control.md`, part 2. */
export interface ClockControl {
  get(): Promise<ClockState>
  set(change: ClockChange): Promise<ClockState>
  /** @param by ISO 8601 duration, short text such as `90s` and `30d`, or milliseconds */
  advance(by: string | number): Promise<Passed>
  /** @param time ISO 8601, UTC */
  advanceTo(time: string): Promise<Passed>
}

const rates = { least: 0.1, most: 3600 }

export function clockControl(world: LivingWorld): ClockControl {
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

  const passTo = async (toMs: number): Promise<Passed> => {
    await world.settled()
    const present = clock.nowMs()
    if (toMs < present)
      throw new ControlError(
        'not_possible',
        `${timeText(toMs)} is past: the world is at ${timeText(present)}, and time goes back by reset only`,
      )
    refuseTooMany(world, toMs - present)
    const before = heightsOf(world)
    await world.advanceTo(toMs)
    return {
      now: timeText(clock.nowMs()),
      head: world.head,
      blocks: grownSince(before, heightsOf(world)),
    }
  }

  return {
    get: async () => {
      await world.settled()
      return state()
    },
    async set({ mode, now, rate, pace }) {
      if (mode !== undefined && !clockModes.includes(mode))
        throw badValue('/mode', mode, `one of ${clockModes.join(', ')}`)
      if (rate !== undefined && !(rate >= rates.least && rate <= rates.most))
        throw badValue('/rate', rate, `a number from ${rates.least} to ${rates.most}`)
      const wanted = pace === undefined ? undefined : paceOf(String(pace))
      if (pace !== undefined && wanted === undefined) throw badValue('/pace', pace, isPace)
      const toMs = now === undefined ? undefined : timeMs('/now', now)
      if (toMs !== undefined) await passTo(toMs)
      if (wanted !== undefined) await world.setPace(wanted)
      await world.settled()
      clock.set({ ...(mode && { mode }), ...(rate !== undefined && { rate }) })
      return state()
    },
    async advance(by) {
      const ms = typeof by === 'number' ? by : durationMs(by)
      if (ms === undefined || !Number.isSafeInteger(ms) || ms < 0)
        throw badValue('/by', by, 'a duration such as PT1H, 90s or 30d, or milliseconds from 0')
      await world.settled()
      return passTo(clock.nowMs() + ms)
    },
    advanceTo: async (time) => passTo(timeMs('/to', time)),
  }
}

function refuseTooMany(world: LivingWorld, ms: number): void {
  const seconds = ms / 1000
  if (blocksOf(world, seconds, world.pace) <= mostBlocks) return
  const pace = highestPace(world, seconds)
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

const timeText = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

function timeMs(pointer: string, text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/
  const ms = form.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes the thirtieth of February for the second of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw badValue(pointer, text, 'a time in UTC such as 2026-01-16T12:00:00Z')
  return ms
}
