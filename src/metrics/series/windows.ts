import { endOf, startOf } from '../../time/calendar.ts'
import { daySeconds, hourSeconds } from '../../time/time-units.ts'

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

export const allWindows = Object.keys(windowSeconds) as readonly WindowName[]

/** The windows of what is told of no longer ones. */
export const shortWindows = ['lastHour', 'lastDay', 'lastWeek'] as const

/** A value for each window, by the last second that is not in it any more. */
export const eachWindow = <Name extends WindowName>(
  names: readonly Name[],
  now: number,
  valueAfter: (time: number) => number,
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      // Before the first second of all.
      valueAfter(Math.max(-1, now - windowSeconds[name])),
    ]),
  ) as Record<Name, number>

/** A time after some second, cut into periods so that a sum over it needs few rows: epoch seconds. */
export interface Cuts {
  /** The first second; single events count up to the full hour, if it lies behind. */
  readonly from: number
  /** From here on hours count, up to midnight. */
  readonly hour: number
  /** From here on days count, up to the end of a month. */
  readonly day: number
  /** From here on months count. */
  readonly month: number
}

/**
 * What comes after a second.
 * @param hasAny whether something happened between two seconds, both included: an hour in which
 *   nothing did up to the second counts as a whole
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
