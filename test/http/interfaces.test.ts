import { afterAll, beforeAll, expect, test } from 'vitest'
import { interfaceOf } from '../../src/http/interfaces.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test.each([
  ['/ext', 'node'],
  ['/ext/info', 'node'],
  ['/ext?x', 'node'],
  ['//ext/info', 'node'],
  ['/%65xt/info', 'node'],
  ['/./ext', 'node'],
  ['/extra', 'data'],
  ['/v1/ext', 'data'],
  ['/v1/avg_tps/43114', 'metrics'],
  ['/v1/avg%5Ftps/43114', 'metrics'],
  ['/v1/avg_tpsx', 'data'],
  ['/%zz', 'data'],
  ['/', 'data'],
])('%s belongs to %s', (url, name) => {
  expect(interfaceOf(url)).toBe(name)
})

test('an unclean path of the node is redirected before its body is read', async () => {
  const answer = await send(server.url, {
    method: 'POST',
    path: '//ext/info',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":',
  })
  expect(answer.status).toBe(301)
  expect(answer.headers.location).toBe('/ext/info')
  expect(answer.headers['node-id']).toMatch(/^NodeID-/)
})
