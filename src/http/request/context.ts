import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from '../../accounts/owners.ts'
import { unknownPath } from '../../accounts/usage-counts.ts'
import { monotonicMs } from '../../time/clock.ts'
import type { World } from '../../world/world.ts'
import { type ApiKey, apiKeyOf } from '../guards/api-key.ts'
import { isPreflight } from '../guards/cors.ts'
import { dialectHeader, faultHeader } from '../headers.ts'
import { createInterning } from '../journal/interning.ts'
import { shortened } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { InternalErrors } from '../server/internal-errors.ts'
import type { ProcessMeters } from '../server/process-meters.ts'
import type { RequestWorld } from '../worlds/world-handle.ts'
import { namedWorld, type WorldsOfRequests } from '../worlds/world-of-request.ts'
import type { Dialect } from './dialect.ts'
import { type ContractInterface, contractInterface, type InterfaceName } from './interfaces.ts'
import { computeUnitsOf, type RouteConfig, routeConfigOf } from './route-config.ts'

/** Data of a request to the four interfaces for the counters and the journal. */
interface TrackedRequest {
  readonly interface: ContractInterface
  /** Undefined for a path that does not exist; for JSON-RPC the body holds it. */
  readonly operation: string | undefined
  /** URL in the form that the router sees. */
  readonly url: string
  readonly key: ApiKey | undefined
  /** Empty for a path that does not exist, and for calls of the node. */
  readonly config: RouteConfig
  /** Start in milliseconds of the process. */
  readonly startedAt: number
  readonly requestWorld: RequestWorld
}

/**
 * Data of a request until its response is complete. It is computed once and stored in one object,
 * because Fastify computes some of it on every access, which costs more.
 */
export interface RequestContext extends TrackedRequest {
  readonly of: InterfaceName
  /** Unknown for JSON-RPC before the body was read. */
  operation: string | undefined
  /**
   * World of the request. A request that is refused before its world is known gets the main world.
   */
  requestWorld: RequestWorld
  /** Dialect of the Data and Metrics APIs; for JSON-RPC each call has its own. */
  dialect: Dialect
  /** Id of the entry in the journal of the world; 0 if there is none. */
  entryId: number
  /** Sink for the errors of the request's listeners and timers. */
  readonly errors: InternalErrors
  /** JSON text as it was sent, if it is parsed for the handler. */
  body: string | undefined
  /** Whether rules and guards wait for the body, because a fault rule looks at bodies. */
  awaitsBody: boolean
}

/** Tracks requests from the start of their turn to the end on their connection. */
export interface RequestTracker {
  /**
   * Starts the tracking of a request.
   * @throws HttpError if a request names a world that it cannot have; it is tracked nevertheless
   */
  start(of: InterfaceName, request: FastifyRequest, reply: FastifyReply): RequestContext
  /** Records a request that is answered at once and needs no further data. */
  record(
    trackedRequest: TrackedRequest,
    tracked: TrackedResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): void
}

/** Response to a tracked request. */
type TrackedResponse = Pick<JournalEntry, 'dialect' | 'body' | 'hasNextPage' | 'version'> & {
  readonly status: number
}

/** Name of the decorator, which gives requests the property from their creation. */
const contextKey = 'snowglobeContext'

interface WithContext {
  [contextKey]: RequestContext | null
}

/** Adds the property for the context to every request of a server. */
export const decorateWithContext = (app: FastifyInstance): void => {
  app.decorateRequest(contextKey, null)
}

/** Returns the context of a request to one of the four interfaces. */
export const contextOf = (request: FastifyRequest): RequestContext =>
  (request as unknown as WithContext)[contextKey] as RequestContext

/** Returns the journal entry of a request, if the journal still has it. */
export const entryOf = ({ requestWorld, entryId }: RequestContext): JournalEntry | undefined =>
  requestWorld.journal.find(entryId)

/** Returns the world for a request to the node: its own, with the active scenarios applied. */
export const nodeWorldOf = (request: FastifyRequest): World =>
  contextOf(request).requestWorld.scenarios.node

/** Counts an answered request of the Data and Metrics APIs for the owner of its key. */
function countUsage(tracked: TrackedRequest, endedAt: number, status: number): void {
  const { interface: of, config, url, key, startedAt, requestWorld } = tracked
  if (of !== 'data' && of !== 'metrics') return
  const { path = unknownPath } = config
  const chain = status < 400 && hasChain(path) ? (chainInUrl.exec(url)?.[1] ?? '') : ''
  requestWorld.usage.count(
    { owner: ownerOf(key?.text), path, status, chain, units: computeUnitsOf(config) },
    requestWorld.world.clock.nowSeconds(),
    endedAt - startedAt,
  )
}

const hasChain = (path: string): boolean => path.includes('/chains/{chainId}')
const chainInUrl = /\/chains\/([0-9A-Za-z]+)/

/** Returns a body that the handler gets as text. */
const textOf = ({ body }: FastifyRequest): string | undefined =>
  typeof body === 'string' ? body : undefined

/**
 * Creates the tracker, which records the end of each request. Errors thrown then do not end the
 * process.
 */
export function createRequestTracker(
  worlds: WorldsOfRequests,
  { requests: tally, errors }: Pick<ProcessMeters, 'requests' | 'errors'>,
): RequestTracker {
  const bodyOf = createInterning()

  function end(context: RequestContext, request: FastifyRequest, reply: FastifyReply): void {
    const endedAt = monotonicMs()
    const status = reply.raw.headersSent ? reply.raw.statusCode : undefined
    const faultId = reply.getHeader(faultHeader) as string | undefined
    const hadFault = faultId !== undefined || request.headers[faultHeader] === String(status)
    tally.count(context, endedAt, status, hadFault)
    if (status !== undefined && !isPreflight(request)) countUsage(context, endedAt, status)
    const entry = entryOf(context)
    if (!entry) return
    // A rule may set a date, but the entry holds seconds only.
    const retryAfter = Number(reply.getHeader('retry-after'))
    entry.endedAt = endedAt
    if (!reply.raw.writableFinished) entry.version = undefined
    entry.operation = context.operation
    entry.status = status
    entry.retryAfter = Number.isInteger(retryAfter) ? retryAfter : undefined
    entry.faultId = faultId
    entry.dialect = reply.getHeader(dialectHeader) as string | undefined
    context.requestWorld.journal.storeBody(entry, shortened(context.body ?? textOf(request)))
  }

  return {
    start(of, request, reply) {
      const config = routeConfigOf(request)
      const context: RequestContext = {
        of,
        interface: contractInterface(of, request.url),
        config,
        operation: config.operationId,
        url: request.url,
        key: apiKeyOf(request),
        startedAt: monotonicMs(),
        requestWorld: worlds.main,
        dialect: 'documented',
        entryId: 0,
        errors,
        body: undefined,
        awaitsBody: false,
      }
      ;(request as unknown as WithContext)[contextKey] = context
      reply.raw.on(
        'close',
        errors.guard(() => end(context, request, reply)),
      )
      if (!isPreflight(request)) context.requestWorld = namedWorld(request, context.key, worlds)
      if (!config.isPublic)
        context.entryId = context.requestWorld.journal.begin(context, request.raw)
      return context
    },
    record(trackedRequest, { status, dialect, body, hasNextPage, version }, request, response) {
      const { journal } = trackedRequest.requestWorld
      const id = journal.begin(trackedRequest, request)
      const entry = journal.find(id)
      if (entry) {
        entry.status = status
        entry.dialect = dialect
        entry.hasNextPage = hasNextPage
        entry.version = version
        journal.storeBody(entry, body === undefined ? undefined : bodyOf(body))
      }
      response.on(
        'close',
        errors.guard(() => {
          const endedAt = monotonicMs()
          tally.count(trackedRequest, endedAt, status, false)
          countUsage(trackedRequest, endedAt, status)
          const remembered = journal.find(id)
          if (!remembered) return
          remembered.endedAt = endedAt
          if (!response.writableFinished) remembered.version = undefined
        }),
      )
    },
  }
}
