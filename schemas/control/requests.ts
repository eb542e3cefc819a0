import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { matchFields } from './request-match.ts'
import { InterfaceName } from './scalars.ts'

const Text = Type.String()

/** Origin of a request: requests that are equal in all three fields count as one client's. */
const Client = Type.Object({
  key: Type.Optional(Text),
  address: Text,
  userAgent: Type.Optional(Text),
})

const requestFields = {
  id: Type.Integer(),
  time: Type.String({ description: 'Time of the world.' }),
  receivedAt: Type.String({ description: 'Time of the machine.' }),
  interface: InterfaceName,
  operation: Type.Optional(Text),
  method: Text,
  path: Text,
  query: Type.Optional(Text),
  key: Type.Optional(Type.String({ description: 'First four characters of the key.' })),
  status: Type.Optional(
    Type.Integer({ description: 'Absent until a response is sent, or without one.' }),
  ),
  durationMs: Type.Optional(Type.Number()),
  faultId: Type.Optional(Text),
  client: Client,
  dialect: Type.Optional(Text),
}

/** Request in the journal, without headers and body. */
export const JournalRequest = Type.Object(requestFields, { $id: 'JournalRequest' })
export type JournalRequest = Static<typeof JournalRequest>

/** Request in the journal, with headers and body. */
export const WholeRequest = Type.Object(
  {
    ...requestFields,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Optional(Type.String({ description: 'Cut at 64 KiB.' })),
  },
  { $id: 'WholeRequest' },
)
export type WholeRequest = Static<typeof WholeRequest>

const filterFields = {
  ...matchFields,
  status: Type.Optional(
    Type.Integer({ title: 'Status', description: 'HTTP status of the response.' }),
  ),
  key: Type.Optional(
    Type.String({ title: 'API key', description: 'The API key, or its beginning.' }),
  ),
}

/** Filter of the journal: a request has to match all of it. */
export const RequestFilter = closed(filterFields)
export type RequestFilter = Static<typeof RequestFilter>

/** Names of the mistakes of clients. */
export const verdictNames = [
  'retried-before-retry-after',
  'no-backoff',
  'refetched-same-page',
  'ignored-next-page',
] as const

/** Mistake of a client, and the requests that show it. */
export const Verdict = Type.Object(
  { verdict: oneOf(verdictNames), requests: Type.Array(Type.Integer()), message: Text },
  { $id: 'Verdict' },
)
export type Verdict = Static<typeof Verdict>

const Page = closed({
  ...filterFields,
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  pageToken: Type.Optional(Text),
})
/** Filter of the journal and the page. */
export type RequestPage = Static<typeof Page>

const Count = Type.Integer({ minimum: 0 })

/** Expectation about requests. */
export const Expected = closed({
  match: Type.Optional(RequestFilter),
  count: Type.Optional(
    closed({
      exactly: Type.Optional(Count),
      atLeast: Type.Optional(Count),
      atMost: Type.Optional(Count),
    }),
  ),
  without: Type.Optional(Type.Union([Type.Literal('all'), Type.Array(oneOf(verdictNames))])),
})
export type Expected = Static<typeof Expected>

const listRequests = controlOperation({
  operationId: 'listRequests',
  method: 'GET',
  path: '/_admin/requests',
  summary: 'Lists the requests to the four interfaces, newest first',
  description: 'The filters `query`, `headers` and `body` are JSON texts in the URL.',
  query: Page,
  response: Type.Object({
    requests: Type.Array(JournalRequest),
    nextPageToken: Type.Optional(Text),
  }),
})

const clearRequests = controlOperation({
  operationId: 'clearRequests',
  method: 'DELETE',
  path: '/_admin/requests',
  summary: 'Removes all requests from the journal',
})

const getVerdicts = controlOperation({
  operationId: 'getVerdicts',
  method: 'GET',
  path: '/_admin/requests/verdicts',
  summary: 'Lists mistakes of clients that the journal shows',
  response: Type.Object({ verdicts: Type.Array(Verdict) }),
})

const verifyRequests = controlOperation({
  operationId: 'verifyRequests',
  method: 'POST',
  path: '/_admin/requests/verify',
  summary: 'Verifies that requests arrived, and how clients behaved',
  description:
    'With `match` alone at least one request must match. A failure is a 409 with the matching ' +
    'requests, the nearest ones with the conditions that they do not meet, and the verdicts.',
  body: Expected,
  response: Type.Object({ count: Type.Integer() }),
  errors: ['not_verified'],
})

const getRequest = controlOperation({
  operationId: 'getRequest',
  method: 'GET',
  path: '/_admin/requests/{id}',
  summary: 'Returns a request with its headers and body',
  params: Type.Object({ id: Type.String() }),
  response: WholeRequest,
  errors: ['not_found'],
})

/** Operations of the journal. */
export const requestOperations = [
  listRequests,
  clearRequests,
  getVerdicts,
  verifyRequests,
  getRequest,
] as const

/** Methods of the library for the journal. */
export const requestCalls = {
  list: call(listRequests, (filter: RequestPage = {}) => ({ query: filter })),
  get: call(getRequest, (id: number) => ({ params: { id: String(id) } })),
  clear: call(clearRequests, noInput),
  verify: call(verifyRequests, (expected: Expected) => ({ body: expected })),
  verdicts: call(getVerdicts, noInput),
}
