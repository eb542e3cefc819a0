import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import type { Dialect } from '../../src/http/request/dialect.ts'
import { type RouteShape, responseShape } from '../../src/http/rest/route-shape.ts'
import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../../src/snowglobe.ts'

/**
 * Starts a server with the small world. Every response of the Data and Metrics APIs is checked
 * against the contract of its dialect before it is sent. A missing, mistyped or unknown field fails
 * the request.
 */
export const startServer = (options: SnowglobeOptions = {}): Promise<Snowglobe> =>
  createSnowglobe({ size: 'small', logLevel: 'silent', inspect: checkResponse, ...options })

/**
 * Checks a response.
 * @throws for a response that violates the contract of its dialect
 */
export function checkResponse(route: RouteShape, response: unknown, dialect: Dialect): void {
  const { operationId } = route.operation
  const shape = responseShape(route, dialect)
  if (checkerOf(shape).Check(response)) return
  if (!Value.Check(shape, response)) {
    const problem = Value.Errors(shape, response).First()
    throw new Error(
      `${operationId} answers against its contract: ${problem?.path} ${problem?.message}`,
    )
  }
  const cleaned = Value.Clean(shape, structuredClone(response))
  if (JSON.stringify(cleaned) !== JSON.stringify(response))
    throw new Error(`${operationId} answers fields outside its contract`)
}

/**
 * Returns the compiled checker, which allows only the fields of the shape. It is compiled once,
 * because tests check thousands of responses.
 */
function checkerOf(shape: TSchema): TypeCheck<TSchema> {
  const known = checkers.get(shape) ?? TypeCompiler.Compile(closed(shape))
  checkers.set(shape, known)
  return known
}
const checkers = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Returns the shape without additional fields. */
function closed(shape: TSchema): TSchema {
  if (TypeGuard.IsArray(shape)) return { ...shape, items: closed(shape.items) }
  if (TypeGuard.IsUnion(shape)) return { ...shape, anyOf: shape.anyOf.map(closed) }
  if (TypeGuard.IsRecord(shape))
    return { ...shape, patternProperties: closedFields(shape.patternProperties) }
  if (!TypeGuard.IsObject(shape)) return shape
  return { additionalProperties: false, ...shape, properties: closedFields(shape.properties) }
}

const closedFields = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, closed(field)]))

/** Returns the parsed response to a GET. */
export async function get(
  server: Snowglobe,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: unknown }> {
  const response = await server.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
