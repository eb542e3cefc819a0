import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxKeyLength } from '../../../schemas/keys.ts'
import { sendFaultResponse } from '../faults/fault-response.ts'
import { faultHeader } from '../headers.ts'
import type { RequestContext } from '../request/context.ts'
import { computeUnitsOf } from '../request/route-config.ts'
import { pathOf, refuseOddUrl } from '../request/url.ts'
import { badRequest, HttpError } from '../response/errors.ts'
import { isUnguarded } from '../worlds/world-handle.ts'
import type { ApiKey } from './api-key.ts'
import type { Allowance } from './rate-limit.ts'
import { requestedFault } from './requested-fault.ts'

/**
 * Runs the checks before every handler, in this order: form of the URL, rate limit, credentials,
 * requested fault. The limit precedes the credentials, so that guessed keys count. An unguarded
 * handler has the first check only.
 * @param next called at most once, perhaps later, with what refuses the request: 400, 401, 403 or
 *   429; not called when a requested fault has been sent
 */
export function guard(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (error?: Error) => void,
): void {
  try {
    const isGoing = check(context, request, reply)
    if (isGoing === true) next()
    else if (isGoing !== false) isGoing.then((goesOn) => goesOn && next(), next)
  } catch (error) {
    next(error as Error)
  }
}

/**
 * Tells whether something may respond in place of the handler. Then the body is read first: rules
 * look at it, and the journal has it.
 */
export const mayRefuse = (
  { requestWorld }: Pick<RequestContext, 'requestWorld'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean => !isUnguarded(requestWorld) || headers[faultHeader] !== undefined

/** Returns whether to go on, which takes time only where replicas share a limit. */
function check(
  { of, config, requestWorld: { auth, rateLimiter }, key }: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean | Promise<boolean> {
  refuseOddUrl(request.url)
  if (config.isPublic) return true

  const isLimited = rateLimiter.setting !== 'off'
  const isAuthorized = of === 'data' && auth.mode !== 'off'
  const account = isLimited || isAuthorized ? auth.accountOf(key) : undefined
  const authorize = () => {
    if (key) refuseLongKey(key)
    if (isAuthorized) auth.authorize(key, account, pathOf(request.url))
    const requested = requestedFault(request.headers)
    if (requested) sendFaultResponse(of, reply, requested)
    return requested === undefined
  }
  if (!isLimited) return authorize()

  const units = computeUnitsOf(config)
  const together = rateLimiter.takeTogether(account, request.ip, units)
  if (together)
    return together.then((allowance) => {
      enforceAllowance(allowance, reply)
      return authorize()
    })
  const allowance = rateLimiter.take(account, request.ip, units)
  if (allowance) enforceAllowance(allowance, reply)
  return authorize()
}

/** Sets the headers of the remaining allowance. @throws 429 when nothing remains */
function enforceAllowance(allowance: Allowance, reply: FastifyReply): void {
  reply.header('ratelimit-policy', allowance.policy)
  reply.header('ratelimit-limit', String(allowance.limit))
  reply.header('ratelimit-remaining', String(allowance.remaining))
  if (allowance.allowed) return
  reply.header('ratelimit-reset', String(allowance.resetSeconds))
  reply.header('retry-after', String(allowance.resetSeconds))
  throw new HttpError(
    429,
    `Rate limit of ${allowance.limit} exceeded; try again in ${allowance.resetSeconds} s`,
  )
}

/** Refuses a key longer than any in the file: it is a mistake in every auth mode. G-86 */
function refuseLongKey({ from, text }: ApiKey): void {
  if (text.length > maxKeyLength)
    throw badRequest(`${from} must have at most ${maxKeyLength} characters, not ${text.length}`)
}
