import type { TObject, TSchema } from '@sinclair/typebox'
import { JsonRpcError, jsonRpcSuccess, type Method } from '../../../schemas/json-rpc.ts'
import type { Endpoint } from '../../../schemas/methods.ts'
import { responseRef, success } from './openapi-responses.ts'
import { type Json, mapValues, type SchemaCollector } from './openapi-schemas.ts'

/** Values that exist in every world. */
const examples: Readonly<Record<string, string>> = {
  alias: 'X',
  chain: 'X',
  index: '0',
  startIndex: '0',
  numToFetch: '10',
  encoding: 'hex',
}

/**
 * Builds the path item of a JSON-RPC endpoint. G-13: no credentials. G-16: failed calls answer with
 * status 200 too. G-63: but not a 429.
 */
export function endpointObject(endpoint: Endpoint, schemas: SchemaCollector): Json {
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    security: [],
    parameters: [{ $ref: '#/components/parameters/Dialect' }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.name(`${endpoint.name}Request`, {
            oneOf: Object.entries(endpoint.methods).map(([name, method]) =>
              requestSchema(name, method, schemas),
            ),
          }),
          examples: mapValues(callable(endpoint.methods), (method, name) => ({
            value: { jsonrpc: '2.0', id: 1, method: name, params: exampleParams(method.params) },
          })),
        },
      },
    },
    responses: {
      200: success(
        schemas.name(`${endpoint.name}Answer`, {
          anyOf: [
            ...Object.entries(endpoint.methods).map(([name, method]) => ({
              title: name,
              ...schemas.schemaOf(jsonRpcSuccess(method.result)),
            })),
            schemas.schemaOf(JsonRpcError),
          ],
        }),
      ),
      404: text('No such path, or the index is off.'),
      405: text('Only POST is allowed.'),
      415: text('The content type is not application/json.'),
      429: responseRef(429, false),
    },
  }
}

const text = (description: string): Json => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

function requestSchema(name: string, method: Method, schemas: SchemaCollector): Json {
  const needsParams = (method.params.required ?? []).length > 0
  return {
    title: name,
    description: method.summary,
    ...(method.deprecated && { deprecated: true }),
    type: 'object',
    required: ['jsonrpc', 'method', ...(needsParams ? ['params'] : [])],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { description: 'Any JSON value; the response repeats it. Absent: no response.' },
      method: { const: name },
      params: schemas.schemaOf(method.params),
    },
  }
}

/** Returns the methods whose required params all have examples. */
const callable = (methods: Endpoint['methods']): Record<string, Method> =>
  Object.fromEntries(
    Object.entries(methods).filter(([, { params }]) =>
      (params.required ?? []).every((name) => examples[name] !== undefined),
    ),
  )

const exampleParams = (params: TObject): Json =>
  mapValues(
    Object.fromEntries(
      Object.entries<TSchema>(params.properties).filter(([name]) => examples[name] !== undefined),
    ),
    (_, name) => examples[name],
  )
