import type {
  Expected,
  JournalRequest,
  RequestFilter,
  requestOperations,
  Verdict,
} from '../../../schemas/control/requests.ts'
import type { JournalReader } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import type { Readable } from '../../world/readable.ts'
import { stepsInSlices } from '../../world/storage/slices.ts'
import type { World } from '../../world/world.ts'
import { badValue, ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { bodyFactor, globLength, maxGlobLength } from '../requests/glob-length.ts'
import { refuseMatch } from '../requests/refuse-match.ts'
import { differences } from '../requests/request-filter.ts'
import { showRequest, showWhole } from '../requests/request-view.ts'
import { verdictsOf } from '../requests/verdicts.ts'
import { toRead } from '../to-read.ts'

/** Maximum number of requests that a refusal shows. */
const maxListed = 20

/** Maximum number of near misses that a refusal shows. */
const maxNearest = 3

/**
 * Builds the operations of the journal: docs/control.md.
 * @param world world of the requests, which knows the networks of chains
 * @param operations names of all operations of the four interfaces
 */
export const requestGroup = (
  journal: JournalReader,
  world: FilteredWorld,
  operations: readonly string[],
): Group<typeof requestOperations> => ({
  async listRequests({ query: { pageSize = 100, pageToken, ...filter } }, caller) {
    const before = pageToken === undefined ? Number.POSITIVE_INFINITY : Number(pageToken)
    if (!(before > 0))
      throw badValue('/pageToken', pageToken, 'a nextPageToken that this list returned')
    refuseFilter(filter, '', operations)
    if (filter.network !== undefined) await toRead(world, caller)
    const earlier = journal.entries().filter(({ id }) => id < before)
    const found = (await fitting(earlier, filter, world)).reverse()
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
  async verifyRequests({ body }, caller) {
    const { match = {}, count } = body
    refuseFilter(match, '/match', operations)
    if (count && Object.keys(count).length === 0)
      throw badValue('/count', count, 'an object with one of exactly, atLeast and atMost')
    if (match.network !== undefined) await toRead(world, caller)
    const entries = journal.entries()
    const found = await fitting(entries, match, world)
    const verdicts = unwanted(verdictsOf(entries), found, body.without)
    if (isCounted(found.length, body) && verdicts.length === 0) return { count: found.length }
    const misses = await nearest(entries, match, world)
    throw new ControlError('not_verified', sentence(found.length, body, verdicts, misses[0]), {
      count: found.length,
      requests: found.slice(-maxListed).map(showRequest),
      nearest: misses,
      verdicts,
    })
  },
  getRequest({ params: { id } }) {
    const entry = journal.entries().find((one) => String(one.id) === id)
    if (!entry)
      throw new ControlError(
        'not_found',
        `there is no request ${id}: the journal holds only the latest ones, see --journal`,
      )
    return showWhole(entry)
  },
})

/** Part of a world that filters read. */
type FilteredWorld = Pick<World, 'get' | 'nodeNetwork'> & Readable

/** Refuses a filter that no request can meet, or that would take too long. @throws ControlError */
function refuseFilter(filter: RequestFilter, at: string, operations: readonly string[]): void {
  refuseMatch(filter, at, operations)
  const length = globLength(filter)
  if (length > maxGlobLength)
    throw badValue(
      at,
      filter,
      `a filter whose globs together have at most ${maxGlobLength} characters, each glob over bodies counted ${bodyFactor} times, which here makes ${length}`,
    )
}

const fitting = async (
  entries: readonly JournalEntry[],
  filter: RequestFilter,
  world: FilteredWorld,
): Promise<JournalEntry[]> => {
  const compared = await compare(entries, filter, world)
  return compared.filter(({ differs }) => differs.length === 0).map(({ entry }) => entry)
}

/** Finds the conditions that each request does not meet. Others are served meanwhile. */
function compare(entries: readonly JournalEntry[], filter: RequestFilter, world: FilteredWorld) {
  const differ = differences(filter, world)
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

/** Returns the message of a refusal; with too few requests it names the nearest miss. */
function sentence(
  count: number,
  { count: wanted = { atLeast: 1 } }: Expected,
  verdicts: readonly Verdict[],
  miss: Miss | undefined,
): string {
  const isTooFew = count < Math.max(wanted.exactly ?? 0, wanted.atLeast ?? 0)
  return [
    `${count} ${count === 1 ? 'request fits' : 'requests fit'}, expected ${JSON.stringify(wanted)}`,
    ...verdicts.map(({ message }) => message),
    ...(isTooFew && miss ? [missText(miss)] : []),
  ].join('; ')
}

/** Request that does not match, with the conditions that it misses. */
interface Miss {
  readonly request: JournalRequest
  readonly differs: string[]
}

function missText({ request: { method, path, query }, differs }: Miss): string {
  const url = query === undefined ? path : `${path}?${query}`
  return `the nearest request is ${method} ${cut(url)}, which does not fit ${cut(differs.join(', '))}`
}

/** Maximum characters of a quoted URL, or of a list of conditions, in a message. */
const maxQuoted = 200

const cut = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text)

/** Returns the requests that miss the fewest conditions, with those conditions. */
async function nearest(
  entries: readonly JournalEntry[],
  filter: RequestFilter,
  world: FilteredWorld,
): Promise<Miss[]> {
  const compared = await compare(entries, filter, world)
  return compared
    .filter(({ differs }) => differs.length > 0)
    .sort((a, b) => a.differs.length - b.differs.length || b.entry.id - a.entry.id)
    .slice(0, maxNearest)
    .map(({ entry, differs }) => ({ request: showRequest(entry), differs }))
}
