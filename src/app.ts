import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from './config.ts'
import { indexServices } from './container-index/index.ts'
import { dataRoutes } from './data/index.ts'
import { sendJsonText } from './http/answer.ts'
import { dialectHeader, dialectOf } from './http/dialect.ts'
import { asHttpError, errorBody } from './http/error-body.ts'
import { badRequest, type HttpError, notFound } from './http/errors.ts'
import { apiKeyInQuery } from './http/guards/api-key.ts'
import { allowAnyOrigin, answerPreflight, isPreflight } from './http/guards/cors.ts'
import { guard } from './http/guards/guard.ts'
import { oneAtATime } from './http/guards/one-at-a-time.ts'
import { interfaceOf } from './http/interfaces.ts'
import { openApiRoute } from './http/openapi/openapi-route.ts'
import { type RestInterfaceOptions, restInterface } from './http/rest-interface.ts'
import { isUnserved } from './http/unserved.ts'
import { cleanUrl, maxUrlLength } from './http/url.ts'
import { maxPathParameterLength } from './http/validation.ts'
import type { WorldHandle } from './http/world-handle.ts'
import { infoService } from './info/index.ts'
import { nodeInterface, nodeNotFound, nodePrefix } from './json-rpc/node-interface.ts'
import { metricsRoutes } from './metrics/index.ts'
import { operations } from './operations.ts'

export interface AppOptions {
  readonly config: Config
  readonly handle: WorldHandle
  readonly inspect?: RestInterfaceOptions['inspect']
}

/** The server without a socket: guards, then one scope per interface. */
export function buildApp({ config, handle, inspect }: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : loggerOptions(config),
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'info' && config.logLevel !== 'debug',
    }),
    rewriteUrl: (request) => cleanUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: maxPathParameterLength },
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    forceCloseConnections: true,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) =>
      sendError(request, reply, badRequest('The URL has a malformed percent-encoding')),
  })

  app.setErrorHandler((error, request, reply) =>
    sendError(request, reply, asHttpError(error), error),
  )

  const worldOf = () => handle.world
  const nodeOptions = {
    worldOf,
    services: [infoService(config.publicNode), ...(config.indexEnabled ? indexServices : [])],
    allowedHosts: config.httpAllowedHosts,
  }
  const answerNodeNotFound = nodeNotFound(nodeOptions)
  app.addHook('onRequest', oneAtATime())
  app.addHook('onRequest', (request, reply, done) => {
    const interfaceName = interfaceOf(request.url)
    if (interfaceName !== 'node') {
      allowAnyOrigin(reply)
      if (isPreflight(request)) {
        answerPreflight(reply)
        return
      }
      reply.header(
        dialectHeader,
        dialectOf(request.headers, handle.world.dialect, apiKeyInQuery(request)),
      )
    }
    guard(handle, interfaceName, request, reply)
    // Before the body is read: the node refuses a wrong path or method whatever the body is.
    if (interfaceName === 'node' && request.is404) answerNodeNotFound(request, reply)
    else done()
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, missing(request)))

  app.register(restInterface, { routes: [...dataRoutes, ...metricsRoutes], worldOf, inspect })
  app.register(nodeInterface, { ...nodeOptions, prefix: nodePrefix })
  app.register(openApiRoute, { operations })
  return app
}

function missing(request: FastifyRequest): HttpError {
  const [path = '/'] = request.url.split('?', 1)
  if (request.url.length > maxUrlLength)
    return badRequest(`The URL must have at most ${maxUrlLength} characters`)
  const longest = Math.max(...path.split('/').map((segment) => segment.length))
  if (longest > maxPathParameterLength)
    return badRequest(`A path segment must have at most ${maxPathParameterLength} characters`)
  const asked = `${request.method} ${path.slice(0, 256)}`
  // G-81
  return isUnserved(request.method, path)
    ? notFound(`Snowglobe does not serve ${asked}, which the deployed service has`)
    : notFound(`Cannot ${asked}`)
}

/** An error in the shape of the interface that the URL belongs to; the cause of a 5xx is logged. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: HttpError,
  cause?: unknown,
): FastifyReply {
  // An asked fault is its own cause and no news to anybody.
  if (error.statusCode === 500 && cause !== undefined && cause !== error) request.log.error(cause)
  const interfaceName = interfaceOf(request.url)
  return sendJsonText(
    reply.status(error.statusCode),
    errorBody(interfaceName, error.statusCode, error.message),
  )
}

/** What Node cannot parse reaches no route: an oversized header, a malformed request line. G-19 */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The URL and headers together are too long'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'The request took too long to arrive'
        : 'The request is not HTTP/1.1'
  const body = errorBody('data', 400, message)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** JSON lines on stderr; keys never appear in them. */
const loggerOptions = ({ logLevel }: Config) => ({
  level: logLevel,
  stream: process.stderr,
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({
      method,
      url: url.replace(/([?&]rltoken=)[^&]*/g, '$1[redacted]'),
      ip,
    }),
  },
})
