import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { daySeconds, hourSeconds } from '../time-units.ts'
import type { Random } from './random.ts'

/** When blocks of a chain are accepted; all in epoch seconds. */
export interface TimelinePlan {
  readonly start: number
  readonly now: number
  /** Activation times that want blocks on both sides. */
  readonly upgrades: readonly number[]
  readonly blocks: number
}

/**
 * Ascending, distinct times: a thin trail from the start, a few around each upgrade, and most in
 * the last fortnight before now. Times of upgrades come in even when `blocks` is smaller.
 */
export function timeline(random: Random, plan: TimelinePlan): number[] {
  const denseStart = Math.max(plan.start, plan.now - 14 * daySeconds)
  const times = new Set([plan.start, plan.now - 2])
  for (const upgrade of plan.upgrades) {
    if (upgrade <= plan.start || upgrade >= plan.now) continue
    for (const time of [
      upgrade - random.int(2, hourSeconds),
      upgrade,
      upgrade + random.int(2, hourSeconds),
    ])
      if (time > plan.start && time < plan.now) times.add(time)
  }
  const trail = Math.floor(plan.blocks * 0.25)
  for (let i = 0; i < trail && denseStart > plan.start; i++)
    times.add(random.int(plan.start, denseStart))
  const room = plan.now - 2 - denseStart
  while (times.size < Math.min(plan.blocks, room)) times.add(random.int(denseStart, plan.now - 2))
  return [...times].sort((a, b) => a - b)
}

/** When the upgrades of a network became active, epoch seconds, in their order. */
export const upgradeTimes = (network: Network): number[] =>
  Object.values(networkConstants[network].upgrades).map((time) => Date.parse(time) / 1000)
