import { networks } from '../../src/networks/network.ts'
import { load, type Sent } from './load.ts'
import { type Server, startSnowglobe } from './process.ts'
import { evmChains, keysOf, withSizes } from './works.ts'

/** Memory of a server while its response cache was full. */
interface FullStore {
  /** Maximum resident megabytes. */
  readonly megabytes: number
  /** Number of evictions of the older half of the cache for lack of room. */
  readonly renewals: number
}

const lists = [
  ...evmChains.flatMap((chain) => [
    `/v1/chains/${chain}/transactions`,
    `/v1/chains/${chain}/blocks`,
  ]),
  ...networks.flatMap((network) => [
    `/v1/networks/${network}/blockchains/p-chain/transactions`,
    `/v1/networks/${network}/blockchains/p-chain/blocks`,
    `/v1/networks/${network}/blockchains/x-chain/transactions`,
  ]),
]

/**
 * Measures the memory of a server whose response cache has been full for a while. The requests are
 * pages of all long lists, of several sizes, in a shuffled order.
 * @param main built file of the command; its world has been built
 */
export async function fullStore(main: string): Promise<FullStore> {
  const server = await startSnowglobe(main, [])
  try {
    let max = 0
    let renewals = 0
    let cachedBefore = 0
    for (const requests of inBatches(await distinctPages(server.url), 500)) {
      await load(server, requests, requests.length, 200)
      max = Math.max(max, (await server.usage()).residentBytes)
      const cached = await cacheBytes(server)
      if (cached < cachedBefore) renewals++
      cachedBefore = cached
    }
    return { megabytes: Math.round(max / 1e6), renewals }
  } finally {
    await server.close()
  }
}

async function distinctPages(url: string): Promise<Sent[]> {
  const keys: string[] = []
  for (const list of lists) keys.push(...(await keysOf(url, [list], 500)))
  return withSizes(keys, [1, 10, 30, 100], Number.POSITIVE_INFINITY)
}

async function cacheBytes({ url }: Server): Promise<number> {
  const metrics = await (await fetch(`${url}/_admin/metrics`)).text()
  return Number(/^snowglobe_response_cache_bytes (\d+)/m.exec(metrics)?.[1])
}

const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
