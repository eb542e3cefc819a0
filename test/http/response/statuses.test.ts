import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { statusTexts } from '../../../src/http/response/errors.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

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
const servers: Snowglobe[] = []
const start = async (options: Partial<Config>) => {
  const server = await startServer(options)
  servers.push(server)
  return server
}
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  rmSync(folder, { recursive: true })
})

const data = '/v1/chains/43114/blocks'
const metrics = '/v1/avg_tps/43114'

test('x-snowglobe-fault produces each documented status in the shape of its interface', async () => {
  const server = await start({})
  for (const [status, error] of Object.entries(statusTexts)) {
    const headers = { 'x-snowglobe-fault': status }
    const message = `${error}, as the header x-snowglobe-fault requests`
    const body = { message, error, statusCode: Number(status) }
    expect(await get(server, data, headers)).toMatchObject({ status: Number(status), body })
    expect(await get(server, metrics, headers)).toMatchObject({
      status: Number(status),
      body: { ...body, message: [message] },
    })
  }
  expect(await get(server, data, { 'x-snowglobe-fault': '418' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('not "418"') },
  })
})

test('without --auth an unknown key is no error', async () => {
  const server = await start({})
  expect((await get(server, data, { 'x-data-api-key': 'whoever' })).status).toBe(200)
})

test.each([
  ['known', undefined, 200],
  ['known', 'good', 200],
  ['known', 'unknown', 401],
  ['known', 'blocked', 403],
  ['known', 'narrow', 200],
  ['required', undefined, 401],
  ['required', 'good', 200],
  ['required', 'unknown', 401],
] as const)('--auth %s with the key %s gives %i', async (auth, key, status) => {
  const server = await start({ auth, keys })
  for (const header of ['x-data-api-key', 'x-glacier-api-key']) {
    const response = await get(server, data, key === undefined ? {} : { [header]: key })
    expect(response.status).toBe(status)
    if (status !== 200)
      expect(response.body).toEqual({
        message: expect.any(String),
        error: statusTexts[status],
        statusCode: status,
      })
  }
  if (key !== undefined) expect((await get(server, `${data}?rltoken=${key}`)).status).toBe(status)
})

test('a key may be held to some routes; the metrics service asks for none', async () => {
  const server = await start({ auth: 'required', keys })
  const narrow = { 'x-data-api-key': 'narrow' }
  expect((await get(server, data, narrow)).status).toBe(200)
  expect((await get(server, '/v1/icm/messages/x', narrow)).status).toBe(403)
  expect((await get(server, metrics)).status).toBe(200)
})

test('requests above the limit are 429 until the window ends, and a key of the file raises the limit', async () => {
  const server = await start({ keys, rateLimit: { perMinute: 3, withKey: 5 } })
  const statuses = async (count: number, headers = {}) => {
    const responses = []
    for (let i = 0; i < count; i++) responses.push(await get(server, data, headers))
    return responses
  }
  const anonymous = await statuses(4)
  expect(anonymous.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(anonymous[0]?.headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '2',
    'ratelimit-policy': '3;w=60',
  })
  const refused = anonymous[3]
  expect(refused?.body).toEqual({
    message: `Rate limit of 3 exceeded; try again in ${refused?.headers['ratelimit-reset']} s`,
    error: 'Too Many Requests',
    statusCode: 429,
  })
  expect(refused?.headers['retry-after']).toBe(refused?.headers['ratelimit-reset'])
  const withKey = await statuses(6, { 'x-data-api-key': 'good' })
  expect(withKey.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  await server.reset()
  expect((await get(server, data)).status).toBe(200)
})

test('--rate-limit docs counts compute units: a block list costs 10, the chain list 1', async () => {
  const server = await start({ rateLimit: 'docs' })
  const remaining = async (url: string) =>
    Number((await get(server, url)).headers['ratelimit-remaining'])
  expect(await remaining(data)).toBe(5990)
  expect(await remaining('/v1/chains')).toBe(5989)
})

test('unknown routes and wrong methods are 404 in both shapes', async () => {
  const server = await start({})
  expect((await get(server, '/v1/nope')).body).toEqual({
    message: 'Cannot GET /v1/nope',
    error: 'Not Found',
    statusCode: 404,
  })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    expect((await server.inject({ method, url: data })).statusCode).toBe(404)
    expect((await server.inject({ method, url: metrics })).json()).toMatchObject({
      message: [`Cannot ${method} ${metrics}`],
      statusCode: 404,
    })
  }
})

test('a trailing slash and an encoded colon do not matter below /v1', async () => {
  const server = await start({})
  expect((await get(server, `${data}/`)).status).toBe(200)
  expect((await get(server, '/v1/chains/')).status).toBe(200)
})

test('bad percent-encoding, long segments and long URLs are 400', async () => {
  const server = await start({})
  for (const url of ['/v1/chains/%zz/blocks', `/v1/chains/${'1'.repeat(1025)}/blocks`])
    expect((await get(server, url)).status).toBe(400)
  expect((await get(server, `/v1/chains/${'1'.repeat(1024)}/blocks`)).status).toBe(404)
})

test('pages of any origin may read responses and errors', async () => {
  const server = await start({})
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: data,
    headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).toContain('x-data-api-key')
  expect(preflight.headers['access-control-allow-headers']).toContain('x-application-name')
  for (const url of [data, '/v1/nope'])
    expect((await get(server, url)).headers['access-control-allow-origin']).toBe('*')
})

test('every response names its dialect', async () => {
  const server = await start({})
  const dialectOf = async (headers: Record<string, string>) =>
    (await get(server, data, headers)).headers['x-snowglobe-dialect']
  expect(await dialectOf({})).toBe('documented')
  expect(await dialectOf({ 'user-agent': 'speakeasy-sdk/typescript 1.0' })).toBe('live')
  expect(await dialectOf({ 'x-application-name': 'core-extension' })).toBe('live')
  expect(await dialectOf({ 'x-snowglobe-dialect': 'live' })).toBe('live')
  expect(await dialectOf({ 'x-glacier-api-key': 'k', 'x-snowglobe-dialect': 'documented' })).toBe(
    'documented',
  )
  expect((await get(server, data, { 'x-snowglobe-dialect': 'klingon' })).status).toBe(400)
})
