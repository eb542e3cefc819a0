import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { NoBody } from '../../../schemas/operation.ts'
import {
  type CachedResponse,
  createVersionOf,
  hasNextPage,
  type ResponseCache,
} from '../cache/response-cache.ts'
import { hasWalletToken } from '../guards/api-key.ts'
import { contextOf, entryOf } from '../request/context.ts'
import type { RouteConfig } from '../request/route-config.ts'
import { routerPath } from '../request/url.ts'
import { inputReader } from '../request/validation.ts'
import { jsonPieces, withValues } from '../response/json-list.ts'
import { sendJson, sendJsonParts } from '../response/send-json.ts'
import { underScenarios } from '../scenarios/under-scenarios.ts'
import { withHead } from '../server/methods.ts'
import { inOrder } from './in-order.ts'
import { RequestCaller, type Route } from './route.ts'
import type { Inspect } from './route-shape.ts'

export interface RestInterfaceOptions {
  readonly routes: readonly Route[]
  /** Absent if responses are not cached. */
  readonly cache: ResponseCache | undefined
  /** Configured address of the server; undefined: the one that a request was sent to. */
  readonly publicUrl?: string | undefined
  /** Inspects every response before it becomes bytes; tests compare it with the contract here. */
  readonly inspect?: Inspect | undefined
}

/** Registers routes of the Data or Metrics API: validation by the contract, then the handler. */
export const restInterface: FastifyPluginCallbackTypebox<RestInterfaceOptions> = (
  app,
  { routes, cache, inspect, publicUrl },
  done,
) => {
  const versionOf = cache?.versionOf ?? createVersionOf()
  for (const route of routes) {
    const { method, path, operationId, isPublic, needsWriter, namesOrigin, computeUnits } =
      route.operation
    const hasBody = route.operation.response !== NoBody
    const read = inputReader(route.operation)
    const respond = underScenarios(inOrder(route))
    // A health response has to show the current state, so it is not cached.
    const isRepeatable = method === 'GET' && !isPublic && !needsWriter
    const config: RouteConfig = {
      operationId,
      path,
      computeUnits,
      ...(isPublic && { isPublic }),
      ...(needsWriter && { needsWriter }),
    }
    app.route({
      method: withHead(method),
      url: routerPath(path),
      config,
      handler: (request, reply) => {
        const context = contextOf(request)
        const { dialect, of } = context
        const world = context.requestWorld.scenarios.indexer.view
        const status = hasBody
          ? (route.successStatus?.(dialect) ?? route.operation.status ?? 200)
          : 201
        reply.status(status)
        const version = isRepeatable ? versionOf(world, dialect) : undefined
        const caller = new RequestCaller(context, request, publicUrl)
        // The fast path finds responses by URL alone, so it never finds those with an origin.
        const cacheKey = namesOrigin ? `${request.url} ${caller.nodeOrigin}` : request.url
        const known = version !== undefined ? cache?.find(version, cacheKey) : undefined
        if (known && cache) return sendCached(cache, known)

        const response = respond(world, read(request), {
          dialect,
          actual: context.requestWorld.world,
          caller,
        })
        return response instanceof Promise ? response.then(send) : send(response)

        function send(response: unknown) {
          if (!hasBody) return reply.send()
          inspect?.(route, withValues(response), dialect)
          if (version !== undefined && cache) {
            // A response to a request with a key in its URL depends on that key, for which the fast
            // path does not look.
            const source = hasWalletToken(request) ? undefined : { of, config, status }
            const meta = { hasNextPage: hasNextPage(response), source }
            return sendCached(cache, cache.store(version, cacheKey, jsonPieces(response), meta))
          }
          record(hasNextPage(response))
          return sendJson(reply, response)
        }

        function sendCached(cache: ResponseCache, response: CachedResponse) {
          record(response.hasNextPage)
          return sendJsonParts(reply, cache.bodyOf(response))
        }

        /** Records in the journal what was sent, and whether it is a page with a successor. */
        function record(isFollowed: boolean) {
          const entry = entryOf(context)
          if (!entry) return
          entry.hasNextPage = isFollowed
          entry.version = version
        }
      },
    })
  }
  done()
}
