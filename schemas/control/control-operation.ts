import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { ControlCode } from './errors.ts'

/**
 * Operation of the control plane. Its HTTP route, its input reader and its methods (of
 * `connect(url)` and of the library's object) come from this value. So does the OpenAPI document.
 */
export interface ControlOperation {
  /** Name in camelCase, also of the function that runs the operation, see `Group`. */
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path template with `{parameter}`s. */
  readonly path: `/_admin/${string}`
  readonly summary: string
  /** Rules that the schemas cannot express: between fields, or of order. */
  readonly description?: string
  readonly params?: TObject
  readonly query?: TObject
  /** Body; an absent one reads as `{}`. */
  readonly body?: TSchema
  /** Response; absent: 204, and no body. */
  readonly response?: TSchema
  /** Response with 202 instead, if the requested work has only started. */
  readonly accepted?: TSchema
  /** Status of a success, if it is not 200 (or 204 without a body). */
  readonly status?: 201
  /** Status of a success, if it depends on the response. */
  readonly statusOf?: (response: never) => number
  /** Media type of the response, if it is text instead of JSON. */
  readonly mediaType?: string
  /** Refusals besides those common to every operation. */
  readonly errors?: readonly ControlCode[]
  /** Maximum size of the body, if it is not 8 MiB. */
  readonly maxBodyBytes?: number
  /** Names of the members that lead to a log in the body, whose entries are checked one by one. */
  readonly logAt?: readonly string[]
  /** Open to every client: orchestrators have no token. */
  readonly isPublic?: true
}

/** Declares an operation without losing its precise types. */
export const controlOperation = <const Declared extends ControlOperation>(
  declared: Declared,
): Declared => declared

/** Parts of a request that an operation declares. */
export type ControlInput<O extends ControlOperation> = Part<O, 'params'> &
  Part<O, 'query'> &
  Part<O, 'body'>

type Part<O, Name extends string> = O extends {
  readonly [Key in Name]: infer Schema extends TSchema
}
  ? { readonly [Key in Name]: Static<Schema> }
  : unknown

/** Response of an operation. */
export type ControlResponse<O extends ControlOperation> =
  | (O extends { readonly response: infer Schema extends TSchema } ? Static<Schema> : undefined)
  | (O extends { readonly accepted: infer Accepted extends TSchema } ? Static<Accepted> : never)

/** Declares a method without losing its precise types. */
export const call = <O extends ControlOperation, Arguments extends unknown[]>(
  operation: O,
  request: (...given: Arguments) => ControlInput<O>,
): { readonly operation: O; readonly request: (...given: Arguments) => ControlInput<O> } => ({
  operation,
  request,
})

/** Declares a method whose result depends on its arguments, as the type says. */
export const callAs =
  <Method>() =>
  <O extends ControlOperation, Arguments extends unknown[]>(
    operation: O,
    request: (...given: Arguments) => ControlInput<O>,
  ): {
    readonly operation: O
    readonly request: (...given: Arguments) => ControlInput<O>
    /** Used for the type only. */
    readonly method?: Method
  } => ({ operation, request })

/** Returns the input of operations without input. */
export const noInput = (): Record<never, never> => ({})
