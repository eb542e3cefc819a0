import { daySeconds, minuteSeconds } from '../../../time/time-units.ts'
import type { Random } from '../../random.ts'

/** When the node of a stake is offline: in each interval from the start of the stake on. Seconds. */
export interface Outages {
  readonly interval: number
  /** From the beginning of an interval to the outage in it. */
  readonly start: number
  readonly length: number
}

/** Of a node that is always there. */
export const noOutages: Outages = { interval: daySeconds, start: 0, length: 0 }

/**
 * Outages of a stake that will be rewarded: at the end of each interval and less than a fifth of it,
 * so that the uptime is above 80 % at any time.
 */
export function rareOutages(random: Random): Outages {
  const interval = random.int(3 * daySeconds, 20 * daySeconds)
  const length = Math.max(minuteSeconds, Math.floor((interval * rareShare(random)) / 10_000))
  return { interval, start: interval - length, length }
}

/** Most nodes are seldom away, some more often. Ten-thousandths. */
function rareShare(random: Random): number {
  const lot = random.int(1, 10)
  if (lot <= 6) return random.int(1, 80)
  return lot <= 9 ? random.int(80, 400) : random.int(400, 1_700)
}

/**
 * Outages of a stake that will not be rewarded: at the beginning of each interval and more than a
 * fifth of it, so that the uptime is below 80 % at any time.
 */
export function longOutages(random: Random): Outages {
  const interval = random.int(daySeconds, 4 * daySeconds)
  return { interval, start: 0, length: Math.floor((interval * random.int(2_500, 6_000)) / 10_000) }
}
