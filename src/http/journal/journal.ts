import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs, wallMs } from '../../clock.ts'
import type { World } from '../../world/world.ts'
import { dialectHeader } from '../dialect.ts'
import { faultHeader } from '../faults/act-on.ts'
import { contractInterface } from '../faults/asked-request.ts'
import { apiKeyOf } from '../guards/api-key.ts'
import { isUnguarded, type RouteConfig } from '../guards/guard.ts'
import type { InterfaceName } from '../interfaces.ts'
import type { JournalSpace } from './journal-space.ts'

/** A request as it was met: nothing is formatted before somebody asks. */
export interface JournalEntry {
  /** Counts from 1 in the order of arrival. */
  readonly id: number
  readonly journal: Journal
  readonly interface: 'data' | 'metrics' | 'info' | 'index'
  /** Of JSON-RPC the body says it. */
  readonly operation: string | undefined
  readonly method: string
  readonly url: string
  /**
   * Names and values in turn, a line each, as they were sent. One text: thousands of requests are
   * kept for a while, and what many small objects cost is moving them while they are.
   */
  readonly headerLines: string
  readonly address: string
  readonly key: string | undefined
  /** Milliseconds of the world, of the wall, of the process. */
  readonly timeMs: number
  readonly receivedMs: number
  readonly startedAt: number
  /** Entries of the world's log. */
  readonly head: number
  /** When the connection was done with it; undefined before. */
  endedAt: number | undefined
  status: number | undefined
  retryAfter: number | undefined
  faultId: string | undefined
  dialect: string | undefined
  body: unknown
  hasNextPage: boolean
}

/** The requests of a world, the latest ones. */
export interface Journal {
  /** Follows a request from here to its end. */
  follow(world: World, of: InterfaceName, request: FastifyRequest, reply: FastifyReply): void
  /** In the order of their arrival. */
  entries(): JournalEntry[]
  /** Forgets one that is too old: its place is needed. */
  forget(entry: JournalEntry): void
  reset(): void
}

/** The headers of a request by their names in lower case; what was sent twice is told in one. */
export function headersOf({ headerLines }: JournalEntry): Readonly<Record<string, string>> {
  const lines = headerLines === '' ? [] : headerLines.split('\n')
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at]?.toLowerCase() ?? ''
    const value = lines[at + 1] ?? ''
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}

/** Longer bodies are cut. */
export const mostBodyBytes = 64 * 1024

/** @param size requests that it remembers; 0: none */
export function createJournal(size: number, space: JournalSpace): Journal {
  let slots: (JournalEntry | undefined)[] = []
  let count = 0
  const journal: Journal = {
    follow(world, of, request, reply) {
      if (size === 0 || isUnguarded(request)) return
      const entry = entryOf(++count, journal, world, of, request)
      slots[entry.id % size] = entry
      space.take(entry)
      if (of !== 'node') request.setDecorator(entryKey, entry)
      reply.raw.on('close', () => finish(entry, request, reply))
    },
    entries: () => slots.filter((entry) => entry !== undefined).sort((a, b) => a.id - b.id),
    forget(entry) {
      if (slots[entry.id % size] === entry) slots[entry.id % size] = undefined
    },
    reset() {
      slots = []
    },
  }
  return journal
}

/** Name of the decorator by which what is known of an answer can be noted. */
const entryKey = 'journal entry'

/** Lets requests of a REST scope tell what they are answered. */
export const decorateWithEntries = (scope: FastifyInstance): void => {
  scope.decorateRequest(entryKey)
}

/** Notes whether an answer is a page that another one follows. */
export function noteAnswer(request: FastifyRequest, hasNextPage: boolean): void {
  const entry = request.getDecorator<JournalEntry | undefined>(entryKey)
  if (entry) entry.hasNextPage = hasNextPage
}

const entryOf = (
  id: number,
  journal: Journal,
  world: World,
  of: InterfaceName,
  request: FastifyRequest,
): JournalEntry => ({
  id,
  journal,
  interface: contractInterface(of, request),
  operation: (request.routeOptions.config as RouteConfig).operationId,
  method: request.method,
  url: request.url,
  headerLines: request.raw.rawHeaders.join('\n'),
  address: request.ip,
  key: apiKeyOf(request)?.text,
  timeMs: world.clock.nowMs(),
  receivedMs: wallMs(),
  startedAt: monotonicMs(),
  head: world.head,
  endedAt: undefined,
  status: undefined,
  retryAfter: undefined,
  faultId: undefined,
  dialect: undefined,
  body: undefined,
  hasNextPage: false,
})

function finish(entry: JournalEntry, request: FastifyRequest, reply: FastifyReply): void {
  entry.endedAt = monotonicMs()
  if (reply.raw.headersSent) entry.status = reply.raw.statusCode
  const retryAfter = reply.getHeader('retry-after')
  if (retryAfter !== undefined) entry.retryAfter = Number(retryAfter)
  entry.faultId = reply.getHeader(faultHeader) as string | undefined
  entry.dialect = reply.getHeader(dialectHeader) as string | undefined
  entry.body = shortened(request)
}

/** A long text is copied: a part of a text keeps the whole of it. */
function shortened({ body, headers }: FastifyRequest): unknown {
  if (body === undefined || body === null) return undefined
  if (Number(headers['content-length'] ?? 0) <= mostBodyBytes) return body
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return Buffer.from(text).subarray(0, mostBodyBytes).toString()
}
