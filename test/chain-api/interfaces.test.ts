import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { toCheckedHex } from '../../src/formats/ids.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'
import { base, outputTo, signed, spendable, utxosOf, withChange } from './support/wallet.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({
    network: 'fuji',
    pace: 0,
    httpAllowedHosts: ['localhost', 'node.example'],
  })
})
afterEach(async () => {
  await server.faults.clear()
  await server.limits.set({ rateLimit: 'off' })
})
afterAll(() => server.close())

const calls = {
  P: ['/ext/bc/P', 'platform.getHeight'],
  X: ['/ext/bc/X', 'avm.getHeight'],
  'C/avax': ['/ext/bc/C/avax', 'avax.getUTXOs'],
  rpc: ['/ext/bc/C/rpc', 'eth_blockNumber'],
  health: ['/ext/health', 'health.health'],
} as const
type Interface = keyof typeof calls
const interfaces = Object.keys(calls) as Interface[]

const json = { 'content-type': 'application/json' }
const post = (path: string, method: string, headers: Record<string, string> = {}) =>
  send(server.url, {
    ...{ method: 'POST', path, headers: { ...json, ...headers } },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  })
const callOf = (of: Interface, headers?: Record<string, string>) =>
  post(calls[of][0], calls[of][1], headers)

test.each(interfaces)('a fault rule meets a method of %s, and no other', async (of) => {
  const [path, method] = calls[of]
  await server.faults.add({ match: { operation: method }, respond: { status: 503 }, times: 1 })
  expect((await post(path, `${method}s`)).status).toBe(200)
  expect((await callOf(of)).status).toBe(503)
  expect((await callOf(of)).status).toBe(200)
})

test.each(interfaces)('a fault rule for the chains meets %s, and no info', async (of) => {
  await server.faults.add({ match: { interface: 'chain' }, respond: { status: 502 } })
  expect((await callOf(of)).status).toBe(502)
  expect((await post('/ext/info', 'info.getNetworkID')).status).toBe(200)
})

test('a fault rule can change the result of a method, and close its connection', async () => {
  await server.faults.add({
    match: { operation: 'eth_chainId' },
    patch: { merge: { result: '0x1' } },
    times: 1,
  })
  const rpc = () => post('/ext/bc/C/rpc', 'eth_chainId')
  expect(JSON.parse((await rpc()).body).result).toBe('0x1')
  expect(JSON.parse((await rpc()).body).result).toBe('0xa869')
  await server.faults.add({ match: { operation: 'eth_chainId' }, connection: 'reset', times: 1 })
  await expect(rpc()).rejects.toThrow()
})

test.each(interfaces)('the rate limit counts %s', async (of) => {
  await server.limits.set({ rateLimit: '2/min' })
  expect([(await callOf(of)).status, (await callOf(of)).status]).toEqual([200, 200])
  const { status, headers } = await callOf(of)
  expect({ status, after: Number(headers['retry-after']) > 0 }).toEqual({
    status: 429,
    after: true,
  })
})

test.each(interfaces)('the journal and the metrics name the methods of %s', async (of) => {
  const [path, method] = calls[of]
  await server.requests.clear()
  await callOf(of)
  const { requests } = await server.requests.list({ interface: 'chain' })
  expect(requests).toMatchObject([{ operation: method, path, status: 200 }])
  expect((await server.requests.list({ operation: method })).requests).toHaveLength(1)
  const metrics = await send(server.url, { path: '/_admin/metrics' })
  expect(metrics.body).toContain(`operation="${method}"`)
})

test('metrics do not name invented methods', async () => {
  await post('/ext/bc/C/rpc', 'eth_invented')
  await post('/ext/bc/P', 'platform.getInvented')
  expect((await send(server.url, { path: '/_admin/metrics' })).body).not.toContain('nvented')
})

test.each(interfaces)('%s has the CORS headers of the node', async (of) => {
  const [path] = calls[of]
  const origin = 'https://wallet.example'
  const { headers } = await callOf(of, { origin })
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['access-control-allow-credentials']).toBe('true')
  const preflight = await send(server.url, {
    ...{ method: 'OPTIONS', path },
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect(preflight).toMatchObject({
    status: 200,
    headers: {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
    },
  })
})

test.each(interfaces)('%s refuses hosts that are not allowed', async (of) => {
  expect((await callOf(of, { host: 'node.example:1' })).status).toBe(200)
  expect(await callOf(of, { host: 'evil.example' })).toMatchObject({
    status: 403,
    body: 'invalid host specified\n',
  })
})

test.each(interfaces)('%s takes JSON by POST only', async (of) => {
  const [path] = calls[of]
  expect((await callOf(of, { 'content-type': 'text/plain' })).status).toBe(415)
  if (of === 'health' || of === 'rpc') return
  expect((await send(server.url, { path })).status).toBe(405)
})

test.each([
  ['an empty GET is the check of a load balancer', 'GET', '', {}, 200, ''],
  ['a query asks nothing', 'GET', '?method=eth_chainId', {}, 415, /^invalid content type, only /],
  ['HEAD has no body', 'HEAD', '', {}, 415, ''],
  ['PUT', 'PUT', '', json, 405, 'method not allowed\n'],
  ['DELETE', 'DELETE', '', {}, 405, 'method not allowed\n'],
  ['a form', 'POST', '', { 'content-type': 'text/plain' }, 415, /^invalid content type, only /],
  [
    ...(['a long body', 'POST', '', { ...json, 'content-length': '5242881' }] as const),
    ...([413, 'content length too large (5242881>5242880)\n'] as const),
  ],
] as const)('the transport of an EVM chain answers: %s', async (...row) => {
  const [, method, query, headers, status, body] = row
  const path = `/ext/bc/C/rpc${query}`
  const sent = { method, path, headers, ...(method === 'POST' && { body: '{' }) }
  expect(await send(server.url, sent)).toMatchObject({
    status,
    body: typeof body === 'string' ? body : expect.stringMatching(body),
  })
})

test.each(['application/json-rpc', 'application/jsonrequest', 'Application/JSON; charset=utf-8'])(
  'an EVM chain takes bodies of the type %s',
  async (type) => {
    expect((await callOf('rpc', { 'content-type': type })).status).toBe(200)
  },
)

test('a path without a chain is 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'HEAD'])
    expect((await send(server.url, { method, path: '/ext/bc/none/rpc' })).status).toBe(404)
})

test('a world is named by header, by key and by a path in front', async () => {
  await server.worlds.create('ours', {})
  const height = async (path: string, headers?: Record<string, string>) =>
    JSON.parse((await post(path, 'eth_blockNumber', headers)).body).result
  const before = await height('/ext/bc/C/rpc')
  const path = '/_worlds/ours/ext/bc/C/rpc'
  expect(await height(path)).toBe(before)

  const [utxo] = spendable(await utxosOf(server))
  if (!utxo) throw new Error('ewoq has AVAX on the P-chain')
  const tx = signed(withChange({ type: 'BaseTx', ...base(utxo, [outputTo(5n)]) }, 5n))
  const issued = await send(server.url, {
    ...{ method: 'POST', path: '/_worlds/ours/ext/bc/P', headers: json },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'platform.issueTx' },
      params: { tx: toCheckedHex(tx) },
    }),
  })
  const { txID } = JSON.parse(issued.body).result
  const statusIn = async (at: string, headers?: Record<string, string>) => {
    const response = await send(server.url, {
      ...{ method: 'POST', path: at, headers: { ...json, ...headers } },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'platform.getTxStatus', params: { txID } },
      }),
    })
    return JSON.parse(response.body).result.status
  }
  expect(await statusIn('/ext/bc/P')).toBe('Unknown')
  expect(await statusIn('/_worlds/ours/ext/bc/P')).toBe('Committed')
  expect(await statusIn('/ext/bc/P', { 'x-snowglobe-world': 'ours' })).toBe('Committed')
  expect(await statusIn('/ext/bc/P', { 'x-glacier-api-key': 'sg_ours' })).toBe('Committed')
  expect((await post('/_worlds/n!/ext/bc/P', 'platform.getHeight')).status).toBe(400)
})

test('rules, limits and journal of a world meet requests with its name in the path', async () => {
  const ours = connect(server.url, { world: 'strict' })
  const path = '/_worlds/strict/ext/bc/C/rpc'
  await ours.faults.add({ match: { interface: 'chain' }, respond: { status: 503 }, times: 1 })
  expect((await callOf('rpc')).status).toBe(200)
  expect((await post(path, 'eth_chainId')).status).toBe(503)
  await ours.limits.set({ rateLimit: '1/min' })
  expect((await post(path, 'eth_chainId')).status).toBe(200)
  expect((await post(path, 'eth_chainId')).status).toBe(429)
  expect((await callOf('rpc')).status).toBe(200)
  const { requests } = await ours.requests.list({ operation: 'eth_chainId' })
  expect(requests.map(({ status }) => status)).toContain(200)
})
