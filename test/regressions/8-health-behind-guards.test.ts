import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-health-'))
const keys = join(folder, 'keys.json')
writeFileSync(keys, JSON.stringify({ keys: [{ key: 'blocked', blocked: true }] }))

let server: Snowglobe
beforeAll(async () => {
  const rateLimit = { perMinute: 1, withKey: 1 }
  server = await startServer({ auth: 'required', keys, rateLimit })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const up = { base: { status: 'up' } }
const healthy = { status: 'ok', info: up, error: {}, details: up }
const alive = { status: 'ok', info: {}, error: {}, details: {} }

const paths = [
  ['/v1/health-check', healthy],
  ['/v1/live-check', alive],
  ['/v2/health-check', healthy],
  ['/v2/live-check', alive],
] as const

test.each(paths)(
  '%s answers without a key, above the limit and under a fault',
  async (path, body) => {
    const requests = [{}, { 'x-data-api-key': 'blocked' }, { 'x-snowglobe-fault': '503' }]
    for (const headers of [...requests, ...requests]) {
      const response = await send(server.url, { path, headers })
      expect({ status: response.status, body: JSON.parse(response.body) }).toEqual({
        status: 200,
        body,
      })
      expect(response.headers).not.toHaveProperty('ratelimit-remaining')
    }
  },
)

test('asking for health takes nothing from what a caller may ask', async () => {
  const path = '/v1/avg_tps/43114'
  expect((await send(server.url, { path })).status).toBe(200)
  expect((await send(server.url, { path })).status).toBe(429)
  expect((await send(server.url, { path: '/v1/health-check' })).status).toBe(200)
})

test('everything else stays behind the guards', async () => {
  await server.reset()
  expect((await send(server.url, { path: '/v1/chains' })).status).toBe(401)
})
