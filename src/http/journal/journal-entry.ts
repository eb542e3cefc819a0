import type { ContractInterface } from '../request/interfaces.ts'
import type { RouteConfig } from '../request/route-config.ts'

/** Owner of entries, until other requests need them. */
interface EntryOwner {
  /** Forgets the oldest entry, because its place or its bytes are needed. */
  forget(entry: JournalEntry): void
}

/**
 * Request in the form in which it arrived; nothing is formatted before it is read. The object is
 * reused for a later request, so a caller that keeps it longer than a moment copies it.
 */
export interface JournalEntry {
  /** Position in the space of all journals. */
  readonly place: number
  /** Sequence number from 1 in the order of arrival. */
  id: number
  /** Undefined for an unused entry. */
  journal: EntryOwner | undefined
  interface: ContractInterface
  /** Operation; for JSON-RPC known at the end, and undefined if the server never read the call. */
  operation: string | undefined
  /** Path template and cost of the operation, if there is one. */
  config: RouteConfig
  method: string
  url: string
  /** Alternating names and values, a line each, as they were sent. */
  headerLines: string
  address: string
  key: string | undefined
  /** Arrival in milliseconds of the world; the next two are of the wall clock and the process. */
  timeMs: number
  receivedMs: number
  startedAt: number
  /**
   * Version of what a repeatable read was answered from: equal ones of one process have equal
   * responses. Undefined for other requests, and where the client did not get the whole response.
   */
  version: number | string | undefined
  /** End of the response on the connection; NaN before. */
  endedAt: number
  status: number | undefined
  retryAfter: number | undefined
  faultId: string | undefined
  dialect: string | undefined
  /** Body of at most {@link maxBodyBytes}; set by {@link Journal.storeBody}. */
  body: string | undefined
  /** Bytes of headers, URL and body. */
  bytes: number
  hasNextPage: boolean
}
