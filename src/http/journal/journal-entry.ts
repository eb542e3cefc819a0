import type { ContractInterface } from '../request/interfaces.ts'

/** Has entries, until their places are needed by others. */
interface EntryOwner {
  /** Forgets one that is too old: its place or its bytes are needed. */
  forget(entry: JournalEntry): void
}

/**
 * A request as it was met: nothing is formatted before somebody asks. It is one of a later request
 * when its place is needed, so who keeps it longer than a moment copies it.
 */
export interface JournalEntry {
  /** In the room of all journals. */
  readonly place: number
  /** Counts from 1 in the order of arrival. */
  id: number
  /** Undefined: nobody needs it. */
  journal: EntryOwner | undefined
  interface: ContractInterface
  /** Of JSON-RPC known at the end, and not where nobody got to the call. */
  operation: string | undefined
  method: string
  url: string
  /** Names and values in turn, a line each, as they were sent. */
  headerLines: string
  address: string
  key: string | undefined
  /** Milliseconds of the world, of the wall, of the process. */
  timeMs: number
  receivedMs: number
  startedAt: number
  /** Entries of the world's log. */
  head: number
  /** When the connection was done with it; NaN before. */
  endedAt: number
  status: number | undefined
  retryAfter: number | undefined
  faultId: string | undefined
  dialect: string | undefined
  /** At most {@link maxBodyBytes}; set by {@link Journal.keepBody}. */
  body: string | undefined
  /** What headers, URL and body take. */
  bytes: number
  hasNextPage: boolean
}
