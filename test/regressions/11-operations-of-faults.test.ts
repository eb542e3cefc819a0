import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const call = (method: string, path = '/ext/info', headers = {}) =>
  send(server.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  })

/** Which methods the latest requests called, and how they were answered; newest first. */
async function seen(count: number): Promise<[operation: string | undefined, status: number][]> {
  const { requests } = await server.requests.list({ pageSize: count })
  return requests.map(({ operation, status }) => [operation, status as number])
}

test('a call that a rule answers is reported by its method, whatever the rule matches', async () => {
  await server.faults.add({ match: { interface: 'info' }, respond: { status: 503 } })
  expect((await call('info.peers')).status).toBe(503)
  expect((await call('info.nothing')).status).toBe(503)
  await server.faults.clear()
  await server.faults.add({ respond: { status: 429 } })
  expect((await call('index.getLastAccepted', '/ext/index/P/block')).status).toBe(429)
  await server.faults.clear()
  expect(await seen(3)).toEqual([
    ['index.getLastAccepted', 429],
    ['info.nothing', 503],
    ['info.peers', 503],
  ])
  const { body } = await send(server.url, { path: '/_admin/metrics' })
  expect(body).toMatch(/operation="info\.peers",status="503"\} 1\n/)
  // Invented names could fill the tables that use them as keys.
  expect(body).not.toContain('info.nothing')
})

test('a call that asks for its fault itself is reported by its method', async () => {
  expect((await call('info.uptime', '/ext/info', { 'x-snowglobe-fault': '502' })).status).toBe(502)
  expect(await seen(1)).toEqual([['info.uptime', 502]])
})

test('rules meet what is no JSON-RPC before the node looks at it', async () => {
  await server.faults.add({ respond: { status: 500 } })
  const plain = await send(server.url, { method: 'POST', path: '/ext/info', body: 'info.peers' })
  expect(plain.status).toBe(500)
  expect((await send(server.url, { path: '/ext/info' })).status).toBe(500)
  await server.faults.clear()
})
