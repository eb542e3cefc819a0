import type { IncomingMessage } from 'node:http'
import { wallMs } from '../../time/clock.ts'
import type { World } from '../../world/world.ts'
import type { ApiKey } from '../guards/api-key.ts'
import { createInterning } from './interning.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { JournalSpace } from './journal-space.ts'

/** Fields of an arriving request that a journal reads. */
interface Arrival
  extends Pick<JournalEntry, 'interface' | 'operation' | 'config' | 'url' | 'startedAt'> {
  readonly key: ApiKey | undefined
  readonly requestWorld: { readonly world: Pick<World, 'clock'> }
}

/** Latest requests of a world. */
export interface Journal {
  /**
   * @returns id of the remembered request; 0 if it is not remembered
   */
  begin(arrival: Arrival, request: IncomingMessage): number
  /** Finds the entry of a request, while it is remembered. */
  find(id: number): JournalEntry | undefined
  /** Stores the body with a request; this may evict older requests. */
  storeBody(entry: JournalEntry, body: string | undefined): void
  /** Returns the entries in the order of their arrival. */
  entries(): Readonly<JournalEntry>[]
  /** Forgets the oldest entry, because its place or its bytes are needed. */
  forget(entry: JournalEntry): void
  /** Number of resets so far. */
  readonly resets: number
  reset(): void
}

/** Part of a journal that views read. */
export type JournalReader = Pick<Journal, 'entries' | 'reset'>

/** Returns the headers by lower-case name; a repeated header has its values in one. */
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

/** Maximum bytes of a body; longer ones are cut. */
const maxBodyBytes = 64 * 1024

/**
 * Creates the journal of a world.
 * @param size requests that it remembers; 0: none
 */
export function createJournal(size: number, space: JournalSpace): Journal {
  let slots: (JournalEntry | undefined)[] = []
  let count = 0
  let resets = 0
  // Most clients send the same headers repeatedly.
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
    begin(arrival, request) {
      if (size === 0) return 0
      const { interface: of, operation, config, url, key, startedAt } = arrival
      const { world } = arrival.requestWorld
      const id = ++count
      const entry = entryFor(id)
      entry.id = id
      entry.journal = journal
      entry.interface = of
      entry.operation = operation
      entry.config = config
      entry.method = request.method ?? ''
      entry.url = urlOf(url)
      entry.headerLines = linesOf(request.rawHeaders)
      entry.address = request.socket.remoteAddress ?? ''
      entry.key = key && keyOf(key.text)
      entry.timeMs = world.clock.nowMs()
      entry.receivedMs = wallMs()
      entry.startedAt = startedAt
      entry.version = undefined
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
    storeBody(entry, body) {
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

/** Compares two lists. It runs for every request; a callback per text would cost twice as much. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}

/**
 * Returns the part of a body that is remembered. A long text is copied, because a slice of a string
 * keeps the whole of it in memory.
 */
export function shortened(text: string | undefined): string | undefined {
  if (text === undefined || Buffer.byteLength(text) <= maxBodyBytes) return text
  return Buffer.from(text).subarray(0, maxBodyBytes).toString()
}
