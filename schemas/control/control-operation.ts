import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { ControlCode } from './errors.ts'

/**
 * One operation of the control plane: its HTTP route, the reading of its input, the method of
 * `connect(url)` and of the library's object, and the OpenAPI document come from this value.
 */
export interface ControlOperation {
  /** camelCase; also the name of the function that does it, see `Group`. */
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path template with `{parameter}`s. */
  readonly path: `/_admin/${string}`
  readonly summary: string
  /** What the schemas cannot say: rules between fields, order. */
  readonly description?: string
  readonly params?: TObject
  readonly query?: TObject
  /** A body that may be left out reads as `{}`. */
  readonly body?: TSchema
  /** Absent: 204, and no body. */
  readonly response?: TSchema
  /** Answered with 202 instead, where what was asked for has only begun. */
  readonly accepted?: TSchema
  /** Of a success, where it is not 200 (or 204 without an answer). */
  readonly status?: 201
  /** Where the status of a success depends on what the answer says. */
  readonly statusOf?: (answer: never) => number
  /** Of the answer, where it is text and no JSON. */
  readonly mediaType?: string
  /** Refusals beside those that every operation may give. */
  readonly errors?: readonly ControlCode[]
  /** Where it is not 8 MiB. */
  readonly maxBodyBytes?: number
  /** Names of the members that lead to a log in the body, whose entries are looked at one by one. */
  readonly logAt?: readonly string[]
  /** Answered to everybody: orchestrators have no token. */
  readonly isPublic?: true
}

/** Declares an operation without losing its precise types. */
export const controlOperation = <const Declared extends ControlOperation>(
  declared: Declared,
): Declared => declared

/** The parts of a request that an operation declares. */
export type ControlInput<O extends ControlOperation> = Part<O, 'params'> &
  Part<O, 'query'> &
  Part<O, 'body'>

type Part<O, Name extends string> = O extends {
  readonly [Key in Name]: infer Schema extends TSchema
}
  ? { readonly [Key in Name]: Static<Schema> }
  : unknown

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

/** Declares a method whose answer depends on its arguments, as the type says. */
export const callAs =
  <Method>() =>
  <O extends ControlOperation, Arguments extends unknown[]>(
    operation: O,
    request: (...given: Arguments) => ControlInput<O>,
  ): {
    readonly operation: O
    readonly request: (...given: Arguments) => ControlInput<O>
    /** For the type alone. */
    readonly method?: Method
  } => ({ operation, request })

/** For operations without input. */
export const noInput = (): Record<never, never> => ({})
