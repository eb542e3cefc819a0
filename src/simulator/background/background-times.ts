import type { Pace } from '../../time/pace.ts'
import { daySeconds } from '../../time/time-units.ts'
import type { RandomStreams } from '../random.ts'

/** Times of the background blocks of a chain. */
export interface BackgroundTimes {
  /** Returns the first time later than this one, epoch seconds; infinite when there is none. */
  nextAfter(time: number): number
}

interface BackgroundPlan {
  /** Name of the chain; its times depend only on the name and the seed. */
  readonly name: string
  /** First block, epoch seconds. */
  readonly start: number
  /** End of the definition, epoch seconds: the fortnight before it is dense. */
  readonly now: number
  /** Activation times that need blocks before and after them. */
  readonly upgrades: readonly number[]
  /**
   * Approximate number of blocks until now, without those around upgrades; 0 means none of either
   * kind.
   */
  readonly blocks: number
  /** Returns the pace after now, which may change between calls. */
  pace(): Pace
}

/** Length of the dense period before the definition's now, days. */
export const denseDays = 14
/** Share of the blocks until now that lie in the years before the dense fortnight. */
const trailShare = 0.25

/**
 * Returns times determined by seed, chain and slot. Each slot of a period contains one, so two
 * short advances give the same times as one long advance.
 */
export function backgroundTimes(streams: RandomStreams, plan: BackgroundPlan): BackgroundTimes {
  const { start, now } = plan
  const denseStart = Math.min(now, Math.max(start, now - denseDays * daySeconds))
  const trailBlocks = denseStart > start ? Math.ceil(plan.blocks * trailShare) : 0
  const denseBlocks = plan.blocks > 0 ? Math.max(1, plan.blocks - trailBlocks) : 0
  const declared =
    plan.blocks > 0 ? [start, ...aroundUpgrades(streams, plan)].sort((a, b) => a - b) : []
  const trail = slots(streams, `${plan.name} trail`, slotLength(denseStart - start, trailBlocks))
  const dense = slots(streams, `${plan.name} fortnight`, slotLength(now - denseStart, denseBlocks))
  let current: { readonly pace: Pace; readonly next: ReturnType<typeof slots> } | undefined
  const paced = (pace: Pace, time: number): number | undefined => {
    if (pace <= 0) return undefined
    if (current?.pace !== pace) {
      const length = Math.max(1, Math.floor(daySeconds / pace))
      current = { pace, next: slots(streams, `${plan.name} pace ${pace}`, length) }
    }
    return current.next(time)
  }
  return {
    nextAfter(time) {
      const candidates = [
        declared.find((each) => each > time),
        // Slots are drawn on demand: past ones are never drawn.
        time < denseStart ? within(start, denseStart, trail(Math.max(time, start))) : undefined,
        time < now ? within(denseStart, now, dense(Math.max(time, denseStart - 1))) : undefined,
        paced(plan.pace(), Math.max(time, now - 1)),
      ]
      return Math.min(...candidates.map((each) => each ?? Number.POSITIVE_INFINITY))
    },
  }
}

const within = (from: number, to: number, time: number | undefined) =>
  time !== undefined && time >= from && time < to ? time : undefined

const slotLength = (seconds: number, blocks: number) =>
  blocks > 0 ? Math.max(1, Math.floor(seconds / blocks)) : Number.POSITIVE_INFINITY

/**
 * Returns a function for the first slot time after a time; slots of one length are counted from
 * 1970.
 */
function slots(streams: RandomStreams, name: string, length: number) {
  // The same few slots are needed repeatedly until one of them is past.
  const drawn = new Map<number, number>()
  const timeOf = (slot: number): number => {
    const known = drawn.get(slot)
    if (known !== undefined) return known
    if (drawn.size >= 16) drawn.clear()
    const time = slot * length + streams.at(name, slot).int(0, length - 1)
    drawn.set(slot, time)
    return time
  }
  return (time: number): number | undefined => {
    if (!Number.isFinite(length)) return undefined
    for (let slot = Math.floor(time / length); ; slot++) {
      const found = timeOf(slot)
      if (found > time) return found
    }
  }
}

/** Returns times around each upgrade: a little before, at it, a little after. */
function aroundUpgrades(streams: RandomStreams, { name, start, now, upgrades }: BackgroundPlan) {
  const random = streams.stream(`${name} upgrades`)
  return upgrades
    .flatMap((upgrade) => [upgrade - random.int(2, 3600), upgrade, upgrade + random.int(2, 3600)])
    .filter((time) => time > start && time < now)
}
