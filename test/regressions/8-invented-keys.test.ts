import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createRateLimiter } from '../../src/http/guards/rate-limit.ts'
import type { Snowglobe, SnowglobeOptions } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-keys-'))
const keys = join(folder, 'keys.json')
const maxKey = 'k'.repeat(256)
writeFileSync(keys, JSON.stringify({ keys: [{ key: 'good' }, { key: maxKey }] }))

let server: Snowglobe
const start = async (options: SnowglobeOptions) => {
  server = await startServer({ keys, ...options })
}
afterEach(() => server?.close())
afterAll(() => rmSync(folder, { recursive: true }))

const statusOf = async (headers: Record<string, string>, path = '/v1/chains') =>
  (await send(server.url, { path, headers })).status

test('invented keys share the window of their address', async () => {
  await start({ rateLimit: { perMinute: 5, withKey: 8 } })
  const statuses = []
  for (let i = 0; i < 8; i++) statuses.push(await statusOf({ 'x-data-api-key': `invented-${i}` }))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await statusOf({})).toBe(429)
  expect(await statusOf({ 'x-data-api-key': 'good' })).toBe(200)
})

test('keys that name worlds share one window in a world that a header names', async () => {
  await start({ rateLimit: { perMinute: 1, withKey: 3 } })
  const statuses = []
  for (let i = 0; i < 5; i++) {
    const headers = { 'x-data-api-key': `sg_invented-${i}`, 'x-snowglobe-world': 'one' }
    statuses.push(await statusOf(headers))
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('guessing keys counts: after the limit the response is 429 and tells nothing', async () => {
  await start({ auth: 'known', rateLimit: { perMinute: 3, withKey: 8 } })
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push(await statusOf({ 'x-data-api-key': `guess-${i}` }))
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  for (let i = 0; i < 8; i++) expect(await statusOf({ 'x-data-api-key': 'good' })).toBe(200)
  expect(await statusOf({ 'x-data-api-key': 'good' })).toBe(429)
})

test.each(['off', 'known', 'required'] as const)(
  'with --auth %s a key of more than 256 characters is refused, and counts',
  async (auth) => {
    await start({ auth, rateLimit: { perMinute: 4, withKey: 8 } })
    const long = `${maxKey}k`
    for (const [name, headers, path] of [
      ['x-data-api-key', { 'x-data-api-key': long }, '/v1/chains'],
      ['x-glacier-api-key', { 'x-glacier-api-key': long }, '/v1/avg_tps/43114'],
      ['rltoken', {}, `/v1/chains?rltoken=${long}`],
    ] as const) {
      const { status, body } = await send(server.url, { path, headers })
      expect(status).toBe(400)
      const message = `${name} must have at most 256 characters, not 257`
      expect([JSON.parse(body).message].flat()).toEqual([message])
    }
    expect(await statusOf({ 'x-data-api-key': maxKey })).toBe(200)
    expect(await statusOf({ 'x-data-api-key': long }, '/ext/info')).toBe(400)
    expect(await statusOf({ 'x-data-api-key': long })).toBe(429)
  },
)

test('who comes after very many addresses has a window of their own', () => {
  const limiter = createRateLimiter({ perMinute: 2, withKey: 2 }, () => 0)
  for (let i = 0; i < 70_000; i++) limiter.take(undefined, `address-${i}`, 1)
  const latecomer = () => limiter.take(undefined, 'latecomer', 1)?.allowed
  expect([latecomer(), latecomer(), latecomer()]).toEqual([true, true, false])
  expect(limiter.take(undefined, 'address-69999', 1)?.remaining).toBe(0)
})

test('of very many addresses the one seen first is forgotten', () => {
  const limiter = createRateLimiter({ perMinute: 2, withKey: 2 }, () => 0)
  for (let i = 0; i < 65_537; i++) limiter.take(undefined, `address-${i}`, 1)
  expect(limiter.take(undefined, 'address-1', 1)?.remaining).toBe(0)
  expect(limiter.take(undefined, 'address-0', 1)?.remaining).toBe(1)
})
