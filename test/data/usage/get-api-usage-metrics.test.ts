import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ewoq } from '../evm/support/chains.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ journal: 0 })
})
afterEach(() => server?.close())

const key = { 'x-glacier-api-key': 'mine' }
interface Value {
  groupedBy: string
  groupValue?: string | number
  totalRequests: number
  apiCreditsUsed: number
}
const usage = async (query = '', headers: Record<string, string> = key) => {
  const response = await fetch(`${server.url}/v1/apiUsageMetrics?${query}`, { headers })
  return {
    status: response.status,
    body: (await response.json()) as {
      message: string
      metrics: { timestamp: number; values: Value[] }[]
    },
  }
}
const ask = async (path: string, headers: Record<string, string> = key) => {
  const response = await fetch(server.url + path, { headers })
  await response.arrayBuffer()
  return response.status
}

test('requests of a key are counted with their compute units, also without a journal', async () => {
  for (const path of ['/v1/chains', '/v1/chains', `/v1/chains/43114/blocks?pageSize=1`])
    expect(await ask(path)).toBe(200)
  expect(await ask('/v1/chains/99/blocks')).toBe(404)
  await ask('/v1/chains', { 'x-glacier-api-key': 'another' })
  await ask('/v1/chains', {})
  const now = Date.parse((await server.world()).now) / 1000
  expect((await usage()).body).toEqual({
    aggregateDuration: 'daily',
    orgId: expect.stringMatching(/^[0-9a-f]{32}$/),
    metrics: [
      {
        timestamp: now - (now % 86_400),
        values: [
          {
            groupedBy: 'None',
            totalRequests: 4,
            requestsPerSecond: 4 / 86_400,
            successRatePercent: 75,
            medianResponseTimeMsecs: expect.any(Number),
            invalidRequests: 1,
            apiCreditsUsed: 1 + 1 + 10 + 10,
            apiCreditsWasted: 10,
          },
        ],
      },
    ],
  })
})

test('the request itself is counted afterwards', async () => {
  await usage()
  const [day] = (await usage()).body.metrics
  expect(day?.values).toMatchObject([{ totalRequests: 1, apiCreditsUsed: 200 }])
})

test.each([
  [
    'requestPath',
    ['/v1/chains', '/v1/chains/{chainId}/addresses/{address}/balances:getNative', 'unknown'],
  ],
  ['responseCode', [200, 404]],
  ['chainId', ['43114', undefined]],
  ['requestType', ['data']],
])('they are grouped by %s', async (group, values) => {
  await ask('/v1/chains')
  await ask(`/v1/chains/43114/addresses/${ewoq}/balances:getNative`)
  await ask('/v1/none')
  const [day] = (await usage(`groupBy=${group}`)).body.metrics
  expect(day?.values.map(({ groupValue }) => groupValue)).toEqual(values)
  expect(day?.values.every(({ groupedBy }) => groupedBy === group)).toBe(true)
})

test('intervals follow the clock of the world, and both ends are rounded down to days', async () => {
  const start = Date.parse((await server.world()).now) / 1000
  const day = start - (start % 86_400)
  await ask('/v1/chains')
  await server.clock.advance('1d')
  await ask('/v1/chains')
  await ask('/v1/chains')
  const timesOf = async (query: string) =>
    (await usage(query)).body.metrics.map(({ timestamp, values }) => [
      timestamp - day,
      values[0]?.totalRequests,
    ])
  expect(await timesOf(`startTimestamp=${start + 10}&endTimestamp=${start + 86_500}`)).toEqual([
    [0, 1],
  ])
  expect(
    await timesOf(`startTimestamp=${start}&timeInterval=hourly&requestPath=/v1/chains`),
  ).toEqual([
    [0, 1],
    [86_400, 2],
  ])
  expect(await timesOf('requestPath=/v1/chains')).toEqual([[86_400, 2]])
})

test.each([
  ['timeInterval=yearly', /^timeInterval must be one of minute, hourly/],
  ['groupBy=None', /^groupBy must be one of requestPath/],
  [
    'startTimestamp=172800&endTimestamp=0',
    /^startTimestamp 172800 must not be after endTimestamp 0$/,
  ],
])('%s is refused', async (query, message) => {
  expect(await usage(query)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  })
})
