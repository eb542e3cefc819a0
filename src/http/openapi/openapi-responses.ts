import { ErrorBody, errorStatuses, MetricsErrorBody } from '../../../schemas/errors.ts'
import { type Json, mapValues, type SchemaCollector } from './openapi-schemas.ts'

/** Builds the only media type of bodies in the Data and Metrics APIs. */
export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

/** Response with status 201 and no body. */
export const done: Json = {
  description: 'Success, without a body',
  headers: { 'x-snowglobe-dialect': { $ref: '#/components/headers/Dialect' } },
}

/** Builds a response with a body. */
export const success = (schema: Json): Json => ({
  ...done,
  description: 'Success',
  content: jsonContent(schema),
})

/** Returns the reference to the shared response with an error status. */
export const responseRef = (
  status: (typeof errorStatuses)[number]['status'],
  isMetrics: boolean,
): Json => ({ $ref: `#/components/responses/${isMetrics ? 'Metrics' : 'Error'}${status}` })

/**
 * Builds the shared responses for the Data API (also for the 429 of the node) and the Metrics API.
 */
export function errorResponses(schemas: SchemaCollector): Json {
  const shared = (prefix: string, body: Json) =>
    errorStatuses.map(({ status, error, meaning }) => [
      `${prefix}${status}`,
      {
        description: `${error}. ${meaning}`,
        ...(status === 429 && { headers: rateLimitHeaders }),
        content: jsonContent(body),
      },
    ])
  return Object.fromEntries([
    ...shared('Error', schemas.schemaOf(ErrorBody)),
    ...shared('Metrics', schemas.schemaOf(MetricsErrorBody)),
  ])
}

/** G-17: sent while limits are on. */
const rateLimitHeaders: Json = mapValues(
  {
    'ratelimit-policy': 'Limits and their windows in seconds.',
    'ratelimit-limit': 'Requests or compute units in the window.',
    'ratelimit-remaining': 'The remaining ones in the window.',
    'ratelimit-reset': 'Seconds until the next window.',
    'retry-after': 'Seconds until the next window.',
  },
  (description) => ({ description, schema: { type: 'string' } }),
)
