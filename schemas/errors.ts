import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from './scalars.ts'

/** Statuses of part 7 with the text of `error` and their meaning. G-15, G-19 */
export const errorStatuses = [
  { status: 400, error: 'Bad Request', meaning: 'A parameter, the body or the URL is malformed.' },
  { status: 401, error: 'Unauthorized', meaning: 'An API key is required or not known.' },
  { status: 403, error: 'Forbidden', meaning: 'The API key may not do this.' },
  { status: 404, error: 'Not Found', meaning: 'The route or the object does not exist.' },
  { status: 429, error: 'Too Many Requests', meaning: 'A rate limit is exceeded.' },
  { status: 500, error: 'Internal Server Error', meaning: 'The server failed.' },
  {
    status: 502,
    error: 'Bad Gateway',
    meaning: 'A server behind this one sent an invalid response.',
  },
  {
    status: 503,
    error: 'Service Unavailable',
    meaning: 'A node behind this server is not available.',
  },
] as const

const statusCode = Type.Union(errorStatuses.map(({ status }) => Type.Literal(status)))
const error = oneOf(errorStatuses.map((row) => row.error))

/** Body of every failure of the Data API. Sections 2.1 and 7. */
export const ErrorBody = Type.Object(
  { message: Type.String(), error, statusCode },
  { $id: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Body of every failure of the Metrics API: the message is a list. Sections 2.1 and 7, G-20. */
export const MetricsErrorBody = Type.Object(
  { message: Type.Array(Type.String()), error, statusCode },
  { $id: 'MetricsErrorBody' },
)
export type MetricsErrorBody = Static<typeof MetricsErrorBody>
