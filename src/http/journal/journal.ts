import type { IncomingMessage } from 'node:http'
import { wallMs } from '../../clock.ts'
import type { ContractInterface } from '../interfaces.ts'
import type { Asked } from '../visit.ts'
import type { JournalSpace } from './journal-space.ts'

/** A request as it was met: nothing is formatted before somebody asks. */
export interface JournalEntry {
  /** Counts from 1 in the order of arrival. */
  readonly id: number
  readonly journal: Journal
  /** In the space that all journals share. */
  place: number
  readonly interface: ContractInterface
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
  /** @returns how a request is remembered from now on, if it is */
  begin(asked: Asked, request: IncomingMessage): JournalEntry | undefined
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
  /** Of the request before: most clients send the same again and again. */
  let lastHeaders: readonly string[] = []
  let lastLines = ''

  function linesOf(headers: readonly string[]): string {
    if (!isSame(headers, lastHeaders)) {
      lastHeaders = headers
      lastLines = headers.join('\n')
    }
    return lastLines
  }

  const journal: Journal = {
    begin({ interface: of, operation, key, startedAt, handle: { world } }, request) {
      if (size === 0) return undefined
      const entry: JournalEntry = {
        id: ++count,
        journal,
        place: -1,
        interface: of,
        operation,
        method: request.method ?? '',
        url: request.url ?? '',
        headerLines: linesOf(request.rawHeaders),
        address: request.socket.remoteAddress ?? '',
        key: key?.text,
        timeMs: world.clock.nowMs(),
        receivedMs: wallMs(),
        startedAt,
        head: world.head,
        endedAt: undefined,
        status: undefined,
        retryAfter: undefined,
        faultId: undefined,
        dialect: undefined,
        body: undefined,
        hasNextPage: false,
      }
      const before = slots[entry.id % size]
      // What is kept longer than it is of use costs more than it does.
      if (before) space.release(before)
      slots[entry.id % size] = entry
      space.take(entry)
      return entry
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

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i])

/** As much of a body as is remembered. A long text is copied: a part of a text keeps the whole of it. */
export function shortened(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) <= mostBodyBytes) return text
  return Buffer.from(text).subarray(0, mostBodyBytes).toString()
}
