import type { UsageInterval } from '../../../schemas/data/usage.ts'
import { badRequest } from '../../http/response/errors.ts'
import { endOf, startOf } from '../../time/calendar.ts'
import { minuteSeconds } from '../../time/time-units.ts'

/** Requested times of usage, epoch seconds. */
interface UsageTimes {
  readonly startTimestamp?: number | undefined
  readonly endTimestamp?: number | undefined
}

/**
 * Returns the times of the counted requests: from `from` to before `end`. Both are rounded down to
 * 00:00 UTC. Without a start it is the day of now, without an end it includes now. G-213
 * @param now epoch seconds
 * @throws 400 for an end before the start
 */
export function usageRange(
  { startTimestamp, endTimestamp }: UsageTimes,
  now: number,
): { from: number; end: number } {
  const from = startOf('day', startTimestamp ?? Math.min(now, endTimestamp ?? now))
  const end = endTimestamp === undefined ? Number.MAX_SAFE_INTEGER : startOf('day', endTimestamp)
  if (end < from)
    throw badRequest(
      `startTimestamp ${startTimestamp} must not be after endTimestamp ${endTimestamp}`,
    )
  return { from, end }
}

const calendarOf = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month' } as const

/** Returns the interval that contains a time: its start and its end, epoch seconds. */
export function intervalOf(
  interval: UsageInterval,
  time: number,
): { readonly start: number; readonly end: number } {
  if (interval === 'minute') {
    const start = time - (time % minuteSeconds)
    return { start, end: start + minuteSeconds }
  }
  const start = startOf(calendarOf[interval], time)
  return { start, end: endOf(calendarOf[interval], start) }
}
