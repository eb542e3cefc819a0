import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { sendJsonText } from './answer.ts'
import { dialectHeader, dialectOf } from './dialect.ts'
import { asHttpError, errorBody } from './error-body.ts'
import { badRequest, type HttpError } from './errors.ts'
import { behindFaults } from './faults/act-on.ts'
import { hasWalletToken } from './guards/api-key.ts'
import { answerPreflight, isPreflight, pageHeaders } from './guards/cors.ts'
import { guard } from './guards/guard.ts'
import type { InterfaceName } from './interfaces.ts'
import { missing } from './missing.ts'
import { upToDate } from './up-to-date.ts'
import type { Visit, Visits } from './visit.ts'

export interface RestScope {
  readonly name: 'data' | 'metrics'
  readonly visits: Visits
  /** Prefixes of the paths that do not exist in this interface; the empty one: all others. */
  readonly missingBelow: readonly string[]
  /** Whether it has answered a request for such a path itself. */
  readonly answerMissing?: (request: FastifyRequest, reply: FastifyReply) => boolean
}

/** Makes a Fastify scope one of the Data or Metrics API: guards, error bodies, what is missing. */
export function restScope(scope: FastifyInstance, options: RestScope): void {
  const { name, visits, missingBelow, answerMissing } = options
  scope.addHook('onRequest', (request, reply, next) => {
    reply.headers(pageHeaders)
    const visit = visits.begin(name, request, reply)
    const proceed = () => admit(visit, request, reply, next)
    if (visit.config.isUnguarded) proceed()
    else behindFaults(visit, request, reply, proceed)
  })

  function admit(
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
    next: HookHandlerDoneFunction,
  ): void {
    try {
      if (isPreflight(request)) {
        answerPreflight(reply)
        return
      }
      visit.dialect = dialectOf(
        request.headers,
        visit.handle.world.dialect,
        hasWalletToken(request),
      )
      reply.header(dialectHeader, visit.dialect)
      if (!guard(visit, request, reply)) return
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
  sendError(
    reply.headers(pageHeaders),
    'data',
    badRequest('The URL has a malformed percent-encoding'),
  )

const sendError = (reply: FastifyReply, of: InterfaceName, { statusCode, message }: HttpError) =>
  sendJsonText(reply.status(statusCode), errorBody(of, statusCode, message))
