import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeId, startNode } from './support/node-app.ts'

const call = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const json = { 'Content-Type': 'application/json' }
const post = 'POST /ext/info HTTP/1.1'

let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(['localhost', 'Node.Example'])
})
afterAll(() => node.close())

test.each([
  'localhost',
  'LOCALHOST:9650',
  'node.example:1',
  'localhost:',
  '127.0.0.1',
  '127.0.0.1:9650',
  '203.0.113.7',
  '[::1]:9650',
  '::1',
  '',
])('host %j is served', async (host) => {
  expect((await node.send(post, { ...json, Host: host }, call)).status).toBe(200)
})

test.each(['evil.example', 'localhost.', 'a:b:c', '[::1]', 'sub.localhost', 'node.example.evil'])(
  'host %j is 403 in text',
  async (host) => {
    for (const line of [post, 'GET /ext/nope HTTP/1.1', 'POST /ext//info HTTP/1.1']) {
      const { status, body, valuesOf } = await node.send(line, { ...json, Host: host }, call)
      expect({ status, body }).toEqual({ status: 403, body: 'invalid host specified\n' })
      expect(valuesOf('content-type')).toEqual(['text/plain; charset=utf-8'])
      expect(valuesOf('x-content-type-options')).toEqual(['nosniff'])
      expect(valuesOf('node-id')).toEqual([nodeId])
      expect(valuesOf('vary')).toEqual(['Origin'])
    }
  },
)

test('`*` allows every host', async () => {
  const open = await startNode(['*'])
  expect((await open.send(post, { ...json, Host: 'evil.example' }, call)).status).toBe(200)
  await open.close()
})

const preflight = (headers: Record<string, string>, path = '/ext/info') =>
  node.send(`OPTIONS ${path} HTTP/1.1`, {
    Origin: 'https://wallet.example',
    'Access-Control-Request-Method': 'POST',
    ...headers,
  })

const threeVaryLines = ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers']

test.each([
  ['POST', 'content-type', 'Content-Type'],
  ['GET', 'X-Requested-With, accept', 'X-Requested-With, Accept'],
  ['HEAD', 'origin', 'Origin'],
  ['post', 'content-type', 'Content-Type'],
])('a preflight for %s with %s is allowed', async (method, request, allowed) => {
  const { status, body, valuesOf } = await preflight({
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': request,
  })
  expect({ status, body }).toEqual({ status: 200, body: '' })
  expect(valuesOf('access-control-allow-origin')).toEqual(['*'])
  expect(valuesOf('access-control-allow-methods')).toEqual([method.toUpperCase()])
  expect(valuesOf('access-control-allow-headers')).toEqual([allowed])
  expect(valuesOf('access-control-allow-credentials')).toEqual(['true'])
  expect(valuesOf('vary')).toEqual(threeVaryLines)
  expect(valuesOf('node-id')).toEqual([nodeId])
})

test('a preflight without requested headers is allowed without naming any', async () => {
  const { valuesOf } = await preflight({})
  expect(valuesOf('access-control-allow-origin')).toEqual(['*'])
  expect(valuesOf('access-control-allow-headers')).toEqual([])
})

test.each([
  { 'Access-Control-Request-Method': 'PUT' },
  { 'Access-Control-Request-Headers': 'authorization' },
  { 'Access-Control-Request-Headers': 'content-type, x-custom' },
  { Origin: '' },
])('a preflight with %j is 200 without a permission', async (headers) => {
  const { status, body, headers: served, valuesOf } = await preflight(headers)
  expect({ status, body }).toEqual({ status: 200, body: '' })
  expect(served.filter(([name]) => name.startsWith('access-control-'))).toEqual([])
  expect(valuesOf('vary')).toEqual(threeVaryLines)
})

test('a preflight is answered before hosts and paths are looked at', async () => {
  for (const path of ['/ext/info', '/ext/nope', '/ext//info']) {
    const { status, valuesOf } = await preflight({ Host: 'evil.example' }, path)
    expect(status).toBe(200)
    expect(valuesOf('access-control-allow-origin')).toEqual(['*'])
  }
})

test('a request with an origin is allowed for every origin, with credentials', async () => {
  const { status, valuesOf } = await node.send(
    post,
    { ...json, Origin: 'https://wallet.example' },
    call,
  )
  expect(status).toBe(200)
  expect(valuesOf('access-control-allow-origin')).toEqual(['*'])
  expect(valuesOf('access-control-allow-credentials')).toEqual(['true'])
  expect(valuesOf('vary')).toEqual(['Origin'])
})

test('a method that CORS refuses only loses the headers', async () => {
  const { status, valuesOf } = await node.send('PUT /ext/info HTTP/1.1', {
    Origin: 'https://wallet.example',
  })
  expect(status).toBe(405)
  expect(valuesOf('access-control-allow-origin')).toEqual([])
})
