import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs, wallMs } from '../../clock.ts'
import type { World } from '../../world/world.ts'
import { dialectHeader } from '../dialect.ts'
import { faultHeader } from '../faults/act-on.ts'
import { contractInterface } from '../faults/asked-request.ts'
import { apiKeyOf } from '../guards/api-key.ts'
import { routeConfigOf } from '../guards/guard.ts'
import type { InterfaceName } from '../interfaces.ts'
import { operationOf } from '../request-tally.ts'
import type { JournalSpace } from './journal-space.ts'

/** A request as it was met: nothing is formatted before somebody asks. */
export interface JournalEntry {
  /** Counts from 1 in the order of arrival. */
  readonly id: number
  readonly journal: Journal
  /** In the space that all journals share. */
  place: number
  readonly interface: 'data' | 'metrics' | 'info' | 'index'
  /** Of JSON-RPC known at the end, and not where nobody got to the call. */
  operation: string | undefined
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
  /** At most {@link mostBodyBytes}. */
  body: string | undefined
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
const mostBodyBytes = 64 * 1024

/** @param size requests that it remembers; 0: none */
export function createJournal(size: number, space: JournalSpace): Journal {
  let slots: (JournalEntry | undefined)[] = []
  let count = 0
  const journal: Journal = {
    follow(world, of, request, reply) {
      if (size === 0) return
      const { isUnguarded, operationId } = routeConfigOf(request)
      if (isUnguarded) return
      const entry = entryOf(++count, journal, world, of, request, operationId)
      const before = slots[entry.id % size]
      // What is kept longer than it is of use costs more than it does.
      if (before) space.release(before)
      slots[entry.id % size] = entry
      space.take(entry)
      if (of !== 'node') request.setDecorator(entryKey, entry)
      reply.raw.on('close', () => finish(entry, of, request, reply))
    },
    entries: () => slots.filter((entry) => entry !== undefined).sort((a, b) => a.id - b.id),
    forget(entry) {
      if (slots[entry.id % size] === entry) slots[entry.id % size] = undefined
    },
    reset() {
      for (const entry of slots) if (entry) space.release(entry)
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
  operation: string | undefined,
): JournalEntry => ({
  id,
  journal,
  place: -1,
  interface: contractInterface(of, request),
  operation,
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

function finish(
  entry: JournalEntry,
  of: InterfaceName,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  entry.endedAt = monotonicMs()
  entry.operation ??= operationOf(of, request)
  if (reply.raw.headersSent) entry.status = reply.raw.statusCode
  // A rule may say a date, which no wait is compared with.
  const retryAfter = Number(reply.getHeader('retry-after'))
  if (Number.isInteger(retryAfter)) entry.retryAfter = retryAfter
  entry.faultId = reply.getHeader(faultHeader) as string | undefined
  entry.dialect = reply.getHeader(dialectHeader) as string | undefined
  entry.body = shortened(request.body)
}

/** A long text is copied: a part of a text keeps the whole of it. */
function shortened(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) <= mostBodyBytes) return text
  return Buffer.from(text).subarray(0, mostBodyBytes).toString()
}
