import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../schemas/operation.ts'

/** Facts about the operation of a route; the routes of the node have none. */
export type RouteConfig = Partial<Pick<Operation, 'operationId' | 'isPublic' | 'isChange'>>

/**
 * Returns the config of a route. Fastify builds the options of a route on every access, so callers
 * read it once.
 */
export const routeConfigOf = ({ routeOptions }: FastifyRequest): RouteConfig =>
  routeOptions.config as RouteConfig
