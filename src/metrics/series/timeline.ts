import type { TimeRange } from '../../http/request/time-range.ts'
import { type Interval, startOf } from '../../time/calendar.ts'
import type { World } from '../../world/world.ts'

interface Timeline extends TimeRange {
  readonly interval: Interval
  /** Time in the first period, epoch seconds; undefined without one. */
  readonly first: number | undefined
  /** Upper bound, excluded, of the starts, epoch seconds. */
  readonly before?: number
  /** Maximum number of starts. */
  readonly limit?: number
}

/**
 * Returns the starts of hours, days, weeks or months, from the current period, which is not over,
 * back to the first. Periods without any event are included; epoch seconds. G-121
 */
export function timeline(world: World, wanted: Timeline): number[] {
  const { interval, first, startTimestamp = 0, endTimestamp, before, limit } = wanted
  if (first === undefined) return []
  const oldest = Math.max(startOf(interval, first), startTimestamp)
  // At midnight the new day has no events yet.
  const latest = Math.min(
    world.now - 1,
    endTimestamp ?? Number.MAX_SAFE_INTEGER,
    (before ?? Number.MAX_SAFE_INTEGER) - 1,
  )
  const starts: number[] = []
  for (
    let start = startOf(interval, Math.max(0, latest));
    start >= oldest && start <= latest && starts.length < (limit ?? Number.POSITIVE_INFINITY);
    start = startOf(interval, start - 1)
  )
    starts.push(start)
  return starts
}
