import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainMetric, isOfAnyInterval } from '../schemas/metrics/chain-metrics.ts'
import { addressText } from '../src/formats/addresses.ts'
import { metricRules } from '../src/metrics/evm/rules.ts'
import { networkConstants } from '../src/networks/constants.ts'
import { chainNames } from '../src/networks/primary-chain.ts'
import { operations } from '../src/operations.ts'
import type { Snowglobe } from '../src/snowglobe.ts'

/** Request to the four interfaces. */
export interface PageRequest {
  readonly name: string
  readonly url: string
  /** JSON of a POST body. */
  readonly body?: string
}

/**
 * Returns the requests for every operation: the lines of docs/endpoints.md, in both orders if a
 * list has two. They include every metric of a chain, of a network and of all, and balances of 64
 * addresses.
 */
export async function pageRequests(server: Snowglobe): Promise<PageRequest[]> {
  return [
    ...linesOfDocument().flatMap(inBothOrders),
    ...chainMetrics(),
    ...(await balancesOfMany(server)),
  ]
}

/** Returns the lines without those that need the response to another request. */
function linesOfDocument(): PageRequest[] {
  const page = readFileSync(join(import.meta.dirname, '../docs/endpoints.md'), 'utf8')
  return page.split('\n').flatMap((line) => {
    const [, name, command] = /^- (?:(?:[\d.]+ )?(\w+): )?`(curl .*)`$/.exec(line) ?? []
    if (!command || command.includes('$(')) return []
    const [, url = ''] = /http:\/\/127\.0\.0\.1:9650([^' ]+)/.exec(command) ?? []
    const [, body] = / -d '([^']+)'/.exec(command) ?? []
    return [{ name: name ?? `${url} ${body}`, url, ...(body && { body }) }]
  })
}

const withOrder = new Set(
  operations.flatMap(({ operationId, query }) =>
    'sortOrder' in query.properties ? [operationId] : [],
  ),
)

function inBothOrders(request: PageRequest): PageRequest[] {
  if (!withOrder.has(request.name)) return [request]
  const url = request.url.replace(/[?&]sortOrder=\w+/, '')
  return ['asc', 'desc'].map((order) => ({
    ...request,
    name: `${request.name} ${order}`,
    url: `${url}${url.includes('?') ? '&' : '?'}sortOrder=${order}`,
  }))
}

const metrics = Object.keys(metricRules) as ChainMetric[]

const chainMetrics = (): PageRequest[] =>
  ['43114', 'mainnet', 'total'].flatMap((scope) => [
    ...metrics.flatMap((metric) =>
      (isOfAnyInterval(metric) ? ['hour', 'day', 'week', 'month'] : ['day']).map((interval) => ({
        name: `${metric} of ${scope} by ${interval}`,
        url: `/v2/chains/${scope}/metrics/${metric}?timeInterval=${interval}`,
      })),
    ),
    ...metrics
      .filter((metric) => metricRules[metric].kind !== 'total')
      .map((metric) => ({
        name: `windows of ${metric} of ${scope}`,
        url: `/v2/chains/${scope}/rollingWindowMetrics/${metric}`,
      })),
  ])

/**
 * Returns requests for the balances of 64 addresses, with the cast among them, and of each member.
 */
async function balancesOfMany(server: Snowglobe): Promise<PageRequest[]> {
  const { members } = await server.cast()
  const own = members.flatMap(({ mainnet }) => mainnet ?? [])
  const { hrp } = networkConstants.mainnet
  const others = Array.from({ length: 64 }, (_, index) =>
    addressText(new Uint8Array(20).fill(index), hrp),
  )
  const url = (chain: string, addresses: readonly string[]) =>
    `/v1/networks/mainnet/blockchains/${chain}/balances?addresses=${addresses.join()}`
  return Object.values(chainNames).flatMap((chain) => [
    { name: `balances of 64, ${chain}`, url: url(chain, [...own, ...others].slice(0, 64)) },
    ...own.map((address) => ({
      name: `balances of ${address}, ${chain}`,
      url: url(chain, [address]),
    })),
  ])
}

/**
 * Replaces the ids of contracts, assets and subnets of one world by those of another with the same
 * cast.
 */
export async function translation(from: Snowglobe, to: Snowglobe) {
  const [own, others] = [idsOf(await from.cast()), idsOf(await to.cast())]
  const found = new Map(own.map((id, i) => [id, others[i] ?? id]))
  const translated = (text: string) => text.replaceAll(/\w{40,}/g, (id) => found.get(id) ?? id)
  return ({ name, url, body }: PageRequest): PageRequest => ({
    ...{ name, url: translated(url) },
    ...(body && { body: translated(body) }),
  })
}

function idsOf({ contracts, assets, subnets }: Awaited<ReturnType<Snowglobe['cast']>>): string[] {
  return [
    ...contracts.map(({ address }) => address),
    ...assets.map(({ assetId }) => assetId),
    ...subnets.flatMap(({ subnetId, chains }) => [
      subnetId,
      ...chains.map(({ blockchainId }) => blockchainId),
    ]),
  ]
}
