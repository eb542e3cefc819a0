import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../schemas/operation.ts'

/** What a route tells of its operation; the node's routes tell nothing. */
export type RouteConfig = Partial<Pick<Operation, 'operationId' | 'isPublic' | 'isChange'>>

/** Fastify makes the options of a route anew whenever they are asked for: ask once. */
export const routeConfigOf = ({ routeOptions }: FastifyRequest): RouteConfig =>
  routeOptions.config as RouteConfig
