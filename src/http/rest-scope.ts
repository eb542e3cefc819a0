import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { sendJsonText } from './answer.ts'
import { type Dialect, dialectHeader, dialectOf } from './dialect.ts'
import { asHttpError, errorBody } from './error-body.ts'
import { badRequest, type HttpError } from './errors.ts'
import { behindFaults } from './faults/act-on.ts'
import { apiKeyOf, hasWalletToken } from './guards/api-key.ts'
import { allowAnyOrigin, answerPreflight, isPreflight } from './guards/cors.ts'
import { guard, isUnguarded } from './guards/guard.ts'
import type { InterfaceName } from './interfaces.ts'
import { decorateWithEntries } from './journal/journal.ts'
import { missing } from './missing.ts'
import type { RequestTally } from './request-tally.ts'
import { upToDate } from './up-to-date.ts'
import type { WorldHandle } from './world-handle.ts'
import { bindToWorld, type WorldsOfRequests } from './world-of-request.ts'

export interface RestScope {
  readonly name: 'data' | 'metrics'
  readonly worlds: WorldsOfRequests
  readonly requests: RequestTally
  /** Prefixes of the paths that do not exist in this interface; the empty one: all others. */
  readonly missingBelow: readonly string[]
  /** Whether it has answered a request for such a path itself. */
  readonly answerMissing?: (request: FastifyRequest, reply: FastifyReply) => boolean
}

/** Name of the decorator that keeps what was found out once. */
const dialectKey = 'dialect'

/** Makes a Fastify scope one of the Data or Metrics API: guards, error bodies, what is missing. */
export function restScope(scope: FastifyInstance, options: RestScope): void {
  const { name, worlds, requests, missingBelow, answerMissing } = options
  scope.decorateRequest(dialectKey)
  decorateWithEntries(scope)
  scope.addHook('onRequest', (request, reply, next) => {
    openToPages(reply)
    requests.follow(name, request, reply)
    const handle = isPreflight(request) ? worlds.main : bindToWorld(request, worlds)
    handle.journal.follow(handle.world, name, request, reply)
    const proceed = () => admit(handle, request, reply, next)
    if (isUnguarded(request)) proceed()
    else behindFaults(handle, name, request, reply, proceed)
  })

  function admit(
    handle: WorldHandle,
    request: FastifyRequest,
    reply: FastifyReply,
    next: HookHandlerDoneFunction,
  ): void {
    try {
      if (isPreflight(request)) {
        answerPreflight(reply)
        return
      }
      const dialect = dialectOf(request.headers, handle.world.dialect, hasWalletToken(request))
      request.setDecorator(dialectKey, dialect)
      reply.header(dialectHeader, dialect)
      if (!guard(handle, name, apiKeyOf(request), request, reply)) return
      // Before the body is read: no body makes a path or a method exist.
      if (!request.is404) next()
      else if (!answerMissing?.(request, reply)) throw missing(request)
    } catch (error) {
      next(error as Error)
    }
  }

  scope.addHook('preHandler', upToDate)

  scope.setErrorHandler((error, request, reply) => {
    const shown = asHttpError(error)
    if (shown.statusCode === 500) request.log.error(error)
    return sendError(reply, name, shown)
  })

  for (const prefix of missingBelow)
    scope.register(
      (below, _options, done) => {
        // The hook above has refused whatever comes here; the router needs to know the scope.
        below.setNotFoundHandler((request) => {
          throw missing(request)
        })
        done()
      },
      { prefix },
    )
}

/**
 * Answers a URL that cannot be read and so reaches no route: 400 in the Data API's shape. G-19
 */
export const sendUnroutable = (reply: FastifyReply): FastifyReply =>
  sendError(openToPages(reply), 'data', badRequest('The URL has a malformed percent-encoding'))

const sendError = (reply: FastifyReply, of: InterfaceName, { statusCode, message }: HttpError) =>
  sendJsonText(reply.status(statusCode), errorBody(of, statusCode, message))

/** Pages of any origin may read every answer, and no browser is to guess what it is. */
const openToPages = (reply: FastifyReply): FastifyReply =>
  allowAnyOrigin(reply).header('x-content-type-options', 'nosniff')

/** The dialect that a request of a REST scope is answered in. */
export const dialectOfRequest = (request: FastifyRequest): Dialect =>
  request.getDecorator<Dialect>(dialectKey)
