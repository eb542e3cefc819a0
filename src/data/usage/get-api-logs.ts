import { type ApiLog, getApiLogs } from '../../../schemas/data/usage.ts'
import { ownerOf } from '../../accounts/owners.ts'
import { headersOf } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { computeUnitsOf } from '../../http/request/route-config.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { startOf } from '../../time/calendar.ts'
import { canonicalChain } from './canonical-chain.ts'
import { usageRange } from './usage-range.ts'

/**
 * `GET /v1/apiLogs`: requests of the key that the journal remembers, newest first; none with
 * `--journal 0`. G-215
 */
export const getApiLogsRoute = route(getApiLogs, async (world, { query }, { caller }) => {
  const { owner, requestWorld } = caller
  await requestWorld.accounts?.collectLogs()
  const { orgId = owner, chainId, responseCode, requestType, apiKeyId, requestPath } = query
  const canonical = canonicalChain(world)
  const wantedChain = chainId === undefined ? undefined : canonical(chainId)
  const filters = [
    ...[owner, dayOf(query.startTimestamp), dayOf(query.endTimestamp), wantedChain],
    ...[responseCode, requestType, apiKeyId, requestPath],
  ]
  const page = openPage(world, { operation: getApiLogs, filters }, query)

  const entries = (requestWorld.logs ?? requestWorld.journal).entries()
  // Without a start, a continued list is that of the day of its first page, also after midnight.
  const last = entries.find(({ id }) => id === page.key)
  const now = last ? secondsOf(last) : requestWorld.world.clock.nowSeconds()
  const { from, end } = usageRange(query, now)
  const found = entries
    .filter(
      (entry) =>
        entry.id < page.key &&
        (entry.interface === 'data' || entry.interface === 'metrics') &&
        entry.status !== undefined &&
        ownerOf(entry.key) === owner &&
        isWithin(secondsOf(entry), from, end),
    )
    .map((entry) => ({ id: entry.id, log: toApiLog(entry, { orgId, owner, canonical }) }))
    .filter(
      ({ log }) =>
        (wantedChain === undefined || log.chainId === wantedChain) &&
        (responseCode === undefined || String(log.responseCode) === responseCode) &&
        (requestType === undefined || log.requestType === requestType) &&
        (apiKeyId === undefined || log.apiKeyId === apiKeyId) &&
        (requestPath === undefined || log.requestPath === requestPath),
    )
    .reverse()
    .slice(0, page.limit)
  const { rows, next } = page.cut(found, ({ id }) => id)
  return { ...next, orgId, logs: rows.map(({ log }) => log) }
})

const dayOf = (time: number | undefined): number | undefined =>
  time === undefined ? undefined : startOf('day', time)

const secondsOf = ({ timeMs }: Readonly<JournalEntry>): number => Math.floor(timeMs / 1000)

const isWithin = (time: number, from: number, end: number): boolean => time >= from && time < end

function toApiLog(
  entry: Readonly<JournalEntry>,
  view: { orgId: string; owner: string; canonical: (chain: string) => string },
): ApiLog {
  const { id, url, status = 0, endedAt, startedAt, address, config } = entry
  const headers = headersOf(entry)
  const [path = ''] = url.split('?', 1)
  const chain = /\/chains\/([0-9A-Za-z]+)/.exec(path)?.[1]
  return {
    orgId: view.orgId,
    logId: String(id),
    eventTimestamp: secondsOf(entry),
    apiKeyId: view.owner,
    apiKeyAlias: '',
    hostRegion: '',
    requestType: 'data',
    requestPath: config.path ?? path,
    apiCreditsConsumed: computeUnitsOf(config),
    requestDurationMsecs: Number.isNaN(endedAt) ? 0 : Math.round(endedAt - startedAt),
    responseCode: status,
    ...(chain !== undefined && { chainId: view.canonical(chain) }),
    metadata: {
      ipAddress: address,
      host: headers.host ?? '',
      userAgent: headers['user-agent'] ?? '',
    },
  }
}
