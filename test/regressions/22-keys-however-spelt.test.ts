import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutKeys } from '../../src/http/server/logger.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const spellings = [
  'rltoken[]=SECRET',
  'rltoken%5b%5d=SECRET',
  'rltoken%5B0%5D=SECRET',
  'filter[rltoken]=SECRET',
  'apiKey=SECRET',
  'api_key=SECRET',
  'API-KEY=SECRET',
  'x-api-key=SECRET',
  'access_token=SECRET',
  '%52LToken=SECRET',
  '%2572ltoken=SECRET',
  'rltoken%3dSECRET',
  'rltoken=x;SECRET',
  'rltoken=x?SECRET',
  'a=b;rltoken=SECRET',
  'X-Data-Api-Key=SECRET',
  'authorization=Bearer%20SECRET',
  '+rltoken+=SECRET',
]

test.each(spellings)('a key in %s is in neither log nor journal', async (query) => {
  const url = `/v1/chains?${query}&pageSize=1`
  expect(withoutKeys(url)).not.toContain('SECRET')
  expect(withoutKeys(url)).toMatch(/\[redacted\]&pageSize=1$/)
  expect(withoutKeys(url)).toContain(query.slice(0, 3))
  await send(server.url, { path: url, headers: { referer: `http://app.example${url}` } })
  const [request] = (await server.requests.list({ pageSize: 1 })).requests
  const whole = await server.requests.get(request?.id as number)
  expect(JSON.stringify(whole)).not.toContain('SECRET')
  expect(whole.query).toMatch(/&pageSize=1$/)
})

test('keys in headers of other names are cut as well', async () => {
  for (const name of ['x-api-key', 'Api-Key', 'x-access-token', 'rltoken', 'X-Snowglobe-Api-Key'])
    await send(server.url, { path: '/v1/chains', headers: { [name]: 'TOPSECRET' } })
  const { requests } = await server.requests.list({ pageSize: 5 })
  for (const { id } of requests)
    expect(JSON.stringify(await server.requests.get(id))).not.toContain('TOPSECRET')
})

test('what holds no key stays as it was sent', () => {
  const url = '/v1/chains?pageToken=a;b?c&keys=1&monkey=2&a[b]=c&tokens=3&%zz=4#x=5'
  expect(withoutKeys(url)).toBe(url)
})
