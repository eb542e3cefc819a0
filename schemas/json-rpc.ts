import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Quirk } from './quirk.ts'

/** One JSON-RPC method of the node as the contract states it. */
export interface Method<Params extends TObject = TObject, Result extends TSchema = TSchema> {
  /** Section of the contract: 4.3 or 4.4. */
  readonly section: string
  readonly summary: string
  readonly params: Params
  readonly result: Result
  /** Deprecated: the method still works, but clients should not start to use it. */
  readonly deprecated?: true
  /** Differences of the current release of the node. */
  readonly quirks?: readonly Quirk[]
}

/** Declares a method without losing its precise types. */
export const method = <Params extends TObject, Result extends TSchema>(
  declared: Method<Params, Result>,
): Method<Params, Result> => declared

/** Params of a method without arguments; they may be absent. */
export const NoParams = Type.Object({})

/** An unsigned integer as the node writes it: decimal text. G-62 */
export const UintText = Type.String({ pattern: '^(0|[1-9][0-9]*)$' })

/** An unsigned 64-bit integer as the node reads it: a JSON number or decimal text. */
export const Uint64Param = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.String({ pattern: '^[0-9]+$' }),
])

/** Part of the envelope that requests and responses share. Section 4.3. */
const version = { jsonrpc: Type.Literal('2.0') }

/** A request; without `id` it is a notification, which gets an empty body. Section 4.3. */
export const JsonRpcRequest = Type.Object(
  {
    ...version,
    id: Type.Optional(Type.Unknown()),
    method: Type.String(),
    params: Type.Optional(Type.Unknown()),
  },
  { $id: 'JsonRpcRequest' },
)
export type JsonRpcRequest = Static<typeof JsonRpcRequest>

/**
 * Refused call; the HTTP status is 200 all the same. Codes are -32700 (not JSON or a wrong type in
 * the envelope), -32600 (not version 2.0) and -32000 (all other errors). `data` repeats the
 * request, or is null. G-16
 */
export const JsonRpcError = Type.Object(
  {
    ...version,
    error: Type.Object({
      code: Type.Union([Type.Literal(-32700), Type.Literal(-32600), Type.Literal(-32000)]),
      message: Type.String(),
      data: Type.Unknown(),
    }),
    id: Type.Unknown(),
  },
  { $id: 'JsonRpcError' },
)
export type JsonRpcError = Static<typeof JsonRpcError>

/** Builds the response to a successful call, around its result. Section 4.3. */
export const jsonRpcSuccess = <Result extends TSchema>(result: Result) =>
  Type.Object({ ...version, result, id: Type.Unknown() })
