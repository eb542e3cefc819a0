import type { Verdict } from '../../../schemas/control/requests.ts'
import { headersOf } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { pathOf } from '../../http/request/url.ts'
import { groupBy } from '../../util/grouping.ts'
import { redactedUrl } from './request-view.ts'

/** Milliseconds below which a request after a failure counts as not delayed. */
const backoffMs = 100

/**
 * Milliseconds by which a client may be early: it may have a response before its end is noticed, and
 * timers are not exact.
 */
const toleranceMs = 20

/** Returns the mistakes of clients, from their requests in order. */
export const verdictsOf = (entries: readonly JournalEntry[]): Verdict[] =>
  [...groupBy(entries, clientOf).values()]
    .flatMap((entries) => [
      ...tooEarly(entries),
      ...hasty(entries),
      ...refetched(entries),
      ...left(entries),
    ])
    .sort((a, b) => (a.requests.at(-1) ?? 0) - (b.requests.at(-1) ?? 0))

const clientOf = (entry: JournalEntry) =>
  JSON.stringify([entry.key, entry.address, headersOf(entry)['user-agent']])

const routeOf = ({ method, url }: JournalEntry) => `${method} ${pathOf(url)}`

/**
 * Finds requests with the same method and path before the `retry-after` of a 429 or 503 was over:
 * the first one after each.
 */
function tooEarly(entries: readonly JournalEntry[]): Verdict[] {
  return [...groupBy(entries, routeOf).values()].flatMap((same) => {
    const refusals = same.filter(isRefusal).sort((a, b) => a.endedAt - b.endedAt)
    let next = 0
    return same.flatMap((entry) => {
      const first = next
      while (next < refusals.length && follows(entry, refusals[next] as Refusal)) next++
      const [last] = refusals.slice(first, next).sort((a, b) => endOfWait(b) - endOfWait(a))
      if (!last || entry.startedAt >= endOfWait(last) - toleranceMs) return []
      return {
        verdict: 'retried-before-retry-after' as const,
        requests: [last.id, entry.id],
        message: `${entry.method} ${pathOf(redactedUrl(entry))} was requested again after ${Math.round(entry.startedAt - last.endedAt)} ms, though retry-after said ${last.retryAfter} s`,
      }
    })
  })
}

/** A request whose response says how many seconds to wait. */
type Refusal = JournalEntry & { readonly retryAfter: number }

const isRefusal = (entry: JournalEntry): entry is Refusal =>
  (entry.status === 429 || entry.status === 503) && entry.retryAfter !== undefined

const endOfWait = ({ endedAt, retryAfter }: Refusal): number => endedAt + retryAfter * 1000

/** Returns whether a request began after the response to another one: its client may know that. */
const follows = (entry: JournalEntry, earlier: JournalEntry): boolean =>
  entry.startedAt > earlier.endedAt

/** Finds three requests in a row with the same path, each within 100 ms after a 5xx. */
function hasty(entries: readonly JournalEntry[]): Verdict[] {
  return [...groupBy(entries, ({ url }) => pathOf(url)).values()].flatMap((same) => {
    const verdicts: Verdict[] = []
    let streak: JournalEntry[] = []
    for (const entry of same) {
      const before = streak.at(-1)
      const isHasty =
        before !== undefined &&
        (before.status ?? 0) >= 500 &&
        follows(entry, before) &&
        entry.startedAt - before.endedAt < backoffMs
      streak = isHasty ? [...streak, entry] : [entry]
      if (streak.length < 4) continue
      verdicts.push({
        verdict: 'no-backoff',
        requests: streak.map(({ id }) => id),
        message: `${pathOf(redactedUrl(entry))} was requested three times within ${backoffMs} ms of a 5xx each time`,
      })
      streak = [entry]
    }
    return verdicts
  })
}

/** Finds three requests, one after another, with the same path and query and response. */
const refetched = (entries: readonly JournalEntry[]): Verdict[] =>
  [...groupBy(entries.filter(isRepeatable), ({ url, version }) => `${version} ${url}`).values()]
    .map((same) => same.filter((entry, at) => at === 0 || follows(entry, same[at - 1] ?? entry)))
    .filter((same) => same.length >= 3)
    .map((same) => ({
      verdict: 'refetched-same-page',
      requests: same.map(({ id }) => id),
      message: `${redactedUrl(same[0] as JournalEntry)} was requested ${same.length} times, though the world had not changed`,
    }))

/** Returns whether a client has got a response from which no fault rule took anything. */
const isRepeatable = ({ method, status, version, faultId }: JournalEntry): boolean =>
  method === 'GET' && status === 200 && version !== undefined && faultId === undefined

/**
 * Finds lists whose last read page had a token before the client went on to another request. One
 * that has requested the next page, without getting it, has not ignored it.
 */
function left(entries: readonly JournalEntry[]): Verdict[] {
  const last = entries.at(-1)
  return [...groupBy(entries, listOf).values()].flatMap((pages) => {
    // A fault rule may have changed the token.
    const read = pages.filter(({ status, faultId }) => status === 200 && !faultId).at(-1)
    if (!read?.hasNextPage || last === undefined || listOf(last) === listOf(read)) return []
    if (pages.some(({ id, url }) => id > read.id && /[?&]pageToken=/.test(url))) return []
    return {
      verdict: 'ignored-next-page' as const,
      requests: [read.id],
      message: `${redactedUrl(read)} had a next page, which was never requested`,
    }
  })
}

/** Identifies a list by its path and filters, without the page. */
function listOf(entry: JournalEntry): string {
  const query = new URLSearchParams(entry.url.split('?')[1] ?? '')
  for (const name of ['pageToken', 'pageSize']) query.delete(name)
  query.sort()
  return `${routeOf(entry)}?${query}`
}
