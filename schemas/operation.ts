import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Quirk } from './quirk.ts'

/**
 * One endpoint of the Data or Metrics API as the contract states it: routing, validation, types,
 * the OpenAPI document and the contract tests all come from this value.
 */
export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  ResponseSchema extends TSchema = TSchema,
> {
  /** camelCase; the route file is its kebab-case form. */
  readonly operationId: string
  readonly method: 'GET' | 'POST'
  /** Path template with `{parameter}`s; a slash after it does not matter. G-21 */
  readonly path: string
  /** Section of the contract, for example `4.1.18`. */
  readonly section: string
  readonly tag: string
  readonly summary: string
  /** What the schemas cannot say: rules between parameters, order, short pages. */
  readonly description?: string
  /** Answered whatever credentials, limits and asked faults say: orchestrators have no key. */
  readonly isPublic?: true
  /** It changes the world, so the process that writes the world answers it. */
  readonly isChange?: true
  /** Of the Data API, though its path begins as those of the metrics service. */
  readonly isOfDataApi?: true
  readonly params: Params
  readonly query: Query
  readonly body?: Body
  readonly response: ResponseSchema
  /** Where the deployed service answers otherwise. */
  readonly quirks?: readonly Quirk[]
}

/** The answer of an operation that answers 201 without a body. */
export const NoBody = Type.Undefined()

/** Declares an operation without losing its precise types. */
export const operation = <
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  ResponseSchema extends TSchema,
>(
  declared: Operation<Params, Query, Body, ResponseSchema>,
): Operation<Params, Query, Body, ResponseSchema> => declared

/** What a handler receives after validation: defaults filled, text turned into its type. */
export type Input<O extends Operation> = {
  params: Static<O['params']>
  query: Static<O['query']>
  /** Of operations without a body there is nothing to read in it. */
  body: Static<NonNullable<O['body']>>
}
