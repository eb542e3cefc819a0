import type { TSchema } from '@sinclair/typebox'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { ControlOperation } from '../../../schemas/control/control-operation.ts'
import { controlStatuses } from '../../../schemas/control/errors.ts'
import { controlOperations } from '../../../schemas/control/operations.ts'
import { disableSocketTimeout } from '../../http/faults/apply-fault.ts'
import {
  advanceHeader,
  idempotencyHeader,
  missingHeader,
  replayedHeader,
} from '../../http/headers.ts'
import { decodedPath, pathOf, refuseOddUrl, routerPath } from '../../http/request/url.ts'
import type { NotFound, ScopeHooks } from '../../http/response/not-found-scope.ts'
import { sendJson } from '../../http/response/send-json.ts'
import { withHead } from '../../http/server/methods.ts'
import { maxJsonDepth, parseJson, tooDeep } from '../../util/bounded-json.ts'
import { decodeInSlices } from '../../util/decode-in-slices.ts'
import { maxProperties, parseInSlices, tooManyProperties } from '../../util/parse-in-slices.ts'
import { quote } from '../../util/quote.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { stepsInSlices } from '../../world/storage/slices.ts'
import type { Control } from '../control.ts'
import { ControlError } from '../control-error.ts'
import { type AskPlainly, askRoute } from '../page/ask-route.ts'
import { pageRoutes } from '../page/page-routes.ts'
import { asControlError } from './as-control-error.ts'
import { introductionRoute } from './introduction.ts'
import { controlRoute, controlRouteOf } from './route-config.ts'
import { refusalBy, type Safety } from './safety.ts'

interface ControlRoutesOptions {
  readonly safety: Safety
  readonly controlOf: (request: FastifyRequest) => Control
  readonly askPlainly: AskPlainly
}

/** Path prefix of the whole control plane. */
export const controlPrefix = '/_admin'

/** Tells whether an undecodable URL belongs to the control plane, by its first segment. */
export const isUnreadableControl = (url: string): boolean =>
  decodedPath(pathOf(url).split('/', 2).join('/')) === controlPrefix

/** Answers a URL that cannot be decoded, for permitted clients. */
export const sendUnreadable = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  safety: Safety,
): FastifyReply => sendRefusal(reply, refusalBy(safety)(headers) ?? unreadable)

const unreadable = new ControlError('bad_request', 'the URL has a malformed percent-encoding')

const maxBodyBytes = 8 * 1024 * 1024

/**
 * Serves the control plane over HTTP: a route for each declared operation, and errors of its own.
 */
export const controlRoutes: FastifyPluginCallback<ControlRoutesOptions> = (
  app,
  { controlOf, safety, askPlainly },
  done,
) => {
  // The content type is ignored, because curl declares every body as a form.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, parsed) =>
    parsed(null, bytes),
  )

  const { onRequest, onError } = controlHooks(safety)
  app.addHook('onRequest', onRequest)
  app.setErrorHandler(onError)

  app.register(pageRoutes, { askPlainly })
  app.register(introductionRoute)
  app.register(askRoute, { askPlainly })
  for (const operation of controlOperations) addRoute(app, operation, controlOf)
  done()
}

/** Builds the hooks and the error handler of the control plane. */
function controlHooks(safety: Safety): ScopeHooks {
  const refusalOf = refusalBy(safety)
  return {
    onRequest(request, reply, next) {
      const { url, headers } = request
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
      const refusal = controlRouteOf(request)?.isPublic ? undefined : refusalOf(headers)
      if (refusal) throw refusal
      refuseOddUrl(url)
      next()
    },
    onError(error, request, reply) {
      const refusal = asControlError(error, request.routeOptions.bodyLimit)
      if (refusal.code === 'internal') request.log.error(error)
      return sendRefusal(reply, refusal)
    },
  }
}

/** Answers missing paths below the prefix of the control plane. */
export const controlNotFound = (safety: Safety): NotFound => ({
  ...controlHooks(safety),
  below: [controlPrefix],
  send({ method, url }) {
    throw new ControlError('not_found', `there is no endpoint ${method} ${pathOf(url)}`)
  },
})

function addRoute(
  app: Parameters<typeof controlRoutes>[0],
  operation: ControlOperation,
  controlOf: ControlRoutesOptions['controlOf'],
): void {
  app.route({
    method: withHead(operation.method),
    url: routerPath(operation.path.slice(controlPrefix.length)),
    config: controlRoute(operation.isPublic === true),
    bodyLimit: operation.maxBodyBytes ?? maxBodyBytes,
    handler: async (request, reply) => {
      const { params, query, raw } = request
      const restoreTimeout = disableSocketTimeout(request)
      try {
        const result = await controlOf(request).perform(
          operation,
          { params, query, ...(operation.body && { body: await bodyOf(request) }) },
          {
            isGone: () => raw.socket.destroyed,
            reportAdvance: (reached) => void reply.header(advanceHeader, reached),
            idempotencyKey: keyOf(request),
            reportMissing: (replicas) => void reply.header(missingHeader, replicas.join(', ')),
            reportReplayed: () => void reply.header(replayedHeader, 'true'),
          },
        )
        return sendResult(reply, operation, result)
      } finally {
        restoreTimeout()
      }
    },
  })
}

/** @throws ControlError for a key that is no header of printable characters */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[idempotencyHeader]
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new ControlError(
    'bad_request',
    `${idempotencyHeader} must have 1 to 255 printable ASCII characters, found ${quote(key)}`,
  )
}

function sendResult(reply: FastifyReply, operation: ControlOperation, result: unknown) {
  if (!operation.response) return reply.status(204).send()
  reply.status(statusOf(operation, result))
  if (operation.mediaType === undefined) return sendJson(reply, result)
  return reply.header('content-type', operation.mediaType).send(result)
}

function statusOf({ statusOf, status, accepted }: ControlOperation, result: unknown): number {
  if (accepted && typeof result === 'object' && result !== null && isOf(accepted, result))
    return 202
  return statusOf?.(result as never) ?? status ?? 200
}

/** Tells whether a response has all members of a shape. */
const isOf = ({ properties }: TSchema, result: object): boolean =>
  Object.keys(properties).every((name) => Object.hasOwn(result, name))

const sendRefusal = (
  reply: FastifyReply,
  { code, message, details }: ControlError,
): FastifyReply => {
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  if (code === 'unavailable') reply.header('retry-after', '1')
  return sendJson(reply.status(controlStatuses[code]), {
    error: { code, message, ...(details && { details }) },
  })
}

/** Messages of the JSON readers about their bounds, with what they accept. */
const bounds: Readonly<Record<string, string>> = {
  [tooDeep]: `JSON of at most ${maxJsonDepth} levels`,
  [tooManyProperties]: `objects of at most ${maxProperties} properties`,
}

/** Maximum bytes of a body that are parsed at once, without a pause for other work. */
const maxAtOnce = 256 * 1024

/**
 * Parses a body; undefined without one. @throws ControlError for one that is no JSON, or too deep
 */
async function bodyOf({ body }: FastifyRequest): Promise<unknown> {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  try {
    if (body.length <= maxAtOnce) return parseJson(body.toString())
    await yieldToEventLoop()
    return await stepsInSlices(parseInSlices(await stepsInSlices(decodeInSlices(body))))
  } catch (error) {
    const { message } = error as SyntaxError
    const expected = bounds[message]
    if (expected)
      throw new ControlError('bad_request', `the body ${message}`, { pointer: '', expected })
    throw new ControlError('bad_request', `the body is not valid JSON: ${message}`, {
      pointer: '',
      expected: 'JSON',
    })
  }
}
