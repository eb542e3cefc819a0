import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { isTooDeep, maxJsonDepth } from '../../util/bounded-json.ts'
import { behindFaults } from '../faults/act-on.ts'
import { hasWalletToken } from '../guards/api-key.ts'
import { answerPreflight, isPreflight, pageHeaders } from '../guards/cors.ts'
import { guard } from '../guards/guard.ts'
import { dialectHeader } from '../headers.ts'
import { dialectOf } from '../request/dialect.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import { upToDate } from '../request/up-to-date.ts'
import { type Visit, type Visits, visitOf } from '../request/visit.ts'
import { sendJsonText } from '../response/answer.ts'
import { asHttpError, errorBody } from '../response/error-body.ts'
import { badRequest, type HttpError } from '../response/errors.ts'
import type { Reception } from '../response/not-found-scope.ts'

/** What stands before the Data or Metrics API: the headers of a page, faults, dialect and guards. */
export const restReception = (name: 'data' | 'metrics', visits: Visits): Reception => ({
  onRequest(request, reply, next) {
    reply.headers(pageHeaders)
    const visit = visits.begin(name, request, reply)
    const proceed = () => admit(visit, request, reply, next)
    if (visit.config.isUnguarded) proceed()
    else behindFaults(visit, request, reply, proceed)
  },
  onError(error, request, reply) {
    const shown = asHttpError(error)
    if (shown.statusCode === 500) request.log.error(error)
    if (shown.retryAfter !== undefined) reply.header('retry-after', String(shown.retryAfter))
    return sendError(reply, name, shown)
  },
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
    visit.dialect = dialectOf(request.headers, visit.handle.world.dialect, hasWalletToken(request))
    reply.header(dialectHeader, visit.dialect)
    if (guard(visit, request, reply)) next()
  } catch (error) {
    next(error as Error)
  }
}

/** Makes a Fastify scope one of the Data or Metrics API. */
export function restScope(scope: FastifyInstance, { onRequest, onError }: Reception): void {
  scope.addHook('onRequest', onRequest)
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    // A text, as it was asked for.
    const text = body as string
    visitOf(request).body = text
    if (text === '') parsed(null, undefined)
    else if (!isTooDeep(text)) parse(request, text, parsed)
    else parsed(badRequest(`The request body has more than ${maxJsonDepth} levels`), undefined)
  })
  scope.addHook('preHandler', upToDate)
  scope.setErrorHandler(onError)
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
