import type { IncomingMessage } from 'node:http'
import { wallMs } from '../../time/clock.ts'
import type { World } from '../../world/world.ts'
import type { ApiKey } from '../guards/api-key.ts'
import { createInterning } from './interning.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { JournalSpace } from './journal-space.ts'

/** What a journal reads of a request that arrives. */
interface Arrival extends Pick<JournalEntry, 'interface' | 'operation' | 'url' | 'startedAt'> {
  readonly key: ApiKey | undefined
  readonly handle: { readonly world: Pick<World, 'clock'> & { readonly head: number } }
}

/** The requests of a world, the latest ones. */
export interface Journal {
  /** @returns the id by which a request is remembered from now on; 0: it is not */
  begin(arrival: Arrival, request: IncomingMessage): number
  /** The entry of a request, while it is remembered. */
  find(id: number): JournalEntry | undefined
  /** Remembers the body of a request with it; older requests may have to be forgotten for it. */
  keepBody(entry: JournalEntry, body: string | undefined): void
  /** In the order of their arrival. */
  entries(): Readonly<JournalEntry>[]
  /** Forgets one that is too old: its place or its bytes are needed. */
  forget(entry: JournalEntry): void
  /** How often it has been reset. */
  readonly resets: number
  reset(): void
}

/** What is shown of a journal. */
export type JournalReader = Pick<Journal, 'entries' | 'reset'>

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
const maxBodyBytes = 64 * 1024

/** @param size requests that it remembers; 0: none */
export function createJournal(size: number, space: JournalSpace): Journal {
  let slots: (JournalEntry | undefined)[] = []
  let count = 0
  let resets = 0
  // Most clients send the same again and again.
  let lastHeaders: readonly string[] = []
  let lastLines = ''
  const urlOf = createInterning()
  const keyOf = createInterning()

  function entryFor(id: number): JournalEntry {
    const before = slots[id % size]
    if (before) {
      space.renew(before)
      return before
    }
    const entry = space.take()
    slots[id % size] = entry
    return entry
  }

  function linesOf(headers: readonly string[]): string {
    if (!isSame(headers, lastHeaders)) {
      lastHeaders = headers
      lastLines = headers.join('\n')
    }
    return lastLines
  }

  const journal: Journal = {
    begin({ interface: of, operation, url, key, startedAt, handle: { world } }, request) {
      if (size === 0) return 0
      const id = ++count
      const entry = entryFor(id)
      entry.id = id
      entry.journal = journal
      entry.interface = of
      entry.operation = operation
      entry.method = request.method ?? ''
      entry.url = urlOf(url)
      entry.headerLines = linesOf(request.rawHeaders)
      entry.address = request.socket.remoteAddress ?? ''
      entry.key = key && keyOf(key.text)
      entry.timeMs = world.clock.nowMs()
      entry.receivedMs = wallMs()
      entry.startedAt = startedAt
      entry.head = world.head
      entry.endedAt = Number.NaN
      entry.status = undefined
      entry.retryAfter = undefined
      entry.faultId = undefined
      entry.dialect = undefined
      entry.body = undefined
      entry.hasNextPage = false
      space.hold(entry, entry.headerLines.length + entry.url.length)
      return id
    },
    find(id) {
      const entry = slots[id % size]
      return entry?.id === id ? entry : undefined
    },
    keepBody(entry, body) {
      const before = entry.body === undefined ? 0 : Buffer.byteLength(entry.body)
      const bytes = body === undefined ? 0 : Buffer.byteLength(body)
      entry.body = body
      space.hold(entry, entry.bytes - before + bytes)
    },
    entries: () => slots.filter((entry) => entry !== undefined).sort((a, b) => a.id - b.id),
    forget(entry) {
      if (slots[entry.id % size] === entry) slots[entry.id % size] = undefined
    },
    get resets() {
      return resets
    },
    reset() {
      resets++
      for (const entry of slots) if (entry) space.release(entry)
      slots = []
    },
  }
  return journal
}

/** Asked for every request: a function for each text would cost twice as much. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}

/** As much of a body as is remembered. A long text is copied: a part of a text keeps the whole of it. */
export function shortened(text: string | undefined): string | undefined {
  if (text === undefined || Buffer.byteLength(text) <= maxBodyBytes) return text
  return Buffer.from(text).subarray(0, maxBodyBytes).toString()
}
