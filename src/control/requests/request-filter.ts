import type { RequestMatch } from '../../../schemas/control/request-match.ts'
import type { RequestFilter } from '../../../schemas/control/requests.ts'
import { networkNamed, queryOf } from '../../http/faults/matchable-request.ts'
import {
  type MatchableRequest,
  matchableBody,
  requestMatcher,
} from '../../http/faults/request-matcher.ts'
import { headersOf } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { decodedPath } from '../../http/request/url.ts'
import { decodeRequest } from '../../json-rpc/request.ts'
import type { World } from '../../world/world.ts'

/** Request in the journal, seen as a fault rule sees an arriving one. */
interface RecordedRequest extends MatchableRequest {
  readonly status: number | undefined
}

/** Condition of a filter, with its name: `status`, `headers/user-agent`. */
interface Condition {
  readonly name: string
  readonly fits: (request: RecordedRequest) => boolean
}

/**
 * Returns a function that lists the conditions of a filter that a request does not meet; none for a
 * match.
 */
export function differences(
  filter: RequestFilter,
  world: Pick<World, 'get' | 'nodeNetwork'>,
): (entry: JournalEntry) => string[] {
  const conditions = conditionsOf(filter)
  return (entry) => {
    const request = recordedRequest(entry, world)
    return conditions.filter(({ fits }) => !fits(request)).map(({ name }) => name)
  }
}

function conditionsOf({ status, key, query, headers, ...match }: RequestFilter): Condition[] {
  const conditions: Condition[] = Object.entries(match).map(([name, value]) =>
    condition(name, { [name]: value }),
  )
  for (const [name, value] of Object.entries(query ?? {}))
    conditions.push(condition(`query/${name}`, { query: { [name]: value } }))
  for (const [name, value] of Object.entries(headers ?? {}))
    conditions.push(condition(`headers/${name}`, { headers: { [name]: value } }))
  if (status !== undefined)
    conditions.push({ name: 'status', fits: (request) => request.status === status })
  if (key !== undefined)
    conditions.push({ name: 'key', fits: (request) => request.key?.startsWith(key) === true })
  return conditions
}

const condition = (name: string, match: RequestMatch): Condition => ({
  name,
  fits: requestMatcher(match),
})

/** Builds the view of a recorded request; headers and body are read once, on demand. */
function recordedRequest(
  entry: JournalEntry,
  world: Pick<World, 'get' | 'nodeNetwork'>,
): RecordedRequest {
  const { url, method, status, key, config } = entry
  const path = decodedPath(url)
  let headers: Readonly<Record<string, string>> | undefined
  return {
    interface: entry.interface,
    operation: operationOf(entry),
    ...{ method, path, key, status },
    network: () =>
      entry.interface === 'data' || entry.interface === 'metrics'
        ? networkNamed(world, {
            ...Object.fromEntries(queryOf(url)),
            ...parametersOf(config.path ?? '', path),
          })
        : world.nodeNetwork,
    query: (name) => queryOf(url).getAll(name),
    header(name) {
      headers ??= headersOf(entry)
      return [headers[name] ?? []].flat()
    },
    body: entry.body === undefined ? undefined : matchableBody(entry.body),
  }
}

/** Returns the values of the parameters of a path template that are whole segments. */
function parametersOf(template: string, path: string): Record<string, string> {
  const values = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      const value = values[index]
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns the operation of the contract; for JSON-RPC it is the method in the body. */
export const operationOf = ({ operation, body }: JournalEntry): string | undefined =>
  operation ?? (body === undefined ? undefined : decodeRequest(body).method || undefined)
