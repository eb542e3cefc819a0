import { get as httpGet } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server?.close())

const key = { 'x-glacier-api-key': 'mine' }
const ofTest = { ...key, 'user-agent': 'tests/1' }
const ask = async (path: string, headers: Record<string, string> = key) => {
  await (await fetch(server.url + path, { headers })).arrayBuffer()
}
interface Logs {
  logs: { requestPath: string; responseCode: number; logId: string }[]
  message?: string
}
const logs = async (query = '') =>
  (await get(server, `/v1/apiLogs?pageSize=100&${query}`, key)).body as Logs

test('the requests of a key are listed, newest first, and those of no other', async () => {
  const beganMs = performance.now()
  await ask('/v1/chains/43114/blocks?pageSize=1', ofTest)
  const elapsedMs = performance.now() - beganMs
  await ask('/v1/chains', {})
  const call = { jsonrpc: '2.0', id: 1, method: 'info.getNetworkID' }
  const headers = { ...key, 'content-type': 'application/json' }
  await fetch(`${server.url}/ext/info`, { method: 'POST', headers, body: JSON.stringify(call) })
  await ask('/v1/none')
  const { logs: found } = await logs()
  const now = Date.parse((await server.world()).now) / 1000
  const own = found[0] as unknown as { apiKeyId: string }
  expect(found).toEqual([
    expect.objectContaining({ requestPath: '/v1/none', responseCode: 404 }),
    {
      orgId: own.apiKeyId,
      logId: '1',
      eventTimestamp: now,
      apiKeyId: expect.stringMatching(/^[0-9a-f]{32}$/),
      apiKeyAlias: '',
      hostRegion: '',
      requestType: 'data',
      requestPath: '/v1/chains/{chainId}/blocks',
      apiCreditsConsumed: 10,
      requestDurationMsecs: expect.any(Number),
      responseCode: 200,
      chainId: '43114',
      metadata: {
        ipAddress: '127.0.0.1',
        host: new URL(server.url).host,
        userAgent: 'tests/1',
      },
    },
  ])
  const { requestDurationMsecs: tookMs } = found[1] as unknown as { requestDurationMsecs: number }
  expect(tookMs).toBeGreaterThanOrEqual(0)
  expect(tookMs).toBeLessThanOrEqual(Math.ceil(elapsedMs))
})

test('the metrics that a key reads are listed too, and a client without a name has none', async () => {
  const { hostname, port } = new URL(server.url)
  await new Promise<void>((resolve, reject) => {
    const path = '/v2/chains/43114'
    httpGet({ hostname, port, path, headers: key }, (response) =>
      response.resume().on('end', resolve),
    ).on('error', reject)
  })
  expect((await logs()).logs).toMatchObject([
    { requestPath: '/v2/chains/{chainId}', metadata: { userAgent: '' } },
  ])
})

test('chainId narrows the list to requests about the chain, by any of its names', async () => {
  await ask('/v1/chains/43114/blocks?pageSize=1')
  await ask('/v1/chains/43113/blocks?pageSize=1')
  await ask('/v1/chains')
  for (const chain of ['43114', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'])
    expect((await logs(`chainId=${chain}`)).logs).toMatchObject([{ logId: '1', chainId: '43114' }])
})

test('pages of any size make up the list, and filters narrow it', async () => {
  for (let each = 0; each < 5; each++) await ask(each % 2 ? '/v1/chains' : '/v1/none')
  const [newest] = (await logs()).logs
  expect((await logs('responseCode=200&requestPath=/v1/chains')).logs).toHaveLength(2)
  expect((await logs('requestType=rpc')).logs).toEqual([])
  const { items } = await walkPages<Logs['logs'][number]>(
    { inject: (url: string) => server.inject({ url, headers: key }) } as unknown as Snowglobe,
    '/v1/apiLogs?responseCode=404',
    'logs',
    1,
  )
  expect(items.map(({ logId }) => logId)).toEqual(['5', '3', '1'])
  expect(newest?.logId).toBe('5')
})

test.each(['', '&endTimestamp=1768780800'])(
  'after midnight pages continue the day of the first page%s',
  async (filter) => {
    await ask('/v1/chains')
    await server.clock.advanceTo('2026-01-16T23:59:30Z')
    for (let each = 0; each < 5; each++) await ask('/v1/chains')
    const page = async (token = '') => {
      const url = `/v1/apiLogs?pageSize=2${filter}${token && `&pageToken=${token}`}`
      const { body } = await get(server, url, key)
      const { logs: found, message, nextPageToken } = body as Logs & { nextPageToken?: string }
      return { ids: found?.map(({ logId }) => logId), message, nextPageToken }
    }
    const first = await page()
    expect(first.ids).toEqual(['6', '5'])
    await server.clock.advance('1m')
    const second = await page(first.nextPageToken)
    expect(second).toMatchObject({ ids: ['4', '3'], message: undefined })
    expect(await page(second.nextPageToken)).toEqual({ ids: ['2'] })
  },
)

test('a token is refused with other days, and accepted with another time of the same day', async () => {
  const now = Date.parse((await server.world()).now) / 1000
  for (let each = 0; each < 3; each++) await ask('/v1/chains')
  const list = `/v1/apiLogs?pageSize=1&startTimestamp=${now}`
  const { nextPageToken } = (await get(server, list, key)).body as { nextPageToken: string }
  const statusOf = async (url: string) =>
    (await get(server, `${url}&pageToken=${nextPageToken}`, key)).status
  expect(await statusOf(`/v1/apiLogs?pageSize=1&startTimestamp=${now + 1}`)).toBe(200)
  for (const other of [
    '/v1/apiLogs?pageSize=1',
    `/v1/apiLogs?pageSize=1&startTimestamp=${now - 86_400}`,
    `${list}&endTimestamp=${now + 86_400}`,
  ])
    expect(await statusOf(other)).toBe(400)
})
