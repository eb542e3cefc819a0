import { type ApiLog, getApiLogs } from '../../../schemas/data/usage.ts'
import { ownerOf } from '../../accounts/owners.ts'
import { headersOf } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { computeUnitsOf } from '../../http/request/route-config.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
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
  const { from, end } = usageRange(query, requestWorld.world.clock.nowSeconds())
  const canonical = canonicalChain(world)
  const wantedChain = chainId === undefined ? undefined : canonical(chainId)
  const filters = [owner, from, end, wantedChain, responseCode, requestType, apiKeyId, requestPath]
  const page = openPage(world, { operation: getApiLogs, filters }, query)

  const found = (requestWorld.logs ?? requestWorld.journal)
    .entries()
    .filter(
      (entry) =>
        entry.id < page.key &&
        (entry.interface === 'data' || entry.interface === 'metrics') &&
        entry.status !== undefined &&
        ownerOf(entry.key) === owner &&
        isWithin(Math.floor(entry.timeMs / 1000), from, end),
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

const isWithin = (time: number, from: number, end: number): boolean => time >= from && time < end

function toApiLog(
  entry: Readonly<JournalEntry>,
  view: { orgId: string; owner: string; canonical: (chain: string) => string },
): ApiLog {
  const { id, url, status = 0, timeMs, endedAt, startedAt, address, config } = entry
  const headers = headersOf(entry)
  const [path = ''] = url.split('?', 1)
  const chain = /\/chains\/([0-9A-Za-z]+)/.exec(path)?.[1]
  return {
    orgId: view.orgId,
    logId: String(id),
    eventTimestamp: Math.floor(timeMs / 1000),
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
