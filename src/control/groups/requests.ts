import type {
  Expected,
  JournalRequest,
  RequestFilter,
  requestOperations,
  Verdict,
} from '../../../schemas/control/requests.ts'
import type { JournalReader } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { stepsInSlices } from '../../world/storage/slices.ts'
import { badValue, ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { refuseMatch } from '../requests/refuse-match.ts'
import { differences } from '../requests/request-filter.ts'
import { showRequest, showWhole } from '../requests/request-view.ts'
import { verdictsOf } from '../requests/verdicts.ts'

/** Maximum number of requests that a refusal shows. */
const maxListed = 20

/** Maximum number of near misses that a refusal shows. */
const maxNearest = 3

/**
 * Builds the operations of the journal: docs/control.md.
 * @param operations names of all operations of the four interfaces
 */
export const requestGroup = (
  journal: JournalReader,
  operations: readonly string[],
): Group<typeof requestOperations> => ({
  async listRequests({ query: { pageSize = 100, pageToken, ...filter } }) {
    const before = pageToken === undefined ? Number.POSITIVE_INFINITY : Number(pageToken)
    if (!(before > 0)) throw badValue('/pageToken', pageToken, 'a nextPageToken of this list')
    refuseMatch(filter, '', operations)
    const earlier = journal.entries().filter(({ id }) => id < before)
    const found = (await fitting(earlier, filter)).reverse()
    const page = found.slice(0, pageSize)
    const last = page.at(-1)
    return {
      requests: page.map(showRequest),
      ...(found.length > page.length && last && { nextPageToken: String(last.id) }),
    }
  },
  clearRequests() {
    journal.reset()
  },
  getVerdicts: () => ({ verdicts: verdictsOf(journal.entries()) }),
  async verifyRequests({ body }) {
    refuseMatch(body.match ?? {}, '/match', operations)
    const entries = journal.entries()
    const found = await fitting(entries, body.match ?? {})
    const verdicts = unwanted(verdictsOf(entries), found, body.without)
    if (isCounted(found.length, body) && verdicts.length === 0) return { count: found.length }
    throw new ControlError('not_verified', sentence(found.length, body, verdicts), {
      count: found.length,
      requests: found.slice(-maxListed).map(showRequest),
      nearest: await nearest(entries, body.match ?? {}),
      verdicts,
    })
  },
  getRequest({ params: { id } }) {
    const entry = journal.entries().find((one) => String(one.id) === id)
    if (!entry) throw new ControlError('not_found', `there is no request ${id}`)
    return showWhole(entry)
  },
})

const fitting = async (
  entries: readonly JournalEntry[],
  filter: RequestFilter,
): Promise<JournalEntry[]> => {
  const compared = await compare(entries, filter)
  return compared.filter(({ differs }) => differs.length === 0).map(({ entry }) => entry)
}

/** Finds the fields in which each request differs from a filter. Others are served meanwhile. */
function compare(entries: readonly JournalEntry[], filter: RequestFilter) {
  const differ = differences(filter)
  return stepsInSlices(
    (function* () {
      const compared: { entry: JournalEntry; differs: string[] }[] = []
      for (const entry of entries) {
        compared.push({ entry, differs: differ(entry) })
        yield
      }
      return compared
    })(),
  )
}

/** Tells whether the count is as expected; a match alone expects at least one request. */
function isCounted(count: number, { match, count: wanted }: Expected): boolean {
  if (!wanted) return match === undefined || count > 0
  const { exactly = count, atLeast = 0, atMost = count } = wanted
  return count === exactly && count >= atLeast && count <= atMost
}

/** Returns the unwanted verdicts about requests that match. */
const unwanted = (
  verdicts: readonly Verdict[],
  found: readonly JournalEntry[],
  without: Expected['without'] = [],
): Verdict[] => {
  const ids = new Set(found.map(({ id }) => id))
  return verdicts.filter(
    ({ verdict, requests }) =>
      (without === 'all' || without.includes(verdict)) && requests.some((id) => ids.has(id)),
  )
}

function sentence(count: number, { count: wanted }: Expected, verdicts: readonly Verdict[]) {
  const expected = JSON.stringify(wanted ?? { atLeast: 1 })
  const messages = verdicts.map(({ message }) => message)
  return [
    `${count} ${count === 1 ? 'request fits' : 'requests fit'}, expected ${expected}`,
    ...messages,
  ].join('; ')
}

/** Returns the requests that differ in the fewest fields, with those fields. */
async function nearest(
  entries: readonly JournalEntry[],
  filter: RequestFilter,
): Promise<{ request: JournalRequest; differs: string[] }[]> {
  const compared = await compare(entries, filter)
  return compared
    .filter(({ differs }) => differs.length > 0)
    .sort((a, b) => a.differs.length - b.differs.length || b.entry.id - a.entry.id)
    .slice(0, maxNearest)
    .map(({ entry, differs }) => ({ request: showRequest(entry), differs }))
}
