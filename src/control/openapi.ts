import type { TObject } from '@sinclair/typebox'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import {
  type ControlCode,
  ControlErrorBody,
  controlStatuses,
} from '../../schemas/control/errors.ts'
import { controlOperations } from '../../schemas/control/operations.ts'
import { idempotencyHeader, worldHeader } from '../http/headers.ts'
import { jsonContent } from '../http/openapi/openapi-responses.ts'
import {
  createSchemaCollector,
  type Json,
  mapValues,
  type SchemaCollector,
} from '../http/openapi/openapi-schemas.ts'
import { packageVersion } from '../util/package-files.ts'

/** Refusals common to all operations that are not open. */
const common: readonly ControlCode[] = [
  ...(['unauthorized', 'forbidden', 'internal', 'unavailable', 'no_space'] as const),
]

/** Descriptions of refusals whose code does not say when they come. */
const descriptions: Readonly<Record<string, string>> = {
  unavailable:
    '503: unavailable. With --shared-log: the log cannot be reached, or this replica is behind it. `details.outcome` of a change is `none` when it has certainly not happened, and `unknown` when it may have, or still may.',
}

const retryAfter: Json = {
  description: 'Seconds until a repeated request may succeed.',
  schema: { type: 'integer' },
}

/** Builds the control plane as an OpenAPI 3.1 document. The result is equal on every call. */
export function controlDocument(): Json {
  const schemas = createSchemaCollector()
  const paths: Record<string, Json> = {}
  for (const operation of controlOperations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, schemas),
    }
  const responses = mapValues(controlStatuses, (status, code) => ({
    description: descriptions[code] ?? `${status}: ${code}`,
    ...(code === 'unavailable' && { headers: { 'retry-after': retryAfter } }),
    content: jsonContent(schemas.schemaOf(ControlErrorBody)),
  }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Snowglobe: the control plane',
      version: packageVersion(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      responses,
      parameters: { World: worldParameter, IdempotencyKey: keyParameter },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const worldParameter: Json = {
  name: worldHeader,
  in: 'header',
  description: 'The name of a world; the main one when absent.',
  schema: { type: 'string' },
}

const keyParameter: Json = {
  name: idempotencyHeader,
  in: 'header',
  description:
    'With --shared-log: a repeated request with this key and the same path and body gets the first response, with x-snowglobe-replayed. With another path or body it is a 422. 10,000 keys are remembered for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

function operationObject(operation: ControlOperation, schemas: SchemaCollector): Json {
  const { operationId, summary, description, params, query, body, isPublic } = operation
  const codes: ControlCode[] = [
    ...(params || query || body ? (['bad_request'] as const) : []),
    ...(isPublic ? [] : common),
    ...(body ? (['too_large'] as const) : []),
    ...(operation.errors ?? []),
  ]
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    security: isPublic ? [] : [{}, { token: [] }],
    parameters: [
      ...parameters('path', params, schemas),
      ...parameters('query', query, schemas),
      ...(isPublic ? [] : [{ $ref: '#/components/parameters/World' }]),
      ...(operation.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(body && {
      requestBody: {
        required: (body.required?.length ?? 0) > 0,
        content: jsonContent(schemas.schemaOf(body)),
      },
    }),
    responses: {
      ...success(operation, schemas),
      ...refusals(codes),
    },
  }
}

function success(
  { response, accepted, status, mediaType }: ControlOperation,
  schemas: SchemaCollector,
): Json {
  if (!response) return { 204: { description: 'Done' } }
  const schema = schemas.schemaOf(response)
  return {
    [status ?? 200]: {
      description: 'Success',
      content: mediaType === undefined ? jsonContent(schema) : { [mediaType]: { schema } },
    },
    ...(accepted && {
      202: { description: 'Begun', content: jsonContent(schemas.schemaOf(accepted)) },
    }),
  }
}

/** Builds one response per status: two codes may share it. */
const refusals = (codes: readonly ControlCode[]): Json =>
  Object.fromEntries(
    codes.map((code) => [controlStatuses[code], { $ref: `#/components/responses/${code}` }]),
  )

const parameters = (
  place: 'path' | 'query',
  shape: TObject | undefined,
  schemas: SchemaCollector,
): Json[] =>
  Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || shape?.required?.includes(name) === true,
    ...(schema.type === 'object'
      ? { content: jsonContent(schemas.schemaOf(schema)) }
      : { schema: schemas.schemaOf(schema) }),
  }))
