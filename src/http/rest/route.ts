import type { Static, TSchema } from '@sinclair/typebox'
import type { Input, Operation } from '../../../schemas/operation.ts'
import type { Acting, World } from '../../world/world.ts'
import type { Dialect } from '../request/dialect.ts'
import type { WithJsonLists } from '../response/json-list.ts'

/** What a handler may need of the request besides its validated input. */
export interface Context {
  readonly dialect: Dialect
  /** The world itself, where the handler is shown an earlier or a poorer one. */
  readonly actual: Partial<Acting>
}

/** An operation of the contract together with the function that answers it. */
export interface Route {
  readonly operation: Operation
  readonly handle: (world: World, input: never, context: Context) => unknown
  /** The answer in the live dialect, where its shape is not the contract's. */
  readonly liveResponse?: TSchema
  /** The status of a success, where it is not 200. */
  readonly successStatus?: (dialect: Dialect) => 200 | 201
}

/** Ties a handler to its operation, so that input and answer have the contract's types. */
export const route = <O extends Operation, Live extends TSchema = O['response']>(
  operation: O,
  handle: (
    world: World,
    input: Input<O>,
    context: Context,
  ) => Answer<O, Live> | Promise<Answer<O, Live>>,
  quirks: { liveResponse?: Live; successStatus?: (dialect: Dialect) => 200 | 201 } = {},
): Route => ({ operation, handle, ...quirks })

type Answer<O extends Operation, Live extends TSchema> = WithJsonLists<
  Static<O['response']> | Static<NoInfer<Live>>
>

/** Looks at an answer of the Data or Metrics API before it becomes bytes. */
export type Inspect = (route: Route, answer: unknown, dialect: Dialect) => void

/** What the answer of a route has to look like in a dialect. */
export const answerShape = (route: Route, dialect: Dialect): TSchema =>
  (dialect === 'live' ? route.liveResponse : undefined) ?? route.operation.response
