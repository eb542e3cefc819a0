import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { type RouteConfig, routeConfigOf } from './route-config.ts'

/** What the counts and the journal are told of a request of the four interfaces. */
export interface TrackedRequest {
  readonly interface: ContractInterface
  /** Undefined for a path that does not exist; of JSON-RPC the body says it. */
  readonly operation: string | undefined
  /** As the router sees it. */
  readonly url: string
  readonly key: ApiKey | undefined
  /** Milliseconds of the process. */
  readonly startedAt: number
  readonly handle: RequestWorld
}

/**
 * What is known of a request until its answer is over. It is found out once and kept in one object:
 * what Fastify finds out anew whenever it is asked costs more than an answer that is kept.
 */
export interface RequestContext extends TrackedRequest {
  readonly of: InterfaceName
  /** Empty for a path that does not exist. */
  readonly config: RouteConfig
  /** Of JSON-RPC not known before the body was read. */
  operation: string | undefined
  /** Who is refused before their world is known is answered as somebody of the main one. */
  handle: RequestWorld
  /** Of the Data and Metrics APIs; of JSON-RPC each call has its own. */
  dialect: Dialect
  /** By which the journal of its world remembers it; 0: it does not. */
  entryId: number
  /** Where listeners and timers of the request report what they throw. */
  readonly errors: InternalErrors
  /** JSON as it was sent, where it is parsed for the handler. */
  body: string | undefined
}

/** Follows requests from where their turn has come to where the connection is done with them. */
export interface RequestTracker {
  /** @throws HttpError where a request names a world that it cannot have; it is followed all the same */
  start(of: InterfaceName, request: FastifyRequest, reply: FastifyReply): RequestContext
  /** Tells of a request that is answered at once, and of which nothing else has to be known. */
  record(
    asked: TrackedRequest,
    answered: TrackedResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): void
}

/** How a request is answered. */
export type TrackedResponse = Pick<JournalEntry, 'dialect' | 'body' | 'hasNextPage'> & {
  readonly status: number
}

/** Name of the decorator: a property that requests have from the beginning. */
const contextKey = 'snowglobeContext'

interface WithContext {
  [contextKey]: RequestContext | null
}

/** Gives every request of a server room for a context. */
export const decorateWithContext = (app: FastifyInstance): void => {
  app.decorateRequest(contextKey, null)
}

/** The context of a request to one of the four interfaces. */
export const contextOf = (request: FastifyRequest): RequestContext =>
  (request as unknown as WithContext)[contextKey] as RequestContext

/** How the journal remembers a request, if it still does. */
export const entryOf = ({ handle, entryId }: RequestContext): JournalEntry | undefined =>
  handle.journal.find(entryId)

/** The world that a request to the node is answered from: its own, as its scenarios have it shown. */
export const nodeWorldOf = (request: FastifyRequest): World =>
  contextOf(request).handle.scenarios.node

/** A body that the handler gets as text. */
const textOf = ({ body }: FastifyRequest): string | undefined =>
  typeof body === 'string' ? body : undefined

/** The end of each request is noted here, and nothing that is thrown then ends the process. */
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
    const entry = entryOf(context)
    if (!entry) return
    // A rule may say a date, which no wait is compared with.
    const retryAfter = Number(reply.getHeader('retry-after'))
    entry.endedAt = endedAt
    entry.operation = context.operation
    entry.status = status
    entry.retryAfter = Number.isInteger(retryAfter) ? retryAfter : undefined
    entry.faultId = faultId
    entry.dialect = reply.getHeader(dialectHeader) as string | undefined
    context.handle.journal.keepBody(entry, shortened(context.body ?? textOf(request)))
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
        handle: worlds.main,
        dialect: 'documented',
        entryId: 0,
        errors,
        body: undefined,
      }
      ;(request as unknown as WithContext)[contextKey] = context
      reply.raw.on(
        'close',
        errors.guard(() => end(context, request, reply)),
      )
      if (!isPreflight(request)) context.handle = namedWorld(request, context.key, worlds)
      if (!config.isPublic) context.entryId = context.handle.journal.begin(context, request.raw)
      return context
    },
    record(asked, { status, dialect, body, hasNextPage }, request, response) {
      const { journal } = asked.handle
      const id = journal.begin(asked, request)
      const entry = journal.find(id)
      if (entry) {
        entry.status = status
        entry.dialect = dialect
        entry.hasNextPage = hasNextPage
        journal.keepBody(entry, body === undefined ? undefined : bodyOf(body))
      }
      response.on(
        'close',
        errors.guard(() => {
          const endedAt = monotonicMs()
          tally.count(asked, endedAt, status, false)
          const remembered = journal.find(id)
          if (remembered) remembered.endedAt = endedAt
        }),
      )
    },
  }
}
