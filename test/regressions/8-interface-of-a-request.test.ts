import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { exchange, requestText } from '../json-rpc/support/raw-http.ts'
import { startServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-keys-'))
const keys = join(folder, 'keys.json')
writeFileSync(
  keys,
  JSON.stringify({
    keys: [
      { key: 'good' },
      { key: 'blocked', blocked: true },
      { key: 'narrow', routes: ['/v1/chains'] },
    ],
  }),
)

let server: Snowglobe
let port: number
beforeAll(async () => {
  server = await startServer({ auth: 'required', keys })
  port = Number(new URL(server.url).port)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Bytes as they are: no client that cleans the target stands in between. */
const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(port, requestText(`${method} ${target} HTTP/1.1`, headers))

const data = (status: number) => ({ status, message: expect.any(String) })
const metrics = (status: number) => ({ status, message: [expect.any(String)] })

/** Targets for which the Data API stands, so that none is answered without a key. */
const needKeys = [
  '/v1/chains',
  '/v1/chains/',
  '/v1/chains?/ext',
  '/v1/chains/..%2Favg_tps',
  '/v1/chains/..%2favg_tps%2f43114',
  '/v1/chains/..%2F..%2F..%2Fext',
  '/v1/chains/%2e%2e%2favg_tps/blocks',
  '/v1/chains/..\\..\\ext',
  '/v1/chains%23/ext',
  '/v1/chains%3f/ext',
  '/v1/chains;/ext',
  '/v1//chains',
  '/v1/./chains',
  '/v1/x/../chains',
  '//v1/chains',
  '///v1/chains',
  '/./v1/chains',
  '/%2e/v1/chains',
  '/../v1/chains',
  '/%76%31/chains',
  '/v1/ch%61ins/43114/blocks',
  '/v1\\chains',
  '/V1/chains',
  'http://other/v1/chains',
  'HTTP://other:80/v1/chains/43114/blocks',
  'http://ext/v1/chains',
  'http://other',
  'http://other?/ext',
  '//ext/v1/chains',
  '//ext/info',
  '/./ext/info',
  '/v1/../ext/info',
  '/extra',
  '/v1/ext',
  '/v1/avg_tpsx',
  '/v1/avg_tps%2f43114',
  '/avg_tps/43114',
  '/openapi.json',
  '*',
]

/** Some of them belong to no route, and the guard comes first: whether a path exists stays secret. */
test.each(needKeys)(
  '%s is 401 without a key and 403 with a blocked one, however it is written',
  async (target) => {
    const method = target === '*' ? 'OPTIONS' : 'GET'
    for (const [headers, status] of [
      [{}, 401],
      [{ 'x-data-api-key': 'wrong' }, 401],
      [{ 'x-data-api-key': 'blocked' }, 403],
    ] as const) {
      const response = await ask(target, headers, method)
      expect({ ...response, message: JSON.parse(response.body).message }).toMatchObject(
        data(status),
      )
    }
  },
)

test.each([
  '/v1/chains/43114/blocks#/../../../../../ext',
  '/v1/chains/43114/blocks?#/ext',
  '/v1/chains#',
  '/#/ext',
  '/v1/avg_tps/43114#/v1/chains',
  'http://other/v1/chains#/ext',
  '/ext/info#/v1/chains',
])('%s has a fragment and is 400 with any key and with none', async (target) => {
  for (const headers of [{}, { 'x-data-api-key': 'blocked' }, { 'x-data-api-key': 'good' }]) {
    const response = await ask(target, headers as Record<string, string>)
    expect(response.status).toBe(400)
    expect(response.body).toContain('The URL must not have a fragment')
  }
})

test.each([
  ['/v1/avg_tps/43114', 200],
  ['/v1/avg%5Ftps/43114', 200],
  ['http://other/v1/avg_tps/43114', 200],
  ['/v1/avg_tps/43114/', 200],
  ['/v2/health-check', 200],
])('%s belongs to the metrics service, which wants no key', async (target, status) => {
  expect((await ask(target)).status).toBe(status)
})

test.each([
  ['/v1/avg_tps', 404],
  ['/v1/avg_tps/', 404],
  ['/v1/avg_tps/43114/x', 404],
  ['/v1/avg_tps/../chains', 404],
  ['/v1/avg_tps/..%2fchains', 400],
  ['/v1/avg_tps/x', 400],
  [`/v1/avg_tps/${'1'.repeat(1025)}`, 400],
  ['/v2/nope', 404],
  ['/%762/nope', 404],
])('what is wrong with %s is said in the shape of the metrics service', async (target, status) => {
  const response = await ask(target)
  expect({ ...response, message: JSON.parse(response.body).message }).toMatchObject(metrics(status))
})

test.each([
  ['/ext/info', 405],
  ['/%65xt/info', 405],
  ['http://other/ext/info', 405],
  ['/ext', 404],
  ['/ext/../v1/chains', 301],
  ['/ext/..%2fv1/chains', 301],
  ['/ext//info', 301],
])('%s belongs to the node, which never looks at keys', async (target, status) => {
  for (const headers of [{}, { 'x-data-api-key': 'blocked' }]) {
    const response = await ask(target, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(response.valuesOf('node-id')).toHaveLength(1)
  }
})

test('with a key an unclean path of the node is sent on before its body is read', async () => {
  const headers = { 'x-data-api-key': 'good', 'content-type': 'application/json' }
  const request = requestText('POST //ext/info HTTP/1.1', headers, '{"jsonrpc":')
  const { status, valuesOf } = await exchange(port, request)
  expect(status).toBe(301)
  expect(valuesOf('location')).toEqual(['/ext/info'])
  expect(valuesOf('node-id')).toHaveLength(1)
})

test('the routes of a key are those of its paths, also where the target names a host', async () => {
  const narrow = { 'x-data-api-key': 'narrow' }
  expect((await ask('/v1/chains/43114', narrow)).status).toBe(200)
  expect((await ask('http://other/v1/chains/43114', narrow)).status).toBe(200)
  for (const target of [
    '/v1/icm/messages',
    'http://other/v1/icm/messages',
    '/v1/chainsx',
    '/v1/%63hains',
    'http://v1/chains/../v1/icm/messages',
  ])
    expect([target, (await ask(target, narrow)).status]).toEqual([target, 403])
})
