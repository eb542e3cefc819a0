import type { RequestFilter } from '../../schemas/control/requests.ts'
import { pathGlob } from '../http/faults/path-glob.ts'
import type { JournalEntry } from '../http/journal/journal-entry.ts'
import { decodedPath } from '../http/request/url.ts'
import { decodeRequest } from '../json-rpc/request.ts'

/** In which fields of a filter a request differs from it; none: it fits. */
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

/** The operation of the contract: of JSON-RPC the method, which the body says. */
export const operationOf = ({ operation, body }: JournalEntry): string | undefined =>
  operation ?? (body === undefined ? undefined : decodeRequest(body).method || undefined)
