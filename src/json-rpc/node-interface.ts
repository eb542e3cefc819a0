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
import { cacheCall } from './cached-calls.ts'
import { type CallResponse, handleCall } from './call.ts'
import { addCorsHeaders } from './cors.ts'
import { mediaTypeOf } from './media-type.ts'
import type { Issuer, Service } from './method.ts'
import { nodePrefix, redirectTarget } from './paths.ts'

/** Service with its path below `/ext`: `/info`, `/index/X/tx`. */
export interface ServicePath {
  readonly path: string
  /** Returns the service; undefined if the node of this world has none there. */
  serviceIn(world: World): Service | LateService | undefined
}

/** Service whose methods are loaded with its first call. */
export interface LateService {
  load(): Promise<Service>
}

export interface NodeInterfaceOptions {
  readonly worldOf: (request: FastifyRequest) => World
  readonly services: readonly ServicePath[]
  /** Records the method of a call, under its name in the contract. */
  readonly noteCall: (request: FastifyRequest, method: string) => void
  /** Absent if responses are not cached. */
  readonly cache?: ResponseCache | undefined
  /** Returns the way of signed transactions into the world of a request. */
  readonly issuerOf?: ((request: FastifyRequest) => Issuer | undefined) | undefined
  /** Routes beside the services, in the same scope. */
  readonly more?: FastifyPluginCallback<NodeInterfaceOptions>
  /** Host names that are served; `*` stands for all of them. */
  readonly allowedHosts: readonly string[]
}

/** G-87: the node has no limit. This one fits a list of 3,000 NodeIDs. */
const bodyLimit = 128 * 1024

/** G-87: transactions of 64 KiB in hex, and lists of 1,024 addresses. */
const chainBodyLimit = 1024 * 1024

const limitOf = (path: string) => (path.startsWith('/i') ? {} : { bodyLimit: chainBodyLimit })

/** Registers the JSON-RPC interfaces of the node; the prefix has to be `/ext`. */
export const nodeInterface: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  const { worldOf, noteCall, services, cache, allowedHosts, issuerOf } = options
  const sendNodeNotFound = nodeNotFound(options)

  app.removeAllContentTypeParsers()
  // The exact name is found at once, without a search for another matching parser.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )

  const enter =
    (serviceIn: ServicePath['serviceIn']): onRequestHookHandler =>
    (request, reply, next) => {
      const world = worldOf(request)
      if (!serviceIn(world)) {
        sendNodeNotFound(request, reply)
        return
      }
      if (!admit(world, allowedHosts, request, reply)) return
      const type = mediaTypeOf(request.headers)
      if (type.toLowerCase() === 'application/json') next()
      else sendText(reply, 415, `rpc: unrecognized Content-Type: ${type}`)
    }
  app.setErrorHandler(nodeErrors(worldOf))

  options.more?.(app, options, () => {})

  for (const { path, serviceIn } of services)
    app.post(path, { onRequest: enter(serviceIn), ...limitOf(path) }, (request, reply) => {
      const world = worldOf(request)
      const found = serviceIn(world)
      // The service existed before the body was read.
      if (!found) return sendNodeNotFound(request, reply)
      return 'load' in found ? found.load().then(respond) : respond(found)

      function respond(service: Service) {
        let looksLive = false
        const dialectFor = (params: Params) => {
          looksLive = service.looksLive?.(params) ?? false
          const dialect = dialectOf(request.headers, world.dialect, looksLive)
          reply.header(dialectHeader, dialect)
          return dialect
        }
        const body = bodyOf(request)
        const send = ({ line, method, ran }: CallResponse) => {
          if (method !== undefined) noteCall(request, method)
          // Services with `looksLive` have a dialect that depends on more than headers and settings.
          if (
            cache &&
            !service.isUncached &&
            method !== undefined &&
            ran &&
            typeof line === 'string' &&
            !looksLive
          ) {
            const dialect = dialectOf(request.headers, world.dialect, false)
            cacheCall(cache, cache.versionOf(world, dialect), {
              url: request.url,
              body,
              line,
              method,
            })
          }
          if (ran) reply.header('x-content-type-options', 'nosniff')
          if (line === undefined) return reply.send()
          return typeof line === 'string' ? sendJsonText(reply, line) : sendJsonParts(reply, line)
        }
        const response = handleCall(service, world, body, dialectFor, cache, issuerOf?.(request))
        return response instanceof Promise ? response.then(send) : send(response)
      }
    })
  done()
}

/** Builds the error handler in the node's form, for its routes and its missing paths. */
export const nodeErrors =
  (worldOf: NodeInterfaceOptions['worldOf']): ScopeHooks['onError'] =>
  (error, request, reply) => {
    // The guards in front of all interfaces refuse before the node has set its headers.
    identify(worldOf(request), reply)
    addCorsHeaders(request, reply)
    if (isBodyTooLarge(error)) return sendText(reply, 413, 'request body too large\n')
    const { statusCode, message } = asHttpError(error)
    if (statusCode === 500) request.log.error(error)
    // G-63: rate limits and wrong Snowglobe headers have this form too.
    return sendJsonText(reply.status(statusCode), errorBody('node', statusCode, message))
  }

/**
 * Answers a request without a service. An unclean path gets 301 to its clean form, a known path with
 * another method than POST gets 405, and any other path 404. This includes the unclean paths that do
 * not begin with `/ext` and reach the Data API.
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
