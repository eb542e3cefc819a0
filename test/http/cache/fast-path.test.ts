import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

// A repeated request is answered before the router: all that decides about a request has to decide about this one too.
const path = '/v1/chains/43114/blocks?pageSize=2'
const rewarding = '/v1/avg_tps/43114'

let server: Snowglobe
let unkept: Snowglobe
beforeAll(async () => {
  ;[server, unkept] = await Promise.all([startServer(), startServer({ cacheMb: 0 })])
})
afterEach(() => Promise.all([server, unkept].map((each) => each.reset())))
afterAll(() => Promise.all([server?.close(), unkept?.close()]))

/** The response to a question that has been answered before, and to one that never is. */
async function both(request: Parameters<typeof send>[1]) {
  await send(server.url, { path: request.path ?? path })
  const [again, fresh] = [await send(server.url, request), await send(unkept.url, request)]
  for (const { headers } of [again, fresh]) delete headers.date
  return { again, fresh }
}

test.each<[string, Parameters<typeof send>[1]]>([
  ['as it was', { path }],
  ['with a slash at the end of its path', { path: path.replace('?', '/?') }],
  ['of the other dialect', { path, headers: { 'x-snowglobe-dialect': 'live' } }],
  ['of an official client', { path, headers: { 'x-glacier-api-key': 'abc' } }],
  ['of no dialect', { path, headers: { 'x-snowglobe-dialect': 'old' } }],
  ['that asks for a fault', { path, headers: { 'x-snowglobe-fault': '503' } }],
  ['of a key that is too long', { path, headers: { 'x-data-api-key': 'k'.repeat(2000) } }],
  ['of a world without a name', { path, headers: { 'x-snowglobe-world': 'No Name' } }],
  ['by another method', { path, method: 'POST' }],
  ['of its head alone', { path, method: 'HEAD' }],
  [
    'by a browser first',
    {
      path,
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', origin: 'http://a.test' },
    },
  ],
  ['of the Metrics API', { path: rewarding }],
  ['of the Metrics API by a page', { path: rewarding, headers: { origin: 'http://a.test' } }],
])('a request %s gets the same response as without a cache', async (_name, request) => {
  const { again, fresh } = await both(request)
  expect(again).toEqual(fresh)
})

test('a key of the query chooses dialect and world each time', async () => {
  const request = { path: `${path}&rltoken=sg_other` }
  for (let i = 0; i < 3; i++) {
    expect((await send(server.url, request)).headers['x-snowglobe-dialect']).toBe('live')
    const { worlds } = await server.worlds.list()
    expect(worlds.map(({ name }) => name)).toEqual(['default', 'other'])
  }
  const { requests } = await server.in('other').requests.list()
  expect(requests.map(({ key }) => key)).toEqual(['sg_o', 'sg_o', 'sg_o'])
})

test('rules, limits and keys that are set later hold for what was answered before', async () => {
  const status = async () => (await send(server.url, { path })).status
  expect([await status(), await status()]).toEqual([200, 200])
  await server.faults.add({ id: 'once', times: 1, respond: { status: 502 } })
  expect([await status(), await status()]).toEqual([502, 200])
  await server.faults.clear()
  await server.limits.set({ rateLimit: '1/min,2/min-with-key' })
  expect([await status(), await status()]).toEqual([200, 429])
  await server.limits.set({ rateLimit: 'off', auth: 'required' })
  expect(await status()).toBe(401)
  await server.limits.set({ auth: 'off' })
  expect(await status()).toBe(200)
})

test('what is answered again is counted and remembered as what was answered first', async () => {
  const headers = { 'user-agent': 'wallet/1', 'x-data-api-key': 'topsecret' }
  for (let i = 0; i < 3; i++) await send(server.url, { path, headers })
  const { requests } = await server.requests.list()
  const reported = requests.map(({ id, receivedAt, durationMs, ...rest }) => {
    expect(durationMs).toBeGreaterThan(0)
    return rest
  })
  expect(reported).toHaveLength(3)
  expect(reported[0]).toMatchObject({
    interface: 'data',
    operation: 'listEvmBlocks',
    method: 'GET',
    path: '/v1/chains/43114/blocks',
    query: 'pageSize=2',
    key: 'tops',
    status: 200,
    dialect: 'documented',
    client: { address: '127.0.0.1', userAgent: 'wallet/1' },
  })
  expect(reported[0]).toEqual(reported[2])
  expect(reported[1]).toEqual(reported[2])
  const { verdicts } = await server.requests.verdicts()
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['refetched-same-page'])
  await send(server.url, { path: '/v1/chains', headers })
  const later = await server.requests.verdicts()
  expect(later.verdicts.map(({ verdict }) => verdict)).toContain('ignored-next-page')
})

test('each response is counted once, cached ones too', async () => {
  const counted = async () => {
    const { body } = await send(server.url, { path: '/_admin/metrics' })
    const line =
      /snowglobe_requests_total\{interface="metrics",operation="getAverageTps",status="200"\} (\d+)/
    return Number(line.exec(body)?.[1] ?? 0)
  }
  const before = await counted()
  for (let i = 0; i < 4; i++) await send(server.url, { path: rewarding })
  expect((await counted()) - before).toBe(4)
})
