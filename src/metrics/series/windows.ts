import { daySeconds, hourSeconds } from '../../time-units.ts'

/** How far back the windows reach that end now, in seconds, the shortest first. G-123 */
export const windowSeconds = {
  lastHour: hourSeconds,
  lastDay: daySeconds,
  lastWeek: 7 * daySeconds,
  lastMonth: 30 * daySeconds,
  last90Days: 90 * daySeconds,
  lastYear: 365 * daySeconds,
  allTime: Number.POSITIVE_INFINITY,
} as const

export type WindowName = keyof typeof windowSeconds

/** A value for each window, by the last second that is not in it any more. */
export const eachWindow = (
  now: number,
  valueAfter: (time: number, window: WindowName) => number,
): Record<WindowName, number> =>
  Object.fromEntries(
    Object.entries(windowSeconds).map(([name, seconds]) => [
      name,
      // Before the first second of all.
      valueAfter(Math.max(-1, now - seconds), name as WindowName),
    ]),
  ) as Record<WindowName, number>
