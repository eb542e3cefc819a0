import type { Page } from '../../http/rest/page.ts'
import { secondsOf2020 } from '../../time/time-units.ts'

/** Item of one of several lists that are merged by time. */
interface Timed {
  /** Epoch seconds. */
  readonly timestamp: number
}

/**
 * Number of items of one second that have keys: 14 of a token's 53 bits. The others hold the
 * second, until after the year 9999.
 */
const itemsPerSecond = 2 ** 14

/**
 * Returns seconds since 2020. An older timestamp, of a genesis block, counts as the start of 2020,
 * so that a key is never negative.
 */
const secondOf = ({ timestamp }: Timed) => Math.max(0, timestamp - secondsOf2020)

/**
 * Returns a page of several merged lists, newest first; items of one second keep the order of the
 * lists. The key is a second and the number of its items on earlier pages. So no item is lost
 * or repeated if several lists share a second. G-107
 * @param newest newest items of each list until a time, newest first
 */
export function mergedPage<Item extends Timed>(
  { key, limit, cut }: Page,
  newest: (bounds: { until: number; limit: number }) => readonly (readonly Item[])[],
): { rows: readonly Item[]; next: { nextPageToken?: string } } {
  const isFirst = key === Number.MAX_SAFE_INTEGER
  const until = isFirst ? Number.MAX_SAFE_INTEGER : Math.floor(key / itemsPerSecond)
  const skipped = isFirst ? 0 : key % itemsPerSecond
  const lists = newest({ until: isFirst ? until : until + secondsOf2020, limit: limit + skipped })
  // The sort is stable, so within a second the order is that of the lists.
  const merged = lists.flat().sort((a, b) => secondOf(b) - secondOf(a))
  const rows = merged.slice(skipped, skipped + limit)
  return cut(rows, (last) => {
    const second = secondOf(last)
    const included = rows.slice(0, rows.indexOf(last) + 1)
    const ofSecond = included.filter((row) => secondOf(row) === second).length
    return second * itemsPerSecond + ofSecond + (second === until ? skipped : 0)
  })
}
