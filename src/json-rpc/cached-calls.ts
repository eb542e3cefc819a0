import {
  type CurrentHeaders,
  type FastPath,
  plainDialect,
  plainRequest,
} from '../http/cache/fast-path.ts'
import type { ResponseCache } from '../http/cache/response-cache.ts'
import { dialectHeader } from '../http/headers.ts'
import type { RequestTracker } from '../http/request/context.ts'
import { contractInterface } from '../http/request/interfaces.ts'
import { jsonType } from '../http/response/send-json.ts'
import type { WorldsOfRequests } from '../http/worlds/world-of-request.ts'
import { monotonicMs } from '../time/clock.ts'
import { nodeIdOfWorld } from './admission.ts'
import { hostIsAllowed } from './allowed-hosts.ts'
import { mediaTypeOf } from './media-type.ts'
import { nodePrefix } from './paths.ts'
import { decodeRequest } from './request.ts'

/**
 * Maximum bytes of bodies and responses of cached calls; ranges of containers are cached in parts.
 */
const maxBody = 1024
const maxLine = 2 * 1024

/** Body split around its numeric id, because clients use another one for each request. */
interface SplitBody {
  readonly before: string
  readonly id: string
  readonly after: string
}

interface CachedCall {
  readonly url: string
  readonly body: string
  /** Response: one line of JSON with the id at its end. */
  readonly line: string
  readonly method: string
}

/** Caches the response to a call for equal calls, even with another number as id. */
export function cacheCall(cache: ResponseCache, version: number, call: CachedCall): void {
  const { url, body, line, method } = call
  if (body.length > maxBody || line.length > maxLine) return
  const split = splitAtId(body)
  if (!split || !isId(split) || Buffer.byteLength(body) !== body.length) return
  const source = { of: 'node', config: { operationId: method }, status: 200 } as const
  const text = line.slice(0, -endOf(split).length)
  cache.store(version, questionOf(url, split), [text], { hasNextPage: false, source })
}

/** Builds the fast path of the node's interfaces. */
export function callFastPath(
  worlds: WorldsOfRequests,
  cache: ResponseCache,
  tracker: RequestTracker,
  allowedHosts: readonly string[],
  headersFor: CurrentHeaders,
): FastPath {
  return (request, response) => {
    const { method, url = '', headers, readableLength: length } = request
    if (method !== 'POST' || !url.startsWith(nodePrefix)) return false
    if (!request.complete || length === 0 || length > maxBody) return false
    if (mediaTypeOf(headers) !== 'application/json') return false
    // Requests with CORS, or with the header that only VMs read, take the full pipeline.
    if (headers.origin !== undefined || headers['avalanche-api-route'] !== undefined) return false
    if (!hostIsAllowed(headers.host, allowedHosts)) return false
    const added = headersFor(request)
    const plain = added && plainRequest(request, worlds)
    if (!plain) return false
    const { requestWorld, key } = plain
    if (!requestWorld.world.isCurrent) return false
    const world = requestWorld.scenarios.node
    const dialect = plainDialect(request, world)
    if (!dialect) return false

    const bytes: Buffer = request.read(length)
    // In cached texts each character is a byte.
    const body = bytes.toString('latin1')
    const split = splitAtId(body)
    const cached = split && cache.find(cache.versionOf(world, dialect), questionOf(url, split))
    const text = cached && cache.textOf(cached)
    if (!split || !cached?.source || text === undefined) {
      request.unshift(bytes)
      return false
    }

    const { config, status } = cached.source
    tracker.record(
      {
        config: noConfig,
        interface: contractInterface('node', url),
        operation: config.operationId,
        url,
        key,
        startedAt: monotonicMs(),
        requestWorld,
      },
      { status, dialect, body, hasNextPage: false, version: undefined },
      request,
      response,
    )
    const line = text + endOf(split)
    response.writeHead(status, [
      'node-id',
      nodeIdOfWorld(world),
      'vary',
      'Origin',
      dialectHeader,
      dialect,
      'x-content-type-options',
      'nosniff',
      'content-type',
      jsonType,
      ...added,
      'content-length',
      String(line.length),
    ])
    response.end(line, 'latin1')
    return true
  }
}

/** Builds the cache key; the length marks the position of the id, so that other bodies differ. */
const questionOf = (url: string, { before, after }: SplitBody) =>
  `${url} ${before.length} ${before}${after}`

/** Returns the end of a response line. */
const endOf = ({ id }: SplitBody) => `${id}}\n`

/** Splits a body at the first number that seems to be its id. */
function splitAtId(body: string): SplitBody | undefined {
  const found = /"id": ?(0|[1-9]\d{0,14})(?=[,} ])/.exec(body)
  const id = found?.[1]
  if (!found || id === undefined) return undefined
  const end = found.index + found[0].length
  return { before: body.slice(0, end - id.length), id, after: body.slice(end) }
}

/**
 * Tells whether the number is the id of the request: another number in its place is then the id.
 */
function isId({ before, id, after }: SplitBody): boolean {
  const otherId = id === '1' ? '2' : '1'
  return [id, otherId].every((one) => decodeRequest(before + one + after).id === one)
}

/** Calls of the node are no operations of the Data or Metrics API. */
const noConfig = {}
