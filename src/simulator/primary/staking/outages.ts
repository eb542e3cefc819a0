import { daySeconds, minuteSeconds } from '../../../time/time-units.ts'
import type { Random } from '../../random.ts'

/**
 * Offline times of the node of a stake, repeated in each interval from the start of the stake.
 * Seconds.
 */
export interface Outages {
  readonly interval: number
  /** Seconds from the beginning of an interval to the outage in it. */
  readonly start: number
  readonly length: number
}

/** Outages of a node that is always online. */
export const noOutages: Outages = { interval: daySeconds, start: 0, length: 0 }

/**
 * Returns outages of a stake that will be rewarded. They lie at the end of each interval and take
 * less than a fifth of it, so the uptime is always above 80 %.
 */
export function rareOutages(random: Random): Outages {
  const interval = random.int(3 * daySeconds, 20 * daySeconds)
  const length = Math.max(minuteSeconds, Math.floor((interval * rareShare(random)) / 10_000))
  return { interval, start: interval - length, length }
}

/** Draws the offline share: most nodes are rarely offline, some more often. Ten-thousandths. */
function rareShare(random: Random): number {
  const lot = random.int(1, 10)
  if (lot <= 6) return random.int(1, 80)
  return lot <= 9 ? random.int(80, 400) : random.int(400, 1_700)
}

/**
 * Returns outages of a stake that will not be rewarded. They lie at the beginning of each interval
 * and take more than a fifth of it, so the uptime is always below 80 %.
 */
export function longOutages(random: Random): Outages {
  const interval = random.int(daySeconds, 4 * daySeconds)
  return { interval, start: 0, length: Math.floor((interval * random.int(2_500, 6_000)) / 10_000) }
}
