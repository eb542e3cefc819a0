import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { isTooDeep, maxJsonDepth } from '../../util/bounded-json.ts'
import { withFaults } from '../faults/apply-fault.ts'
import { hasWalletToken } from '../guards/api-key.ts'
import { isPreflight, pageHeaders, sendPreflight } from '../guards/cors.ts'
import { guard, mayRefuse } from '../guards/guard.ts'
import { dialectHeader } from '../headers.ts'
import { awaitWorldReady } from '../request/await-world-ready.ts'
import { contextOf, type RequestContext, type RequestTracker } from '../request/context.ts'
import { dialectOf } from '../request/dialect.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import { asHttpError, errorBody } from '../response/error-body.ts'
import { badRequest, type HttpError } from '../response/errors.ts'
import type { ScopeHooks } from '../response/not-found-scope.ts'
import { sendJsonText } from '../response/send-json.ts'

/** Builds the hooks of the Data or Metrics API: headers for pages, faults, dialect and guards. */
export const restHooks = (name: 'data' | 'metrics', tracker: RequestTracker): ScopeHooks => ({
  onRequest(request, reply, next) {
    reply.headers(pageHeaders)
    const context = tracker.start(name, request, reply)
    const proceed = () => runRestGuards(context, request, reply, next)
    if (context.config.isPublic) proceed()
    else if (mayRefuse(context, request) && hasReadableBody(request)) {
      context.awaitsBody = true
      next()
    } else withFaults(context, request, reply, proceed)
  },
  onError(error, request, reply) {
    const httpError = asHttpError(error)
    if (httpError.statusCode === 500) request.log.error(error)
    if (httpError.retryAfter !== undefined)
      reply.header('retry-after', String(httpError.retryAfter))
    return sendError(reply, name, httpError)
  },
})

function runRestGuards(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  next: HookHandlerDoneFunction,
): void {
  try {
    if (isPreflight(request)) {
      sendPreflight(reply)
      return
    }
    context.dialect = dialectOf(
      request.headers,
      context.requestWorld.world.dialect,
      hasWalletToken(request),
    )
    reply.header(dialectHeader, context.dialect)
    guard(context, request, reply, next)
  } catch (error) {
    next(error as Error)
  }
}

/** Tells whether the body of a request will be read, and is short enough for that. */
const hasReadableBody = ({ method, is404, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' &&
  !is404 &&
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  headers['content-length'] !== '0' &&
  Number(headers['content-length'] ?? 0) <= (routeOptions.bodyLimit ?? 0)

/** Sets up a Fastify scope for the Data or Metrics API. */
export function restScope(scope: FastifyInstance, { onRequest, onError }: ScopeHooks): void {
  scope.addHook('onRequest', onRequest)
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  const parseBody = (
    request: FastifyRequest,
    text: string,
    parsed: (error: Error | null, body?: unknown) => void,
  ) => {
    if (text === '') parsed(null, undefined)
    else if (!isTooDeep(text)) parse(request, text, parsed)
    else parsed(badRequest(`The request body has more than ${maxJsonDepth} levels`), undefined)
  }
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    // The parser is registered for texts.
    const text = body as string
    const context = contextOf(request)
    context.body = text
    if (context.awaitsBody) parsed(null, text)
    else parseBody(request, text, parsed)
  })
  scope.addHook('preHandler', (request, reply, next) => {
    const context = contextOf(request)
    if (!context.awaitsBody) {
      next()
      return
    }
    const proceed = () =>
      runRestGuards(context, request, reply, (refusal) => {
        if (refusal) next(refusal)
        else
          parseBody(request, context.body ?? '', (error, body) => {
            request.body = body
            next(error ?? undefined)
          })
      })
    withFaults(context, request, reply, proceed)
  })
  scope.addHook('preHandler', awaitWorldReady)
  scope.setErrorHandler(onError)
}

/**
 * Answers a URL that cannot be decoded and so reaches no route: 400 in the Data API's shape. G-19
 */
export const sendUnroutable = (reply: FastifyReply): FastifyReply =>
  sendError(
    reply.headers(pageHeaders),
    'data',
    badRequest('The URL has a malformed percent-encoding'),
  )

const sendError = (reply: FastifyReply, of: InterfaceName, { statusCode, message }: HttpError) =>
  sendJsonText(reply.status(statusCode), errorBody(of, statusCode, message))
