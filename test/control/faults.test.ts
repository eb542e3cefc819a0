import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { NewFaultRule } from '../../schemas/control/faults.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'
import { doors, refusalOf, through } from './support/doors.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => server.faults.clear())
afterAll(() => server?.close())

const blocks = '/v1/chains/43114/blocks?pageSize=1'

const rpc = (method: string, path = '/ext/info', headers = {}) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
})

const statusOf = async (path: string, headers = {}) =>
  (await send(server.url, { path, headers })).status

test.each(doors)(
  'rules are added, read, replaced in their place and removed, through %s',
  async (door) => {
    const { faults } = through(door, server)
    expect(await faults.list()).toEqual({ rules: [] })
    const slow = { delay: { ms: 1 } }
    const down = { id: 'down', match: { interface: 'data' as const }, respond: { status: 503 } }
    expect(await faults.add(slow)).toEqual({ rules: [{ id: 'rule-1', ...slow }] })
    expect(await faults.add([down, slow])).toEqual({ rules: [down, { id: 'rule-2', ...slow }] })
    expect(await faults.get('down')).toEqual(down)
    const gone = { connection: 'empty' as const }
    expect(await faults.set('down', gone)).toEqual({ id: 'down', ...gone })
    expect((await faults.list()).rules.map(({ id }) => id)).toEqual(['rule-1', 'down', 'rule-2'])
    expect(await faults.set('new', gone)).toEqual({ id: 'new', ...gone })
    expect(await faults.remove('rule-1')).toBeUndefined()
    expect((await faults.list()).rules.map(({ id }) => id)).toEqual(['down', 'rule-2', 'new'])
    expect(await faults.clear()).toBeUndefined()
    expect(await faults.list()).toEqual({ rules: [] })
  },
)

test.each(doors)(
  'a rule that cannot be is refused, and none of its request is left, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.set('taken', { cors: false })
    const cases: [unknown, string, string][] = [
      [{}, '', 'bad_request'],
      [{ respond: { status: 200 } }, '/respond/status', 'bad_request'],
      [
        { respond: { status: 503, headers: { 'content-length': '1' } } },
        '/respond/headers/content-length',
        'bad_request',
      ],
      [
        { respond: { status: 503, headers: { 'x-a': 'b\r\nx-c: d' } } },
        '/respond/headers/x-a',
        'bad_request',
      ],
      [{ respond: { status: 503 }, connection: 'reset' }, '/connection', 'bad_request'],
      [{ connection: 'cut' }, '/connection', 'bad_request'],
      [{ cors: true }, '/cors', 'bad_request'],
      [{ delay: { ms: 120_001 } }, '/delay/ms', 'bad_request'],
      [{ probability: 1.1, cors: false }, '/probability', 'bad_request'],
      [{ match: { interface: 'node' }, cors: false }, '/match/interface', 'bad_request'],
      [{ match: { port: 1 }, cors: false }, '/match/port', 'bad_request'],
      [{ id: 'No Name', cors: false }, '/id', 'bad_request'],
    ]
    for (const [rule, pointer, code] of cases)
      expect(await refusalOf(faults.add([{ cors: false }, rule as NewFaultRule]))).toMatchObject({
        code,
        details: { pointer: `/rules/1${pointer}` },
      })
    expect(
      await refusalOf(faults.add([{ cors: false }, { id: 'taken', cors: false }])),
    ).toMatchObject({
      code: 'conflict',
      details: { id: 'taken' },
    })
    expect(await refusalOf(faults.set('one', { id: 'two', cors: false }))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/id' },
    })
    for (const ask of [
      () => faults.get('none'),
      () => faults.remove('none'),
      () => faults.get('No Name'),
    ])
      expect(await refusalOf(ask())).toMatchObject({ code: 'not_found' })
    expect((await faults.list()).rules).toEqual([{ id: 'taken', cors: false }])
  },
)

test.each(doors)(
  'a rule answers in the shape of the interface, or as a gateway before JSON-RPC, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.set('down', { respond: { status: 503 } })
    const data = await send(server.url, { path: blocks })
    expect(data.status).toBe(503)
    expect(JSON.parse(data.body)).toEqual({
      message: 'Service Unavailable',
      error: 'Service Unavailable',
      statusCode: 503,
    })
    expect(data.headers).toMatchObject({
      'x-snowglobe-fault': 'down',
      'retry-after': '1',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    })
    const metrics = await send(server.url, { path: '/v1/avg_tps/43114' })
    expect(JSON.parse(metrics.body).message).toEqual(['Service Unavailable'])
    for (const path of ['/ext/info', '/ext/index/P/block', '/ext/bc/C/rpc']) {
      const node = await send(server.url, rpc('info.peers', path))
      expect([path, node.status]).toEqual([path, 503])
      expect(node.headers).toMatchObject({
        'x-snowglobe-fault': 'down',
        'retry-after': '1',
        'content-type': 'text/html',
      })
      expect(node.body).toContain('<h1>503 Service Unavailable</h1>')
    }
    expect(await statusOf('/v1/nothing')).toBe(503)
    for (const path of ['/v1/health-check', '/v2/live-check', '/_admin/clock'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
  },
)

test.each(doors)(
  'a rule has its message and headers, also in place of retry-after, through %s',
  async (door) => {
    const { faults } = through(door, server)
    const headers = { 'Retry-After': '7', 'x-cache': 'miss' }
    await faults.add({ respond: { status: 429, message: 'Slow <down>', headers } })
    const data = await send(server.url, { path: blocks })
    expect([data.status, JSON.parse(data.body)]).toEqual([
      429,
      { message: 'Slow <down>', error: 'Too Many Requests', statusCode: 429 },
    ])
    expect(data.headers).toMatchObject({ 'retry-after': '7', 'x-cache': 'miss' })
    expect((await send(server.url, rpc('info.peers'))).body).toContain('<p>Slow &lt;down&gt;</p>')
    await faults.clear()
    await faults.add({ respond: { status: 502 } })
    expect((await send(server.url, { path: blocks })).headers['retry-after']).toBeUndefined()
  },
)

test.each(doors)(
  'a rule acts on what it matches, and the first that acts ends the search, through %s',
  async (door) => {
    const { faults } = through(door, server)
    const cases: [NonNullable<NewFaultRule['match']>, string[], string[]][] = [
      [{ interface: 'metrics' }, ['/v1/avg_tps/43114'], [blocks]],
      [{ operation: 'listEvmBlocks' }, [blocks], ['/v1/chains']],
      [{ method: 'get' }, [blocks], []],
      [{ method: 'POST' }, [], [blocks]],
      [{ path: '/v1/chains/*/blocks' }, [blocks, '/v1/chains/43113/blocks'], ['/v1/chains']],
      [{ path: '/v1/**' }, [blocks, '/v1/chains', '/v1/nothing/at/all'], ['/other']],
      [{ path: '/v1/{chains,icm/*}' }, ['/v1/chains', '/v1/icm/messages'], [blocks]],
      [
        { network: 'fuji' },
        [
          '/v1/chains/43113/blocks',
          '/v1/networks/testnet/subnets',
          '/v1/networks/fuji/subnets',
          '/v1/chains?network=testnet',
        ],
        [blocks, '/v1/networks/mainnet/subnets', '/v1/chains'],
      ],
      [{ network: 'mainnet', operation: 'listEvmBlocks' }, [blocks], ['/v1/chains/43113/blocks']],
    ]
    for (const [match, meet, pass] of cases) {
      await faults.set('it', { match, respond: { status: 500 } })
      for (const path of meet)
        expect([match, path, await statusOf(path)]).toEqual([match, path, 500])
      for (const path of pass)
        expect([match, path, await statusOf(path)]).not.toEqual([match, path, 500])
    }
    await faults.set('it', { match: { key: 'ours' }, respond: { status: 500 } })
    expect(await statusOf(blocks, { 'x-glacier-api-key': 'ours' })).toBe(500)
    expect(await statusOf(`${blocks}&rltoken=ours`)).toBe(500)
    expect(await statusOf(blocks, { 'x-glacier-api-key': 'theirs' })).toBe(200)
    await faults.clear()
    await faults.add([
      { match: { path: '/v1/chains' }, respond: { status: 404 } },
      { match: { interface: 'data' }, respond: { status: 502 } },
      { respond: { status: 503 } },
    ])
    expect(
      await Promise.all(['/v1/chains', blocks, '/v1/avg_tps/43114'].map((path) => statusOf(path))),
    ).toEqual([404, 502, 503])
  },
)

test.each(doors)(
  'methods of the node are matched by their names, and their calls are limited as before, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.add({ match: { operation: 'info.peers' }, respond: { status: 502 } })
    expect((await send(server.url, rpc('info.peers'))).status).toBe(502)
    expect((await send(server.url, rpc('info.getNetworkID'))).status).toBe(200)
    expect(
      (await send(server.url, rpc('index.getLastAccepted', '/ext/index/P/block'))).status,
    ).toBe(200)
    expect((await send(server.url, { path: '/ext/info' })).status).toBe(405)
    await faults.set('index', { match: { interface: 'index' }, respond: { status: 503 } })
    expect(
      (await send(server.url, rpc('index.getLastAccepted', '/ext/index/P/block'))).status,
    ).toBe(503)
    expect((await send(server.url, rpc('info.getNetworkID'))).status).toBe(200)
  },
)

test.each(doors)(
  'after lets requests go, times counts exactly, also of 64 at once, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.add({ after: 3, times: 2, respond: { status: 503 } })
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push(await statusOf(blocks))
    expect(statuses).toEqual([200, 200, 200, 503, 503, 200, 200, 200])
    await faults.set('rule-1', { times: 2, respond: { status: 503 } })
    const many = await Promise.all(Array.from({ length: 64 }, () => statusOf(blocks)))
    expect(many.filter((status) => status === 503)).toHaveLength(2)
    expect(many.filter((status) => status === 200)).toHaveLength(62)
  },
)

const lot: NewFaultRule = { id: 'lot', probability: 0.4, respond: { status: 503 } }
const late: NewFaultRule = { id: 'late', delay: { ms: 10, jitterMs: 60 } }

/** What 40 requests, one after the other, are answered. */
async function statusesOf(of: Snowglobe): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) statuses.push((await of.inject(blocks)).statusCode)
  return statuses
}

/** The milliseconds for which each of 12 requests, one after the other, is held back. */
async function delaysOf(of: Snowglobe): Promise<number[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  try {
    for (let i = 0; i < 12; i++) expect((await of.inject(blocks)).statusCode).toBe(200)
    return timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms >= 10 && ms <= 70)
  } finally {
    timers.mockRestore()
  }
}

test.each([
  ['chance', lot, statusesOf],
  ['jitter', late, delaysOf],
] as const)(
  '%s is equal on two servers, after a reset of the world and when a rule is set again',
  async (_, rule, draws) => {
    const other = await startServer()
    const id = String(rule.id)
    try {
      await server.faults.add(rule)
      await other.faults.add(rule)
      const first = await draws(server)
      expect(new Set(first).size).toBeGreaterThan(1)
      expect(await draws(other)).toEqual(first)
      expect(await draws(server)).not.toEqual(first)
      await server.faults.set(id, rule)
      expect(await draws(server)).toEqual(first)
      await server.reset(['world'])
      expect(await draws(server)).toEqual(first)
      await server.reset(['limits', 'journal'])
      expect(await draws(server)).not.toEqual(first)
      await server.faults.set('another', { ...rule, id: 'another' })
      await server.faults.remove(id)
      expect(await draws(server)).not.toEqual(first)
    } finally {
      await other.close()
    }
  },
)

test('jitter is a whole number of milliseconds from none to all of it', async () => {
  await server.faults.set('late', { delay: { ms: 10, jitterMs: 2 } })
  const delays = [...(await delaysOf(server)), ...(await delaysOf(server))]
  expect(delays).toHaveLength(24)
  expect([...new Set(delays)].sort()).toEqual([10, 11, 12])
})

test.each(doors)(
  'an answer comes later, within the jitter, with the id of the rule, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.add({ id: 'slow', delay: { ms: 150, jitterMs: 50 } })
    const began = performance.now()
    const { status, headers } = await send(server.url, { path: blocks })
    const took = performance.now() - began
    expect([status, headers['x-snowglobe-fault']]).toEqual([200, 'slow'])
    expect(took).toBeGreaterThan(145)
    await faults.set('slow', { delay: { ms: 100 }, respond: { status: 504 } })
    const late = performance.now()
    expect(await statusOf(blocks)).toBe(504)
    expect(performance.now() - late).toBeGreaterThan(95)
  },
)

test.each(doors)('an answer comes whole in pieces that are apart, through %s', async (door) => {
  const { faults } = through(door, server)
  const whole = await send(server.url, { path: blocks })
  await faults.add({ delay: { ms: 0, chunkMs: 30 } })
  const began = performance.now()
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    http.get(server.url + blocks, { agent: false }, resolve)
  })
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  await once(response, 'end')
  expect(Buffer.concat(parts).toString()).toBe(whole.body)
  expect(parts.length).toBeGreaterThan(5)
  expect(performance.now() - began).toBeGreaterThan(9 * 25)
})

test.each(doors)(
  'a rule takes the permission of browsers away, also from their question before, through %s',
  async (door) => {
    const { faults } = through(door, server)
    await faults.add({ match: { path: '/v1/chains' }, cors: false })
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'http://app.example', 'access-control-request-method': 'GET' },
    }
    for (const asked of [{ path: '/v1/chains' }, { path: '/v1/chains', ...preflight }]) {
      const { headers } = await send(server.url, asked)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['x-snowglobe-fault']).toBe('rule-1')
    }
    const other = await send(server.url, { path: blocks })
    expect(other.headers['access-control-allow-origin']).toBe('*')
  },
)

test.each(doors)(
  'questions of browsers are not counted by other rules, unless they name their method, through %s',
  async (door) => {
    const { faults } = through(door, server)
    const preflight = {
      method: 'OPTIONS',
      path: '/v1/chains',
      headers: { origin: 'http://app.example', 'access-control-request-method': 'GET' },
    }
    await faults.add({ times: 1, respond: { status: 503 } })
    expect((await send(server.url, preflight)).status).toBe(204)
    expect(await statusOf('/v1/chains')).toBe(503)
    await faults.set('rule-1', { match: { method: 'OPTIONS' }, respond: { status: 503 } })
    expect((await send(server.url, preflight)).status).toBe(503)
    expect(await statusOf('/v1/chains')).toBe(200)
  },
)

test('broken connections look broken to node:http, fetch and Python', async () => {
  const python = async () => {
    const script = `
import http.client, sys
c = http.client.HTTPConnection('127.0.0.1', ${new URL(server.url).port}, timeout=1)
try:
  c.request('GET', '${blocks}')
  r = c.getresponse()
  print(r.status, len(r.read()))
except Exception as e:
  print(type(e).__name__)`
    return (await promisify(execFile)('python3', ['-c', script])).stdout.trim()
  }
  const viaHttp = () =>
    new Promise<string>((resolve) => {
      http
        .get(server.url + blocks, { agent: false, timeout: 700 }, (response) => {
          response.on('error', (error: NodeJS.ErrnoException) => resolve(`body ${error.code}`))
          response.on('end', () => resolve('whole'))
          response.resume()
        })
        .on('timeout', function (this: http.ClientRequest) {
          this.destroy(Object.assign(new Error(), { code: 'TIMEOUT' }))
        })
        .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    })
  const viaFetch = async () => {
    try {
      const response = await fetch(server.url + blocks, { signal: AbortSignal.timeout(700) })
      await response.text()
      return 'whole'
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return `${name} ${cause?.code ?? ''}`.trim()
    }
  }
  const seen: Record<string, string[]> = {}
  for (const connection of ['reset', 'empty', 'truncate', 'malformed', 'hang'] as const) {
    await server.faults.set('it', { connection })
    seen[connection] = [await viaHttp(), await viaFetch(), await python()]
  }
  expect(seen).toEqual({
    reset: ['ECONNRESET', 'TypeError ECONNRESET', 'ConnectionResetError'],
    empty: ['ECONNRESET', 'TypeError UND_ERR_SOCKET', 'RemoteDisconnected'],
    truncate: ['body ECONNRESET', 'TypeError UND_ERR_SOCKET', 'IncompleteRead'],
    malformed: ['HPE_INVALID_CHUNK_SIZE', 'TypeError HPE_INVALID_CHUNK_SIZE', 'IncompleteRead'],
    hang: ['TIMEOUT', 'TimeoutError', 'TimeoutError'],
  })
  await server.faults.clear()
  expect(await statusOf(blocks)).toBe(200)
}, 30_000)

test.each(doors)(
  'half of a truncated answer arrives, and its header tells the whole length, through %s',
  async (door) => {
    const { faults } = through(door, server)
    const whole = await send(server.url, { path: blocks })
    await faults.add({ connection: 'truncate' })
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.end(`GET ${blocks} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += part
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain(`content-length: ${whole.body.length}`)
    expect(body).toBe(whole.body.slice(0, Math.floor(whole.body.length / 2)))
  },
)

test('a client that leaves frees its timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  await server.faults.add([
    { match: { path: '/v1/chains' }, delay: { ms: 100_000 } },
    { match: { interface: 'data' }, connection: 'hang' },
  ])
  const before = timers()
  const leaving = ['/v1/chains', blocks].flatMap((path) =>
    Array.from({ length: 10 }, () => {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      return socket
    }),
  )
  await wait(300)
  expect(timers()).toBeGreaterThan(before + 15)
  for (const socket of leaving) socket.destroy()
  await wait(300)
  expect(timers()).toBeLessThan(before + 10)
})

test('what a rule answers is counted against no limit, and comes before credentials', async () => {
  const strict = await startServer({ auth: 'required', rateLimit: { perMinute: 2, withKey: 2 } })
  try {
    await strict.faults.add({ times: 5, respond: { status: 502 } })
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await send(strict.url, { path: blocks })).status)
    expect(statuses).toEqual([502, 502, 502, 502, 502, 401, 401, 429])
  } finally {
    await strict.close()
  }
})

test('a request asks for a status by its own header, on all four interfaces', async () => {
  for (const status of [400, 401, 403, 404, 429, 500, 502, 503]) {
    const headers = { 'x-snowglobe-fault': String(status) }
    const asked = [
      { path: blocks, headers },
      { path: '/v1/avg_tps/43114', headers },
      rpc('info.peers', '/ext/info', headers),
      rpc('index.getLastAccepted', '/ext/index/P/block', headers),
    ]
    for (const request of asked) {
      const answer = await send(server.url, request)
      expect([request.path, answer.status]).toEqual([request.path, status])
      const isLater = status === 429 || status === 503
      expect([status, answer.headers['retry-after']]).toEqual([status, isLater ? '1' : undefined])
    }
  }
  const wrong = await send(
    server.url,
    rpc('info.peers', '/ext/info', { 'x-snowglobe-fault': '418' }),
  )
  expect(wrong.status).toBe(400)
})

test('an injected request learns that its connection would have been broken off', async () => {
  await server.faults.add({ connection: 'empty' })
  await expect(server.inject(blocks)).rejects.toThrow()
})

test.each(doors)('a full reset removes the rules, through %s', async (door) => {
  const { faults } = through(door, server)
  await faults.add({ respond: { status: 503 } })
  await server.reset()
  expect(await faults.list()).toEqual({ rules: [] })
  expect(await statusOf(blocks)).toBe(200)
})
