import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../schemas/operation.ts'

/** Facts about the operation of a route; the routes of the node have none. */
export type RouteConfig = Partial<
  Pick<Operation, 'operationId' | 'path' | 'computeUnits' | 'isPublic' | 'needsWriter'>
>

/**
 * Returns the config of a route. Fastify builds the options of a route on every access, so callers
 * read it once.
 */
export const routeConfigOf = ({ routeOptions }: FastifyRequest): RouteConfig =>
  routeOptions.config as RouteConfig

/** Compute units of a request that reaches no operation of the Data or Metrics API. */
const unknownUnits = 20

/** Returns the cost of a request under `--rate-limit docs` and in counts of usage. G-17 */
export const computeUnitsOf = ({ computeUnits = unknownUnits }: RouteConfig): number => computeUnits
