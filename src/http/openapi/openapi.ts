import type { TObject, TSchema } from '@sinclair/typebox'
import { webhookMessages } from '../../../schemas/data/webhook-messages.ts'
import { errorStatuses } from '../../../schemas/errors.ts'
import { endpoints } from '../../../schemas/methods.ts'
import { NoBody, type Operation } from '../../../schemas/operation.ts'
import { packageVersion } from '../../util/package-files.ts'
import { dialectHeader, faultHeader } from '../headers.ts'
import { metricsPrefixes } from '../request/interfaces.ts'
import { exampleValues } from './example-values.ts'
import { endpointObject } from './openapi-json-rpc.ts'
import { done, errorResponses, jsonContent, responseRef, success } from './openapi-responses.ts'
import { createSchemaCollector, type Json, type SchemaCollector } from './openapi-schemas.ts'

/**
 * Builds the contract of all four interfaces as an OpenAPI 3.1 document in the documented dialect.
 * The result is equal on every call. G-18: its version is the package's.
 */
export function openApiDocument(operations: readonly Operation[]): Json {
  const schemas = createSchemaCollector()
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, schemas),
    }
  for (const endpoint of endpoints)
    paths[endpoint.path] = { post: endpointObject(endpoint, schemas) }
  const responses = errorResponses(schemas)

  return {
    openapi: '3.1.0',
    info: {
      title: 'Snowglobe',
      summary: 'A miniature Avalanche network in one process',
      description:
        'Chain data, metrics, node info and node index as the contract documents them. Responses ' +
        'in the dialect of the deployed services differ in a few places; see x-snowglobe-dialect.',
      version: packageVersion(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...operations, ...endpoints].map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries<TSchema>(webhookMessages).map(([name, schema]) => [
        name,
        webhookObject(schema, schemas),
      ]),
    ),
    components: {
      schemas: schemas.components(),
      responses,
      parameters: { Dialect: dialectParameter, Fault: faultParameter },
      headers: { Dialect: { description: 'Dialect of this response.', schema: dialect } },
      securitySchemes,
    },
  }
}

const dialect: Json = { type: 'string', enum: ['documented', 'live'] }

const dialectParameter: Json = {
  name: dialectHeader,
  in: 'header',
  description: 'Selects the responses of the contract or those of the deployed services.',
  schema: dialect,
}

// G-48
const faultParameter: Json = {
  name: faultHeader,
  in: 'header',
  description: 'Status of the error that replaces the response.',
  schema: { type: 'integer', enum: errorStatuses.map(({ status }) => status) },
}

// G-47
const securitySchemes: Json = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-data-api-key' },
  officialClientKey: { type: 'apiKey', in: 'header', name: 'x-glacier-api-key' },
  walletToken: { type: 'apiKey', in: 'query', name: 'rltoken' },
}

/** The empty alternative makes a key optional, unless the server is configured otherwise. G-46 */
const optionalKey: Json[] = [{}, ...Object.keys(securitySchemes).map((name) => ({ [name]: [] }))]

function operationObject(operation: Operation, schemas: SchemaCollector): Json {
  const isMetrics =
    !operation.isOfDataApi &&
    metricsPrefixes.some((prefix) => operation.path.startsWith(`${prefix}/`))
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: isMetrics || operation.isPublic ? [] : optionalKey,
    parameters: [
      ...parameters('path', operation.params, schemas),
      ...parameters('query', operation.query, schemas),
      { $ref: '#/components/parameters/Dialect' },
      ...(operation.isPublic ? [] : [{ $ref: '#/components/parameters/Fault' }]),
    ],
    ...(operation.body && {
      requestBody: { required: true, content: jsonContent(schemas.schemaOf(operation.body)) },
    }),
    responses: {
      ...(operation.response === NoBody
        ? { 201: done }
        : { [operation.status ?? 200]: success(schemas.schemaOf(operation.response)) }),
      ...Object.fromEntries(
        errorStatuses.map(({ status }) => [status, responseRef(status, isMetrics)]),
      ),
    },
  }
}

/** Builds a message of a webhook: what its receiver gets, and how it should answer. */
const webhookObject = (schema: TSchema, schemas: SchemaCollector): Json => ({
  post: {
    parameters: [
      {
        name: 'x-signature',
        in: 'header',
        description: 'HMAC-SHA256 of the body with the shared secret, in base64.',
        schema: { type: 'string' },
      },
    ],
    requestBody: { required: true, content: jsonContent(schemas.schemaOf(schema)) },
    responses: { '2XX': { description: 'Received; any other status is tried again.' } },
  },
})

function parameters(place: 'path' | 'query', shape: TObject, schemas: SchemaCollector): Json[] {
  return Object.entries(shape.properties).map(([name, schema]) => {
    const { description, ...rest } = schemas.schemaOf(schema)
    const isRequired =
      place === 'path' || (isRequiredIn(shape, name) && schema.default === undefined)
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: isRequired,
      // G-10: repeated keys; the comma form is accepted as well.
      ...(schema.type === 'array' && { style: 'form', explode: true }),
      schema: rest,
      ...(exampleValues[name] !== undefined && { example: exampleValues[name] }),
    }
  })
}

const isRequiredIn = (shape: TObject, name: string) => shape.required?.includes(name) === true
