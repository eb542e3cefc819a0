import { daySeconds, hourSeconds } from './time-units.ts'

/** Time spans for counting, all in UTC. */
export const intervals = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

const weekSeconds = 7 * daySeconds
/** 1970-01-05, a Monday. */
const firstMonday = 4 * daySeconds

/**
 * Returns the start of the hour, day, week or month that contains a time. Weeks begin on Mondays.
 * Epoch seconds.
 */
export function startOf(interval: Interval, time: number): number {
  if (interval === 'hour') return time - (time % hourSeconds)
  if (interval === 'day') return time - (time % daySeconds)
  if (interval === 'week')
    return firstMonday + Math.floor((time - firstMonday) / weekSeconds) * weekSeconds
  const date = new Date(time * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}

/** Returns the start of the next interval after the one that begins at `start`. */
export const endOf = (interval: Interval, start: number): number =>
  // No month is longer than 31 days, and none shorter than 28.
  startOf(
    interval,
    start +
      { hour: hourSeconds, day: daySeconds, week: weekSeconds, month: 31 * daySeconds }[interval],
  )
