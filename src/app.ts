import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type onSendHookHandler,
} from 'fastify'
import { issuerOfRequest } from './chain-api/issuer.ts'
import { chainRoutes } from './chain-api/routes.ts'
import { chainServices } from './chain-api/services.ts'
import type { Config } from './config/config.ts'
import { indexServices } from './container-index/index.ts'
import type { Controls } from './control/controls.ts'
import {
  controlNotFound,
  controlPrefix,
  controlRoutes,
  isUnreadableControl,
  sendUnreadable,
} from './control/http/control-routes.ts'
import { introductionPath } from './control/http/introduction.ts'
import type { AskPlainly } from './control/page/ask-route.ts'
import { acceptsHtml } from './control/page/page-routes.ts'
import { fileRoutes } from './data/exports/file-routes.ts'
import { dataRoutes } from './data/index.ts'
import { type CurrentHeaders, restFastPath } from './http/cache/fast-path.ts'
import { serializePipelining } from './http/guards/serialize-pipelining.ts'
import { openApiRoute } from './http/openapi/openapi-route.ts'
import {
  contextOf,
  createRequestTracker,
  decorateWithContext,
  nodeWorldOf,
} from './http/request/context.ts'
import { metricsPrefixes } from './http/request/interfaces.ts'
import { cleanUrl } from './http/request/url.ts'
import { missing } from './http/response/missing.ts'
import { notFoundScope } from './http/response/not-found-scope.ts'
import { type RestInterfaceOptions, restInterface } from './http/rest/rest-interface.ts'
import { restHooks, restScope, sendUnroutable } from './http/rest/rest-scope.ts'
import { brokenRequestHandler, requestTimeoutMs } from './http/server/broken-request.ts'
import { type Connections, followConnections } from './http/server/connections.ts'
import { logging, logsRequests } from './http/server/logger.ts'
import type { ProcessMeters } from './http/server/process-meters.ts'
import { createRequestTally } from './http/server/request-tally.ts'
import { plainWorlds } from './http/worlds/plain-worlds.ts'
import { withoutWorld } from './http/worlds/world-in-path.ts'
import { headerWorldOf, type WorldsOfRequests } from './http/worlds/world-of-request.ts'
import {
  imageNotFound,
  imageRoutes,
  isUnreadableImage,
  sendNoImage,
} from './images/image-routes.ts'
import { infoService } from './info/index.ts'
import { callFastPath } from './json-rpc/cached-calls.ts'
import { guardNode, nodeGuards } from './json-rpc/node-guards.ts'
import { nodeErrors, nodeInterface, nodeNotFound } from './json-rpc/node-interface.ts'
import { leadsTo, nodePrefix } from './json-rpc/paths.ts'
import { metricsRoutes } from './metrics/index.ts'
import { operations } from './operations.ts'

export interface AppOptions {
  readonly config: Config
  readonly worlds: WorldsOfRequests
  readonly controls: Controls
  readonly meters: ProcessMeters
  readonly inspect?: RestInterfaceOptions['inspect']
  /** Hook that runs first when a request has its turn: another process may answer it. */
  readonly before?: onRequestHookHandler | undefined
  /** Hook that runs before each response is sent. */
  readonly after?: onSendHookHandler | undefined
  /** Headers of responses from memory; absent: none, and each request may have one. */
  readonly headersFor?: CurrentHeaders | undefined
}

const noHeaders: readonly string[] = []

interface App {
  readonly app: FastifyInstance
  readonly connections: Connections
}

/**
 * Builds the server without a socket: one scope per interface, each with its guards and error
 * bodies.
 */
export function buildApp(options: AppOptions): App {
  const { config, worlds, controls, meters, inspect, before, after } = options
  const { headersFor = () => noHeaders } = options
  const tracker = createRequestTracker(worlds, meters)
  const app = Fastify({
    ...logging(config.logLevel),
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    rewriteUrl: (request) => {
      const { method = '', headers } = request
      const url = withoutWorld(request)
      return !config.noAdmin && url === '/' && ['GET', 'HEAD'].includes(method)
        ? `${controlPrefix}${acceptsHtml(headers.accept) ? '/' : introductionPath}`
        : cleanUrl(url)
    },
    // The limit exceeds any URL that arrives: a route refuses long parameters in its interface's
    // words.
    routerOptions: { maxParamLength: 16 * 1024 },
    bodyLimit: 1024 * 1024,
    requestTimeout: requestTimeoutMs,
    // Node by default checks every 30 seconds, and uses the later one of the two times.
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => refuseBroken(error, socket),
    frameworkErrors: (_error, request, reply) => {
      if (isUnreadableImage(request.url)) sendNoImage(request, reply)
      else if (!config.noAdmin && isUnreadableControl(request.url))
        sendUnreadable(request, reply, config)
      else sendUnroutable(reply)
    },
  })

  meters.errors.logTo((error) => app.log.error(error))
  const connections = followConnections(app.server)
  const { cache } = meters
  const fastPaths =
    cache && !logsRequests(config.logLevel)
      ? [
          restFastPath(worlds, cache, tracker, headersFor),
          callFastPath(worlds, cache, tracker, config.httpAllowedHosts, headersFor),
        ]
      : []
  // Takes the request listeners of the server over, which Fastify has set by now.
  const queueRefusal = serializePipelining(app.server, connections, fastPaths, meters.errors)
  const refuseBroken = brokenRequestHandler(queueRefusal)

  decorateWithContext(app)
  const nodeOptions = {
    worldOf: nodeWorldOf,
    noteCall: (request: FastifyRequest, method: string) => {
      contextOf(request).operation = method
    },
    services: [
      infoService(config.publicNode),
      ...(config.indexEnabled ? indexServices : []),
      ...chainServices,
    ],
    issuerOf: issuerOfRequest,
    more: chainRoutes,
    cache,
    allowedHosts: config.httpAllowedHosts,
  }
  const dataHooks = restHooks('data', tracker)
  const metricsHooks = restHooks('metrics', tracker)
  const guards = nodeGuards(tracker)
  const sendNodeNotFound = nodeNotFound(nodeOptions)

  const { publicUrl } = config
  const data: FastifyPluginCallback = (scope, _options, done) => {
    restScope(scope, dataHooks)
    scope.register(restInterface, { routes: dataRoutes, cache, inspect, publicUrl })
    scope.register(openApiRoute, { operations })
    done()
  }

  const metrics: FastifyPluginCallback = (scope, _options, done) => {
    restScope(scope, metricsHooks)
    scope.register(restInterface, { routes: metricsRoutes, cache, inspect })
    done()
  }

  const node: FastifyPluginCallback = (scope, _options, done) => {
    guardNode(scope, guards)
    scope.register(nodeInterface, nodeOptions)
    done()
  }

  const refuse = (request: FastifyRequest): never => {
    throw missing(request)
  }
  const sendMissing = (request: FastifyRequest, reply: FastifyReply) => {
    // The node cleans paths such as `//ext/info` before it routes.
    if (leadsTo(nodePrefix, request.url)) sendNodeNotFound(request, reply)
    else refuse(request)
  }

  if (before) app.addHook('onRequest', before)
  if (after) app.addHook('onSend', after)
  app.register(data)
  app.register(metrics)
  app.register(node, { prefix: nodePrefix })
  app.register(imageRoutes)
  app.register(fileRoutes, { worlds: () => worlds.loaded() })
  if (!config.noAdmin)
    app.register(controlRoutes, {
      prefix: controlPrefix,
      controlOf: (request) => controls.of(headerWorldOf(request)),
      safety: config,
      askPlainly: plainly({ config, worlds, controls, meters, inspect }, app),
    })
  app.register(notFoundScope, {
    interfaces: [
      // G-20: other methods of the Data API's paths below /v2.
      { ...dataHooks, below: dataPathsBelowMetrics, send: refuse },
      { ...metricsHooks, below: metricsPrefixes, send: refuse },
      {
        onRequest: guards.onRequest,
        onError: nodeErrors(nodeWorldOf),
        below: [nodePrefix],
        send: sendNodeNotFound,
      },
      imageNotFound,
      ...(config.noAdmin ? [] : [controlNotFound(config)]),
      // G-74
      { ...dataHooks, below: [''], send: sendMissing },
    ],
  })
  return { app, connections }
}

/**
 * Answers requests by the worlds alone, without rules, limits, scenarios or a journal entry. It
 * uses a separate server without a socket, created on the first request.
 */
function plainly(options: AppOptions, beside: FastifyInstance): AskPlainly {
  let made: FastifyInstance | undefined
  beside.addHook('onClose', async () => made?.close())
  return (request) => {
    made ??= buildApp({
      ...options,
      config: { ...options.config, noAdmin: true },
      worlds: plainWorlds(options.worlds),
      meters: { ...options.meters, requests: createRequestTally(), cache: undefined },
    }).app
    return made.inject(request)
  }
}

/** Replaces Fastify's schema compilers, which need not load: validation.ts reads the requests. */
const noSchemas = () => {
  throw new Error(
    'internal error: a route declares a schema of Fastify; declare the operation in schemas/ instead',
  )
}

const dataPathsBelowMetrics = dataRoutes
  .filter(({ operation }) => operation.isOfDataApi)
  .map(({ operation }) => operation.path)
