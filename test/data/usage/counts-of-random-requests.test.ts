import { expect, test } from 'vitest'
import { operations } from '../../../src/operations.ts'
import { createRandomStreams } from '../../../src/simulator/random.ts'
import { startServer } from '../../support/server.ts'
import { ewoq } from '../evm/support/chains.ts'

/** Requests of a run; a long run has 10,000. */
const requests = Number(process.env.USAGE_REQUESTS ?? 300)

/** Kind of random requests. */
interface Kind {
  /** Path template of its operation, or `unknown`; requests without one do not count. */
  readonly path?: string
  readonly url: string
  readonly method?: string
  readonly headers?: Record<string, string>
}
const preflight = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
const kinds: readonly Kind[] = [
  { path: '/v1/chains', url: '/v1/chains' },
  { path: '/v1/chains', url: '/v1/chains?network=nowhere' },
  { path: '/v1/chains/{chainId}', url: '/v1/chains/43114' },
  { path: '/v1/chains/{chainId}', url: '/v1/chains/99' },
  { path: '/v1/chains/{chainId}/blocks', url: '/v1/chains/43114/blocks?pageSize=1' },
  {
    path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
    url: `/v1/chains/43114/addresses/${ewoq}/balances:getNative`,
  },
  { path: '/v1/webhooks', url: '/v1/webhooks' },
  { path: '/v1/webhooks', url: '/v1/webhooks', method: 'POST' },
  { path: '/v2/chains', url: '/v2/chains' },
  { path: 'unknown', url: '/v1/nothing' },
  { path: 'unknown', url: '/v1/chains', method: 'DELETE' },
  { path: 'unknown', url: '/openapi.json' },
  { url: '/' },
  { url: '/_admin/world' },
  { url: '/_images/chains/43114.svg' },
  { url: '/_files/none.csv' },
  { path: 'unknown', url: '/v1/chains', method: 'OPTIONS' },
  { url: '/v1/chains', method: 'OPTIONS', headers: preflight },
  { url: '/ext/info', method: 'POST' },
]
const unitsOf = new Map(
  operations.map(({ method, path, computeUnits }) => [`${method} ${path}`, computeUnits]),
)

test('usage equals what the client counts over random requests, with the journal off', async () => {
  const server = await startServer({ journal: 0, pace: 0 })
  await server.faults.add({
    match: { path: '/v2/chains' },
    after: 5,
    times: 10,
    respond: { status: 503 },
  })
  const random = createRandomStreams('usage').stream('requests')
  const headers = { 'x-glacier-api-key': 'mine' }
  const byPath: Record<string, number> = {}
  const byStatus: Record<string, number> = {}
  let units = 0
  const sent = Array.from({ length: requests }, () => random.pick(kinds))
  const send = async () => {
    for (let next = sent.pop(); next; next = sent.pop()) {
      const { path, url, method = 'GET' } = next
      const response = await fetch(server.url + url, {
        method,
        headers: { ...next.headers, ...headers },
      })
      await response.arrayBuffer()
      if (path === undefined) continue
      byPath[path] = (byPath[path] ?? 0) + 1
      byStatus[response.status] = (byStatus[response.status] ?? 0) + 1
      units += unitsOf.get(`${method} ${path}`) ?? 20
    }
  }
  await Promise.all(Array.from({ length: 8 }, send))
  const usage = async (query: string) => {
    const response = await fetch(`${server.url}/v1/apiUsageMetrics${query}`, { headers })
    const { metrics } = (await response.json()) as { metrics: { values: Value[] }[] }
    return metrics.flatMap(({ values }) => values)
  }
  const total = Object.values(byPath).reduce((sum, count) => sum + count, 0)
  expect(await usage('')).toMatchObject([{ totalRequests: total, apiCreditsUsed: units }])
  const counted = async (group: string) =>
    Object.fromEntries(
      (await usage(`?groupBy=${group}`)).map(({ groupValue, totalRequests }) => [
        groupValue,
        totalRequests,
      ]),
    )
  // The query before this one is counted by now.
  expect(await counted('requestPath')).toEqual({ ...byPath, '/v1/apiUsageMetrics': 1 })
  expect(await counted('responseCode')).toEqual({ ...byStatus, 200: (byStatus[200] ?? 0) + 2 })
  await server.close()
}, 600_000)

interface Value {
  readonly groupValue: string | number
  readonly totalRequests: number
  readonly apiCreditsUsed: number
}
