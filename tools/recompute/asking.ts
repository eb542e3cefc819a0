import { daySeconds, hourSeconds } from '../../src/time/time-units.ts'

/**
 * Function that sends a request and returns the parsed response. It throws for any status but a
 * success.
 */
export type Ask = (path: string) => Promise<Record<string, unknown>>

/** Returns every item of a list, page by page. */
export async function walk<Item>(ask: Ask, path: string, list: string): Promise<Item[]> {
  const items: Item[] = []
  let token: unknown
  do {
    const page = new URL(path, 'http://server')
    if (typeof token === 'string') page.searchParams.set('pageToken', token)
    const result = await ask(page.pathname + page.search)
    items.push(...(result[list] as Item[]))
    token = result.nextPageToken
  } while (token !== undefined)
  return items
}

/** Value of a metric beside the one recomputed from the world's events. */
export interface Compared {
  /** Path of the request, and the time or window of the value. */
  readonly label: string
  readonly served: unknown
  readonly recomputed: unknown
}

/** Compares the values of a series with the expected ones: the same times, newest first. */
export async function compareSeries(
  ask: Ask,
  path: string,
  expected: readonly { timestamp: number; value: number }[],
): Promise<Compared[]> {
  const served = await walk<{ timestamp: number; value: number }>(ask, path, 'results')
  const length = Math.max(served.length, expected.length)
  return Array.from({ length }, (_, i) => ({
    label: `${path} ${expected[i]?.timestamp ?? `item ${i}`}`,
    served: served[i] && `${served[i].value} at ${served[i].timestamp}`,
    recomputed: expected[i] && `${expected[i].value} at ${expected[i].timestamp}`,
  }))
}

/** Seconds of each window that ends now. */
export const windows: Readonly<Record<string, number>> = {
  lastHour: hourSeconds,
  lastDay: daySeconds,
  lastWeek: 7 * daySeconds,
  lastMonth: 30 * daySeconds,
  last90Days: 90 * daySeconds,
  lastYear: 365 * daySeconds,
  allTime: Number.POSITIVE_INFINITY,
}

/** Returns the start of the UTC hour, day, week from Monday or month that holds a second. */
export function beginning(interval: string, second: number): number {
  const date = new Date(second * 1_000)
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1_000
  switch (interval) {
    case 'hour':
      return midnight + date.getUTCHours() * hourSeconds
    case 'day':
      return midnight
    case 'week':
      return midnight - ((date.getUTCDay() + 6) % 7) * daySeconds
    default:
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1_000
  }
}

/** Returns all starts from the interval of one second to that of another, the last one first. */
export function beginnings(interval: string, first: number, last: number): number[] {
  const found: number[] = []
  const earliest = beginning(interval, first)
  for (let at = beginning(interval, last); at >= earliest; )
    at = beginning(interval, (found[found.push(at) - 1] ?? 0) - 1)
  return found
}
