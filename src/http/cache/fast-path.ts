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
 * Answers a request whose answer is kept without the router and the hooks, which cost more than
 * sending it does.
 * @returns whether it has; if not, nothing has happened, and the full pipeline answers
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** A request that no guard, no rule and no limit would look at. */
export interface PlainRequest {
  readonly handle: RequestWorld
  readonly key: ApiKey | undefined
}

/** Undefined for a request that the full pipeline has to answer, or to refuse. */
export function plainRequest(
  request: IncomingMessage,
  worlds: WorldsOfRequests,
): PlainRequest | undefined {
  const { headers } = request
  if (headers[faultHeader] !== undefined) return undefined
  const key = keyOfHeaders(headers)
  if (key && key.text.length > maxKeyLength) return undefined
  const handle = orUndefined(() => namedWorld(request, key, worlds))
  return handle && isUnguarded(handle) ? { handle, key } : undefined
}

/** The dialect of a request; undefined for a header that is to be refused. */
export const plainDialect = (request: IncomingMessage, world: World): Dialect | undefined =>
  orUndefined(() => dialectOf(request.headers, world.dialect, false))

function orUndefined<Value>(find: () => Value): Value | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** The fast path of the Data and Metrics APIs. */
export function restFastPath(
  worlds: WorldsOfRequests,
  cache: ResponseCache,
  tracker: RequestTracker,
): FastPath {
  return (request, response) => {
    if (request.method !== 'GET') return false
    const plain = plainRequest(request, worlds)
    if (!plain) return false
    const { handle, key } = plain
    const { indexer } = handle.scenarios
    if (!indexer.isCurrent) return false
    const dialect = plainDialect(request, handle.world)
    if (!dialect) return false
    const url = cleanUrl(request.url ?? '/')
    const answer = cache.find(cache.versionOf(indexer.shown, dialect), url)
    if (!answer?.source) return false

    const { of, config, status } = answer.source
    tracker.record(
      {
        interface: contractInterface(of, url),
        operation: config.operationId,
        // That of the first who asked: many equal ones need not be remembered.
        url: answer.question,
        key,
        startedAt: monotonicMs(),
        handle,
      },
      { status, dialect, body: undefined, hasNextPage: answer.hasNextPage },
      request,
      response,
    )
    response.writeHead(status, [...headersOf[dialect], 'content-length', String(answer.length)])
    sendBody(response, cache, answer)
    return true
  }
}

const headersIn = (dialect: Dialect): readonly string[] =>
  Object.entries({ ...pageHeaders, [dialectHeader]: dialect, 'content-type': jsonType }).flat()

const headersOf = { documented: headersIn('documented'), live: headersIn('live') }

/** Sends what is kept, a short text in one go with its head. */
function sendBody(response: ServerResponse, cache: ResponseCache, answer: CachedResponse): void {
  const text = cache.textOf(answer)
  if (text !== undefined) {
    response.end(text, 'latin1')
    return
  }
  const body = cache.bodyOf(answer)
  if (body.length === 1) {
    response.end(body[0])
    return
  }
  response.cork()
  for (const part of body) response.write(part)
  response.end()
}
