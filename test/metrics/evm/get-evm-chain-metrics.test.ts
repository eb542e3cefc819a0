import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricsValue } from '../../../schemas/metrics/series.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const metrics = '/v2/chains/43114/metrics'
const now = 1_768_435_200
const day = 86_400

test.each([
  ['txCount', 'hour', 2160],
  ['gasUsed', 'week', 7],
  ['activeSenders', 'month', 1],
  ['cumulativeAddresses', 'day', 100],
  ['avgTps', 'day', 7],
])(
  'pages of %s by the %s have every item once, one period after the other',
  async (metric, interval, size) => {
    const url = `${metrics}/${metric}?timeInterval=${interval}`
    const { items } = await walkPages<MetricsValue>(server, url, 'results', 2160)
    const walked = await walkPages<MetricsValue>(server, url, 'results', size)
    expect(walked).toEqual({ items, pages: Math.ceil(items.length / size) })
    const lengths = {
      hour: [3_600],
      day: [day],
      week: [7 * day],
      month: [28, 29, 30, 31].map((n) => n * day),
    }
    for (const [i, { timestamp }] of items.slice(1).entries())
      expect(lengths[interval as 'month']).toContain((items[i]?.timestamp ?? 0) - timestamp)
  },
)

test.each([
  ['hour', '2026-01-14T23:00:00Z', '2020-09-23T11:00:00Z'],
  ['day', '2026-01-14T00:00:00Z', '2020-09-23T00:00:00Z'],
  ['week', '2026-01-12T00:00:00Z', '2020-09-21T00:00:00Z'],
  ['month', '2026-01-01T00:00:00Z', '2020-09-01T00:00:00Z'],
])('%ss go from the one that now ends back to that of block 1', async (interval, last, first) => {
  const url = `${metrics}/txCount?timeInterval=${interval}`
  const { items } = await walkPages<MetricsValue>(server, url, 'results', 2160)
  const { body: blocks } = await get(server, '/v1/chains/43114/blocks/1')
  expect((blocks as { blockTimestamp: number }).blockTimestamp).toBe(
    Date.parse('2020-09-23T11:02:35Z') / 1000,
  )
  expect(items[0]?.timestamp).toBe(Date.parse(last) / 1000)
  expect(items.at(-1)?.timestamp).toBe(Date.parse(first) / 1000)
})

test('a range holds both of its ends, and a period belongs to it by its beginning', async () => {
  const of = async (range: string) => {
    const { body } = await get(server, `${metrics}/txCount?timeInterval=day&${range}`)
    return (body as { results: MetricsValue[] }).results.map(({ timestamp }) => timestamp)
  }
  const [a, b, c] = [now - day, now - 2 * day, now - 3 * day]
  expect(await of(`startTimestamp=${c}&endTimestamp=${a}`)).toEqual([a, b, c])
  expect(await of(`startTimestamp=${c + 1}&endTimestamp=${a - 1}`)).toEqual([b])
  expect(await of(`startTimestamp=${b}&endTimestamp=${b}`)).toEqual([b])
  expect(await of(`startTimestamp=${b + 1}&endTimestamp=${b + 2}`)).toEqual([])
  expect(await of('endTimestamp=1')).toEqual([])
  expect(await of(`startTimestamp=${now + day}`)).toEqual([])
})

test('most metrics are of days alone, and hours have no caller', async () => {
  expect((await get(server, `${metrics}/avgTps`)).body).toEqual({
    message: ['timeInterval must be day for the metric avgTps, not hour'],
    error: 'Bad Request',
    statusCode: 400,
  })
  const { body } = await get(server, `${metrics}/txCount?pageSize=1`)
  expect(body).toMatchObject({ results: [{ timestamp: now - 3_600 }] })
})

test('a token is for one metric of one chain, and starts again when it has expired', async () => {
  const first = await get(server, `${metrics}/txCount?pageSize=2`)
  const { nextPageToken, results } = first.body as {
    nextPageToken: string
    results: MetricsValue[]
  }
  for (const url of [
    `${metrics}/gasUsed?pageSize=2`,
    `${metrics}/txCount?pageSize=2&timeInterval=day`,
    '/v2/chains/43113/metrics/txCount?pageSize=2',
    '/v2/chains/mainnet/metrics/txCount?pageSize=2',
  ])
    expect((await get(server, `${url}&pageToken=${nextPageToken}`)).status).toBe(400)
  await server.clock.advance('P1DT1S')
  const again = await get(server, `${metrics}/txCount?pageSize=26&pageToken=${nextPageToken}`)
  const known = (again.body as { results: MetricsValue[] }).results
  expect(known.slice(25, 26)).toEqual(results.slice(0, 1))
  await server.reset()
})

test('the period that now is in goes on with the world', async () => {
  const newest = async () => {
    const { body } = await get(server, `${metrics}/cumulativeTxCount?timeInterval=day&pageSize=2`)
    return (body as { results: MetricsValue[] }).results
  }
  const [before] = await newest()
  await server.blocks({ chain: 'C', count: 3 })
  const [today, yesterday] = await newest()
  expect(yesterday).toEqual(before)
  expect(today?.timestamp).toBe(now)
  expect(today?.value).toBeGreaterThan(before?.value ?? 0)
  await server.reset()
})

test('averages of several chains follow what happens, and each day has one value on every page', async () => {
  const url = '/v2/chains/mainnet/metrics/avgTps?timeInterval=day'
  const page = async (query: string) => {
    const { body } = await get(server, `${url}&${query}`)
    return (body as { results: MetricsValue[] }).results
  }
  const days = await page('pageSize=40')
  expect(days.filter(({ value }) => value > 0).length).toBeGreaterThan(2)
  const range = `startTimestamp=${days[29]?.timestamp}&endTimestamp=${days[10]?.timestamp}`
  expect(await page(range)).toEqual(days.slice(10, 30))
  expect((await page('pageSize=60')).slice(0, 40)).toEqual(days)
  await server.blocks({ chain: 'C', count: 3 })
  const [today, ...before] = await page('pageSize=41')
  expect(before).toEqual(days)
  expect(today?.value).toBeGreaterThan(0)
  await server.reset()
  expect(await page('pageSize=40')).toEqual(days)
})

test('chains outside the world have no metrics', async () => {
  for (const id of ['1', 'fuji', 'toString'])
    expect(await get(server, `/v2/chains/${id}/metrics/txCount`)).toMatchObject({
      status: 404,
      body: { message: [`Chain "${id}" does not exist`] },
    })
})
