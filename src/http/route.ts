import type { Static } from '@sinclair/typebox'
import type { Input, Operation } from '../../schemas/operation.ts'
import type { World } from '../world/world.ts'
import type { Dialect } from './dialect.ts'

/** What a handler may need of the request besides its validated input. */
export interface Context {
  readonly dialect: Dialect
}

/** An operation of the contract together with the function that answers it. */
export interface Route {
  readonly operation: Operation
  readonly handle: (world: World, input: never, context: Context) => unknown
}

/** Ties a handler to its operation, so that input and answer have the contract's types. */
export const route = <O extends Operation>(
  operation: O,
  handle: (world: World, input: Input<O>, context: Context) => Static<O['answer']>,
): Route => ({ operation, handle })
