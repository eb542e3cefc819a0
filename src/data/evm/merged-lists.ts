import type { Page } from '../../http/rest/page.ts'
import { secondsOf2020 } from '../../time/time-units.ts'

/** Something of one of several lists that are merged by time. */
export interface Timed {
  /** Epoch seconds. */
  readonly timestamp: number
}

/** Items that one second has keys for: 14 of a token's 44 bits, the others hold the second. */
const itemsPerSecond = 2 ** 14

/** What is older than 2020, genesis blocks, counts as of its beginning: a key is never negative. */
const secondOf = ({ timestamp }: Timed) => Math.max(0, timestamp - secondsOf2020)

/**
 * A page of several lists as one, newest first; at one second they follow each other as given. The
 * key is a second and how many of its items are behind the page, so nothing is lost or comes twice
 * where several lists share a second. G-107
 * @param newest the newest items of each list until a time, newest first
 */
export function mergedPage<Item extends Timed>(
  { key, limit, cut }: Page,
  newest: (bounds: { until: number; limit: number }) => readonly (readonly Item[])[],
): { rows: readonly Item[]; next: { nextPageToken?: string } } {
  const isFirst = key === Number.MAX_SAFE_INTEGER
  const until = isFirst ? Number.MAX_SAFE_INTEGER : Math.floor(key / itemsPerSecond)
  const skipped = isFirst ? 0 : key % itemsPerSecond
  const lists = newest({ until: isFirst ? until : until + secondsOf2020, limit: limit + skipped })
  // Sorting is stable, so within a second the order is that of the lists.
  const merged = lists.flat().sort((a, b) => secondOf(b) - secondOf(a))
  const rows = merged.slice(skipped, skipped + limit)
  return cut(rows, (last) => {
    const second = secondOf(last)
    const shown = rows.slice(0, rows.indexOf(last) + 1)
    const ofSecond = shown.filter((row) => secondOf(row) === second).length
    return second * itemsPerSecond + ofSecond + (second === until ? skipped : 0)
  })
}
