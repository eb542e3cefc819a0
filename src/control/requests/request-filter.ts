import type { RequestFilter } from '../../../schemas/control/requests.ts'
import { pathGlob } from '../../http/faults/path-glob.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { decodedPath } from '../../http/request/url.ts'
import { decodeRequest } from '../../json-rpc/request.ts'

/** Returns the fields of a filter in which a request differs; none for a match. */
export function differences(filter: RequestFilter): (entry: JournalEntry) => string[] {
  const isPath = filter.path === undefined ? undefined : pathGlob(filter.path)
  const fits: { readonly [Name in keyof RequestFilter]-?: (entry: JournalEntry) => boolean } = {
    interface: (entry) => entry.interface === filter.interface,
    operation: (entry) => operationOf(entry) === filter.operation,
    method: (entry) => entry.method === filter.method?.toUpperCase(),
    path: (entry) => isPath?.(decodedPath(entry.url)) === true,
    status: (entry) => entry.status === filter.status,
    key: (entry) => entry.key?.startsWith(filter.key ?? '') === true,
  }
  const names = (Object.keys(fits) as (keyof RequestFilter)[]).filter(
    (name) => filter[name] !== undefined,
  )
  return (entry) => names.filter((name) => !fits[name](entry))
}

/** Returns the operation of the contract; for JSON-RPC it is the method in the body. */
export const operationOf = ({ operation, body }: JournalEntry): string | undefined =>
  operation ?? (body === undefined ? undefined : decodeRequest(body).method || undefined)
