import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../../schemas/operation.ts'
import { HttpError } from '../errors.ts'
import type { InterfaceName } from '../interfaces.ts'
import type { WorldHandle } from '../world-handle.ts'
import { apiKeyOf } from './api-key.ts'
import { computeUnitsOf } from './compute-units.ts'
import { throwAskedFault } from './fault.ts'

/** What a route tells of its operation; the node's routes tell nothing. */
export type RouteConfig = Partial<Pick<Operation, 'operationId' | 'isUnguarded'>>

/**
 * What stands before every handler, in this order: credentials, rate limit, asked fault; before
 * an unguarded one nothing.
 * @throws 401, 403, 429 or the status that `x-snowglobe-fault` asks for
 */
export function guard(
  handle: WorldHandle,
  interfaceName: InterfaceName,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { operationId, isUnguarded } = request.routeOptions.config as RouteConfig
  if (isUnguarded) return
  const key = apiKeyOf(request)
  const path = request.url.split('?', 1)[0] ?? '/'
  const caller = handle.auth.authenticate(path, key, interfaceName === 'data')

  const allowance = handle.rateLimiter.take(caller, request.ip, computeUnitsOf(operationId))
  if (allowance) {
    reply.header('ratelimit-policy', allowance.policy)
    reply.header('ratelimit-limit', String(allowance.limit))
    reply.header('ratelimit-remaining', String(allowance.remaining))
    if (!allowance.allowed) {
      reply.header('ratelimit-reset', String(allowance.resetSeconds))
      reply.header('retry-after', String(allowance.resetSeconds))
      throw new HttpError(429, `Rate limit of ${allowance.limit} exceeded`)
    }
  }

  if (interfaceName !== 'node') throwAskedFault(request.headers)
}
