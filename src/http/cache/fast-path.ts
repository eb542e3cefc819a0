import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxKeyLength } from '../../../schemas/keys.ts'
import { monotonicMs } from '../../time/clock.ts'
import type { World } from '../../world/world.ts'
import { type ApiKey, keyOfHeaders } from '../guards/api-key.ts'
import { pageHeaders } from '../guards/cors.ts'
import { dialectHeader, faultHeader } from '../headers.ts'
import type { RequestTracker } from '../request/context.ts'
import { type Dialect, dialectOf } from '../request/dialect.ts'
import { contractInterface } from '../request/interfaces.ts'
import { cleanUrl } from '../request/url.ts'
import { jsonType } from '../response/send-json.ts'
import { isUnguarded, type RequestWorld } from '../worlds/world-handle.ts'
import { namedWorld, type WorldsOfRequests } from '../worlds/world-of-request.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/**
 * Sends a cached response without the router and the hooks, which cost more than the sending.
 * @returns whether it has; if not, nothing has happened, and the request takes the full pipeline
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Tells whether a response from memory has everything that a request has to see, and returns headers
 * for it, alternating names and values; undefined: the full pipeline has to find out.
 */
export type CurrentHeaders = (request: IncomingMessage) => readonly string[] | undefined

/** Request that no guard, fault rule or limit would look at. */
interface PlainRequest {
  readonly requestWorld: RequestWorld
  readonly key: ApiKey | undefined
}

/** Returns the request, or undefined if the full pipeline has to answer or refuse it. */
export function plainRequest(
  request: IncomingMessage,
  worlds: WorldsOfRequests,
): PlainRequest | undefined {
  const { headers } = request
  if (headers[faultHeader] !== undefined) return undefined
  const key = keyOfHeaders(headers)
  if (key && key.text.length > maxKeyLength) return undefined
  const requestWorld = orUndefined(() => namedWorld(request, key, worlds))
  return requestWorld && isUnguarded(requestWorld) ? { requestWorld, key } : undefined
}

/** Returns the dialect of a request, or undefined for a header that has to be refused. */
export const plainDialect = (request: IncomingMessage, world: World): Dialect | undefined =>
  orUndefined(() => dialectOf(request.headers, world.dialect, false))

function orUndefined<Value>(find: () => Value): Value | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** Builds the fast path of the Data and Metrics APIs. */
export function restFastPath(
  worlds: WorldsOfRequests,
  cache: ResponseCache,
  tracker: RequestTracker,
  headersFor: CurrentHeaders,
): FastPath {
  return (request, response) => {
    if (request.method !== 'GET') return false
    const added = headersFor(request)
    if (!added) return false
    const plain = plainRequest(request, worlds)
    if (!plain) return false
    const { requestWorld, key } = plain
    const { indexer } = requestWorld.scenarios
    if (!indexer.isCurrent) return false
    const dialect = plainDialect(request, requestWorld.world)
    if (!dialect) return false
    const url = cleanUrl(request.url ?? '/')
    const version = cache.versionOf(indexer.view, dialect)
    const cached = cache.find(version, url)
    if (!cached?.source) return false

    const { of, config, status } = cached.source
    tracker.record(
      {
        interface: contractInterface(of, url),
        operation: config.operationId,
        config,
        // The URL of the first request is reused, so that equal ones need not be stored again.
        url: cached.cacheKey,
        key,
        startedAt: monotonicMs(),
        requestWorld,
      },
      { status, dialect, body: undefined, hasNextPage: cached.hasNextPage, version },
      request,
      response,
    )
    const length = String(cached.length)
    response.writeHead(status, [...headersOf[dialect], ...added, 'content-length', length])
    sendBody(response, cache, cached)
    return true
  }
}

const headersIn = (dialect: Dialect): readonly string[] =>
  Object.entries({ ...pageHeaders, [dialectHeader]: dialect, 'content-type': jsonType }).flat()

const headersOf = { documented: headersIn('documented'), live: headersIn('live') }

/** Sends a cached body; a short text goes out in one write with its head. */
function sendBody(response: ServerResponse, cache: ResponseCache, cached: CachedResponse): void {
  const text = cache.textOf(cached)
  if (text !== undefined) {
    response.end(text, 'latin1')
    return
  }
  const body = cache.bodyOf(cached)
  if (body.length === 1) {
    response.end(body[0])
    return
  }
  response.cork()
  for (const part of body) response.write(part)
  response.end()
}
