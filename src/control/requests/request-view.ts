import type { JournalRequest, WholeRequest } from '../../../schemas/control/requests.ts'
import { headersOf } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { isSecret, withSecrets } from '../../http/journal/secrets.ts'
import { pathOf } from '../../http/request/url.ts'
import { timeText } from '../../time/time-text.ts'
import { operationOf } from './request-filter.ts'

/** Returns the visible part of a secret. */
const cut = (text: string) => text.slice(0, 4)

/** Returns the URL with its keys cut. */
export const redactedUrl = ({ url }: JournalEntry): string => withSecrets(url, cut)

/** Builds a request for display, without headers and body; secrets are cut to four characters. */
export function showRequest(entry: JournalEntry): JournalRequest {
  const { key, faultId, dialect, status, endedAt, startedAt, address } = entry
  const url = redactedUrl(entry)
  const query = url.split('?').slice(1).join('?')
  const operation = operationOf(entry)
  const shortKey = key === undefined ? {} : { key: cut(key) }
  const userAgent = headersOf(entry)['user-agent']
  return {
    id: entry.id,
    time: timeText(entry.timeMs),
    receivedAt: timeText(entry.receivedMs),
    interface: entry.interface,
    ...(operation !== undefined && { operation }),
    method: entry.method,
    path: pathOf(url),
    ...(query !== '' && { query }),
    ...shortKey,
    ...(status !== undefined && { status }),
    ...(!Number.isNaN(endedAt) && { durationMs: Math.round((endedAt - startedAt) * 1000) / 1000 }),
    ...(faultId !== undefined && { faultId }),
    client: { ...shortKey, address, ...(userAgent !== undefined && { userAgent }) },
    ...(dialect !== undefined && { dialect }),
  }
}

/** Builds a request with its headers and body. */
export function showWhole(entry: JournalEntry): WholeRequest {
  const { body } = entry
  return {
    ...showRequest(entry),
    headers: Object.fromEntries(
      Object.entries(headersOf(entry)).map(([name, text]) => [
        name,
        isSecret(name) ? cut(text) : withSecrets(text, cut),
      ]),
    ),
    ...(body !== undefined && { body }),
  }
}
