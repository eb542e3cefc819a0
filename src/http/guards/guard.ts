import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxKeyLength } from '../../../schemas/keys.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { badRequest, HttpError } from '../errors.ts'
import { sendGatewayAnswer } from '../faults/gateway-answer.ts'
import type { InterfaceName } from '../interfaces.ts'
import { pathOf, refuseOddUrl } from '../url.ts'
import type { WorldHandle } from '../world-handle.ts'
import type { ApiKey } from './api-key.ts'
import { computeUnitsOf } from './compute-units.ts'
import { askedFault } from './fault.ts'
import type { Allowance } from './rate-limit.ts'

/** What a route tells of its operation; the node's routes tell nothing. */
export type RouteConfig = Partial<Pick<Operation, 'operationId' | 'isUnguarded'>>

/** Fastify makes the options of a route anew whenever they are asked for: ask once. */
export const routeConfigOf = ({ routeOptions }: FastifyRequest): RouteConfig =>
  routeOptions.config as RouteConfig

/** Whether nothing but the form of its URL is looked at: no key, limit or fault stands before it. */
export const isUnguarded = (request: FastifyRequest): boolean =>
  routeConfigOf(request).isUnguarded === true

/**
 * What stands before every handler, in this order: the form of the URL, rate limit, credentials
 * (so that guessing keys counts), asked fault; before an unguarded one the first alone.
 * @param of the interface of the route that was found, or below whose prefix none was
 * @returns whether to go on; if not, the fault that the request asked for has been answered
 * @throws 400, 401, 403 or 429
 */
export function guard(
  { auth, rateLimiter }: WorldHandle,
  of: InterfaceName,
  key: ApiKey | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  refuseOddUrl(request.url)
  const config = routeConfigOf(request)
  if (config.isUnguarded) return true

  const isAccountOfUse = auth.mode !== 'off' || rateLimiter.setting !== 'off'
  const account = isAccountOfUse ? auth.accountOf(key) : undefined
  const allowance = rateLimiter.take(account, request.ip, computeUnitsOf(config.operationId))
  if (allowance) admit(allowance, reply)

  if (key) refuseLongKey(key)
  if (of === 'data') auth.authorize(key, account, pathOf(request.url))
  const asked = askedFault(request.headers)
  if (asked) sendGatewayAnswer(of, reply, asked)
  return asked === undefined
}

/** Tells what is left. @throws 429 when it is nothing */
function admit(allowance: Allowance, reply: FastifyReply): void {
  reply.header('ratelimit-policy', allowance.policy)
  reply.header('ratelimit-limit', String(allowance.limit))
  reply.header('ratelimit-remaining', String(allowance.remaining))
  if (allowance.allowed) return
  reply.header('ratelimit-reset', String(allowance.resetSeconds))
  reply.header('retry-after', String(allowance.resetSeconds))
  throw new HttpError(429, `Rate limit of ${allowance.limit} exceeded`)
}

/** None of the file is so long: it is a mistake, whether keys are asked for or not. G-86 */
function refuseLongKey({ from, text }: ApiKey): void {
  if (text.length > maxKeyLength)
    throw badRequest(`${from} must have at most ${maxKeyLength} characters, not ${text.length}`)
}
