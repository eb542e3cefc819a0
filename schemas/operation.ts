import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Quirk } from './quirk.ts'

/**
 * Endpoint of the Data or Metrics API as the contract states it. Routing, validation, types, the
 * OpenAPI document and the contract tests all come from this value.
 */
export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  ResponseSchema extends TSchema = TSchema,
> {
  /** Name in camelCase; the route file is its kebab-case form. */
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path template with `{parameter}`s; a slash after it does not matter. G-21 */
  readonly path: string
  /** Cost of a request under `--rate-limit docs` and in counts of usage. G-17 */
  readonly computeUnits: number
  /** Section of the contract, for example `4.1.18`. */
  readonly section: string
  readonly tag: string
  readonly summary: string
  /** Rules that the schemas cannot express: between parameters, of order, or about short pages. */
  readonly description?: string
  /** Served whatever credentials, limits and requested faults say: orchestrators have no key. */
  readonly isPublic?: true
  /**
   * Marks an operation that the writer process handles, and whose response is not cached: it changes
   * the world, or depends on state beside it, such as webhooks.
   */
  readonly needsWriter?: true
  /** Marks an operation whose response holds the address under which the client reaches the server. */
  readonly namesOrigin?: true
  /** Marks an operation of the Data API whose path begins like those of the metrics service. */
  readonly isOfDataApi?: true
  readonly params: Params
  readonly query: Query
  readonly body?: Body
  readonly response: ResponseSchema
  /** Status of a success, if it is not 200; a response without a body always has 201. */
  readonly status?: 201
  /** Differences of the deployed service. */
  readonly quirks?: readonly Quirk[]
}

/** Response of an operation that answers 201 without a body. */
export const NoBody = Type.Undefined()

/** Declares an operation without losing its precise types. */
export const operation = <
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  ResponseSchema extends TSchema,
>(
  declared: Operation<Params, Query, Body, ResponseSchema>,
): Operation<Params, Query, Body, ResponseSchema> => declared

/** Input of a handler after validation: defaults filled, text converted to its type. */
export type Input<O extends Operation> = {
  params: Static<O['params']>
  query: Static<O['query']>
  /** Body; an operation without one reads nothing of it. */
  body: Static<NonNullable<O['body']>>
}
