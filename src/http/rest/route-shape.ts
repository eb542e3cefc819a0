import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../../schemas/operation.ts'
import type { Dialect } from '../request/dialect.ts'

/** Operation of the contract and the schemas of its response, without what handles it. */
export interface RouteShape {
  /** Operation of the contract. */
  readonly operation: Operation
  /** Schema of the response in the live dialect, if its shape is not the contract's. */
  readonly liveResponse?: TSchema
}

/** Function that inspects a response of the Data or Metrics API before it becomes bytes. */
export type Inspect = (route: RouteShape, response: unknown, dialect: Dialect) => void

/** Returns the schema of the response of a route in a dialect. */
export const responseShape = (route: RouteShape, dialect: Dialect): TSchema =>
  (dialect === 'live' ? route.liveResponse : undefined) ?? route.operation.response
