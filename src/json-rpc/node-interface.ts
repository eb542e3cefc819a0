import type {
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import type { ResponseCache } from '../http/cache/response-cache.ts'
import { dialectHeader } from '../http/headers.ts'
import { dialectOf } from '../http/request/dialect.ts'
import { decodedPath } from '../http/request/url.ts'
import { asHttpError, errorBody } from '../http/response/error-body.ts'
import type { ScopeHooks } from '../http/response/not-found-scope.ts'
import { sendJsonParts, sendJsonText } from '../http/response/send-json.ts'
import type { World } from '../world/world.ts'
import { admit, identify, sendText } from './admission.ts'
import type { Params } from './arguments.ts'
import { keepCall } from './cached-calls.ts'
import { answerCall } from './call.ts'
import { addCorsHeaders } from './cors.ts'
import { mediaTypeOf } from './media-type.ts'
import type { Service } from './method.ts'
import { nodePrefix, redirectTarget } from './paths.ts'

/** A service and where it listens, below `/ext`: `/info`, `/index/X/tx`. */
export interface ServicePath {
  readonly path: string
  /** Undefined: the node of this world has none there. */
  serviceIn(world: World): Service | undefined
}

export interface NodeInterfaceOptions {
  readonly worldOf: (request: FastifyRequest) => World
  readonly services: readonly ServicePath[]
  /** Told the method of a call, as it is called in the contract. */
  readonly noteCall: (request: FastifyRequest, method: string) => void
  /** Absent: every answer is made anew. */
  readonly cache?: ResponseCache | undefined
  /** Host names that are served; `*` stands for all of them. */
  readonly allowedHosts: readonly string[]
}

/** G-87: the node has no limit. A list of 3,000 NodeIDs fits in. */
const bodyLimit = 128 * 1024

/** The JSON-RPC interfaces of the node; to be registered with the prefix `/ext`. */
export const nodeInterface: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  const { worldOf, noteCall, services, cache, allowedHosts } = options
  const answerNodeNotFound = nodeNotFound(options)

  app.removeAllContentTypeParsers()
  // The name as nearly everybody writes it is found at once, without looking for what else fits.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )

  const enter =
    (serviceIn: ServicePath['serviceIn']): onRequestHookHandler =>
    (request, reply, next) => {
      const world = worldOf(request)
      if (!serviceIn(world)) {
        answerNodeNotFound(request, reply)
        return
      }
      if (!admit(world, allowedHosts, request, reply)) return
      const type = mediaTypeOf(request.headers)
      if (type.toLowerCase() === 'application/json') next()
      else sendText(reply, 415, `rpc: unrecognized Content-Type: ${type}`)
    }
  app.setErrorHandler(nodeErrors(worldOf))

  for (const { path, serviceIn } of services)
    app.post(path, { onRequest: enter(serviceIn) }, (request, reply) => {
      const world = worldOf(request)
      const service = serviceIn(world)
      // It was there a moment ago, before the body was read.
      if (!service) return answerNodeNotFound(request, reply)
      let looksLive = false
      const dialectFor = (params: Params) => {
        looksLive = service.looksLive?.(params) ?? false
        const dialect = dialectOf(request.headers, world.dialect, looksLive)
        reply.header(dialectHeader, dialect)
        return dialect
      }
      const body = bodyOf(request)
      const { line, method, ran } = answerCall(service, world, body, dialectFor, cache)
      if (method !== undefined) noteCall(request, method)
      // Else more than headers and settings decide about the dialect.
      if (cache && method !== undefined && ran && typeof line === 'string' && !looksLive) {
        const dialect = dialectOf(request.headers, world.dialect, false)
        keepCall(cache, cache.versionOf(world, dialect), { url: request.url, body, line, method })
      }
      if (ran) reply.header('x-content-type-options', 'nosniff')
      if (line === undefined) return reply.send()
      return typeof line === 'string' ? sendJsonText(reply, line) : sendJsonParts(reply, line)
    })
  done()
}

/** Shows errors as the node does, of its routes and of what it lacks. */
export const nodeErrors =
  (worldOf: NodeInterfaceOptions['worldOf']): ScopeHooks['onError'] =>
  (error, request, reply) => {
    // The guards in front of all interfaces refuse before the node has set its headers.
    identify(worldOf(request), reply)
    addCorsHeaders(request, reply)
    if (isBodyTooLarge(error)) return sendText(reply, 413, 'request body too large\n')
    const { statusCode, message } = asHttpError(error)
    if (statusCode === 500) request.log.error(error)
    // G-63: also what a rate limit or a wrong header of ours is answered with.
    return sendJsonText(reply.status(statusCode), errorBody('node', statusCode, message))
  }

/**
 * Answers a request that no service takes: 301 to the clean form of an unclean path, 405 for a
 * known path with another method than POST, else 404. Also for the unclean paths that do not begin
 * with `/ext`, which the Data API gets.
 */
export function nodeNotFound({ worldOf, services, allowedHosts }: NodeInterfaceOptions) {
  const known = new Map(services.map(({ path, serviceIn }) => [nodePrefix + path, serviceIn]))
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const world = worldOf(request)
    if (!admit(world, allowedHosts, request, reply)) return reply
    const target = redirectTarget(request.url)
    if (target !== undefined) return reply.status(301).header('location', target).send()
    if (request.method !== 'POST' && known.get(decodedPath(request.url))?.(world))
      return sendText(reply, 405, `rpc: POST method required, received ${request.method}`)
    return sendText(reply.header('x-content-type-options', 'nosniff'), 404, '404 page not found\n')
  }
}

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

const isBodyTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
