import { endOf, startOf } from '../../time/calendar.ts'
import { daySeconds, hourSeconds } from '../../time/time-units.ts'

/** Seconds of the windows that end now, the shortest first. G-123 */
const windowSeconds = {
  lastHour: hourSeconds,
  lastDay: daySeconds,
  lastWeek: 7 * daySeconds,
  lastMonth: 30 * daySeconds,
  last90Days: 90 * daySeconds,
  lastYear: 365 * daySeconds,
  allTime: Number.POSITIVE_INFINITY,
} as const

type WindowName = keyof typeof windowSeconds

export const allWindows = Object.keys(windowSeconds) as readonly WindowName[]

/** Windows of metrics that have no longer ones. */
export const shortWindows = ['lastHour', 'lastDay', 'lastWeek'] as const

/** Computes a value for each window, by the last second before it. */
export const eachWindow = <Name extends WindowName>(
  names: readonly Name[],
  now: number,
  valueAfter: (time: number) => number,
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      // The window of all time starts before the first second.
      valueAfter(Math.max(-1, now - windowSeconds[name])),
    ]),
  ) as Record<Name, number>

/** Time after a second, cut into periods so that a sum over it needs few rows: epoch seconds. */
export interface Cuts {
  /**
   * First second; single events count up to the next full hour, if `from` is no full hour itself.
   */
  readonly from: number
  /** Start of the hours that count, up to midnight. */
  readonly hour: number
  /** Start of the days that count, up to the end of a month. */
  readonly day: number
  /** Start of the months that count. */
  readonly month: number
}

/**
 * Cuts the time after a second.
 * @param hasAny whether there were events between two seconds, both included: an hour without
 *   events up to the second counts as a whole
 */
export function cutsAfter(time: number, hasAny: (from: number, to: number) => boolean): Cuts {
  const from = time + 1
  const begunHour = startOf('hour', from)
  const isCut = begunHour < from && hasAny(begunHour, time)
  const hour = isCut ? begunHour + hourSeconds : begunHour
  const day = startOf('day', hour + daySeconds - 1)
  const begun = startOf('month', day)
  return { from, hour, day, month: begun === day ? day : endOf('month', begun) }
}
