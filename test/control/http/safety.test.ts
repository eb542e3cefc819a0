import { afterEach, expect, test } from 'vitest'
import { controlOperations } from '../../../schemas/control/operations.ts'
import { uuidOf } from '../../../src/accounts/uuid.ts'
import { connect } from '../../../src/control/client/connect.ts'
import type { Snowglobe, SnowglobeOptions } from '../../../src/snowglobe.ts'
import { ewoq } from '../../data/evm/support/chains.ts'
import { exchange, requestText } from '../../json-rpc/support/raw-http.ts'
import { startServerProcess, stopCommands } from '../../support/command.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf } from '../support/transports.ts'

const servers: Snowglobe[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: SnowglobeOptions = {}): Promise<Snowglobe> {
  const server = await startServer({ pace: 0, ...options })
  servers.push(server)
  return server
}

const portOf = ({ url }: Snowglobe) => Number(new URL(url).port)

/** A body with which each operation that can change something does, where it takes one. */
const bodies: Record<string, object> = {
  reset: { parts: ['world', 'faults'] },
  importWorld: {},
  act: { do: 'fund', to: 'bob', chain: 'P', amount: '1' },
  makeBlocks: { chain: 'C' },
  setClock: { pace: 12 },
  advanceClock: { by: '1h' },
  checkWorld: { rules: ['block-links'] },
  saveSnapshot: { name: 'another' },
  createWorld: { from: 'default' },
  addFaults: { id: 'another', match: { path: '/none' }, cors: false },
  setFault: { match: { path: '/none' }, delay: { ms: 1 } },
  setScenario: { most: 3 },
  setLimits: { auth: 'known' },
  verifyRequests: { match: { path: '/none' }, count: { exactly: 0 } },
}

/** Names in the paths of operations that not every server of these tests has. */
const names: Record<string, string> = {
  createWorld: 'another',
  setScenario: 'short-pages',
  removeScenario: 'short-pages',
  replayMessages: uuidOf('snowglobe\ndefault', 'webhook', 1),
  retryDelivery: '1-1',
}

/** Every route that changes something, about things that exist. */
const changing = controlOperations
  .filter(({ method }) => method !== 'GET')
  .map(({ operationId, method, path }) => ({
    operationId,
    method,
    path: path.replaceAll(/\{\w+\}/g, names[operationId] ?? 'some-name'),
  }))

/** Gives every route something to change; also, what an import would have to be. */
async function prepare(server: Snowglobe): Promise<void> {
  await server.reset()
  bodies.importWorld = await server.export()
  await server.clock.advance('1h')
  await server.snapshots.save('some-name')
  await server.clock.advance('1h')
  await server.worlds.create('some-name')
  await server.faults.set('some-name', { match: { path: '/none' }, cors: false })
  await server.scenarios.set('short-pages', { most: 2 })
  // No receiver listens there: the message waits for its second attempt.
  await fetch(`${server.url}/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ eventType: 'address_activity', url: 'http://127.0.0.1:9/', chainId: '43114' },
      metadata: { addresses: [ewoq] },
    }),
  })
  const { results } = await server.act({
    ...{ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' },
  })
  bodies.replayMessages = { chain: 'C', from: results[0]?.height }
  await server.deliveries.settle()
}

/** The world as a document, and what is not in it. */
async function stateOf(server: Snowglobe, headers: Record<string, string> = {}) {
  const state: Record<string, string> = {}
  for (const path of [
    'export',
    'snapshots',
    'worlds',
    'faults',
    'scenarios',
    'limits',
    'deliveries',
  ])
    state[path] = (await send(server.url, { path: `/_admin/${path}`, headers })).body
  return state
}

/** Responses of a server to every changing request with these headers. */
async function askAll(server: Snowglobe, headers: Record<string, string>) {
  const responses: [number, string, string | undefined][] = []
  for (const { operationId, method, path } of changing) {
    const request = bodies[operationId] && JSON.stringify(bodies[operationId])
    const sent = await send(server.url, { method, path, headers, body: request })
    expect(Object.keys(sent.headers).filter((name) => /^access-control/.test(name))).toEqual([])
    responses.push([
      sent.status,
      JSON.parse(sent.body).error?.code,
      sent.headers['www-authenticate'],
    ])
  }
  return responses
}

const all = <Value>(value: Value): Value[] => changing.map(() => value)
const forbidden = [403, 'forbidden', undefined]
const unauthorized = [401, 'unauthorized', 'Bearer']

const foreign = (server: Snowglobe): [string, Record<string, string>][] => [
  ['an origin of elsewhere', { origin: 'http://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['another scheme', { origin: server.url.replace('http:', 'https:') }],
  ['a page without an origin', { origin: 'null' }],
  ['several origins', { origin: `${server.url}, http://evil.example` }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a site of the same owner', { 'sec-fetch-site': 'same-site' }],
]

test.each([
  ['http://dev.example:3000', /use the page of this server, or, .* --admin-hosts ci,dev\.example$/],
  ['null', /use the page of this server$/],
])('a page of %s learns what it may do', async (origin, message) => {
  const server = await start({ adminHosts: ['ci'] })
  const { body } = await send(server.url, { path: '/_admin/world', headers: { origin } })
  expect(JSON.parse(body).error.message).toMatch(message)
})

test('every changing route works for a caller that may use it', async () => {
  const server = await start({ adminToken: 'hush' })
  const headers = { authorization: 'Bearer hush' }
  const harmless = [
    'checkWorld',
    'verifyRequests',
    'clearRequests',
    'stopAdvance',
    'settleDeliveries',
  ]
  for (const { operationId, method, path } of changing) {
    await prepare(server)
    const before = await stateOf(server, headers)
    const body = bodies[operationId] && JSON.stringify(bodies[operationId])
    const { status } = await send(server.url, { method, path, headers, body })
    expect([operationId, status < 300]).toEqual([operationId, true])
    const isChanged = JSON.stringify(await stateOf(server, headers)) !== JSON.stringify(before)
    expect([operationId, isChanged]).toEqual([operationId, !harmless.includes(operationId)])
  }
})

test.each(['127.0.0.1', '0.0.0.0'])(
  'on %s nothing is changed by a caller that has no token or a wrong one',
  async (host) => {
    const server = await start({ host, adminToken: 'hush' })
    const headers = { authorization: 'Bearer hush' }
    await prepare(server)
    const before = await stateOf(server, headers)
    for (const refused of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic hush' }]) {
      expect(await askAll(server, refused)).toEqual(all(unauthorized))
      expect(await stateOf(server, headers)).toEqual(before)
    }
    for (const [title, foreigner] of foreign(server)) {
      expect([title, await askAll(server, { ...headers, ...foreigner })]).toEqual([
        title,
        all(forbidden),
      ])
      expect(await stateOf(server, headers)).toEqual(before)
    }
  },
)

test('on loopback, pages of elsewhere and hosts of other names change nothing', async () => {
  expect(changing.length).toBeGreaterThan(3)
  const server = await start()
  await prepare(server)
  const before = await stateOf(server)
  const port = portOf(server)
  const cases: [string, Record<string, string>][] = [
    ...foreign(server),
    ['a name that leads here', { host: `evil.example:${port}` }],
    [
      'a name that leads here, from its own page',
      {
        host: `evil.example:${port}`,
        origin: `http://evil.example:${port}`,
        'sec-fetch-site': 'same-origin',
      },
    ],
    ['a name with loopback in it', { host: `127.0.0.1.evil.example:${port}` }],
    ['a user of the name localhost', { host: 'localhost@evil.example' }],
  ]
  for (const [title, headers] of cases) {
    expect([title, await askAll(server, headers)]).toEqual([title, all(forbidden)])
    expect(await stateOf(server)).toEqual(before)
  }
  expect(server.adminToken).toBeUndefined()
})

test('reading is refused as changing is, and before anything else is looked at', async () => {
  const server = await start()
  for (const path of [
    '/_admin/clock',
    '/_admin/nothing',
    '/_admin',
    '/_admin/%zz',
    '/_admin/clock?%zz',
  ])
    for (const method of ['GET', 'OPTIONS', 'PATCH']) {
      const headers = { origin: 'http://evil.example' }
      const { status, body } = await send(server.url, { method, path, headers })
      expect([method, path, status, JSON.parse(body).error.code]).toEqual([
        method,
        path,
        403,
        'forbidden',
      ])
    }
  const tooLarge = { method: 'POST', path: '/_admin/check', body: 'x'.repeat(9 * 1024 * 1024) }
  const { status } = await send(server.url, { ...tooLarge, headers: { host: 'evil.example' } })
  expect(status).toBe(403)
})

test('on loopback its own pages, its names and hosts that were named are answered', async () => {
  const server = await start({ adminHosts: ['snow.example', 'Globe'] })
  const port = portOf(server)
  const cases: Record<string, string>[] = [
    {},
    { origin: server.url, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { host: `localhost:${port}`, origin: `http://localhost:${port}` },
    { host: `LOCALHOST:${port}` },
    { host: `[::1]:${port}` },
    { host: '127.8.9.1' },
    { host: 'snow.example' },
    { host: 'GLOBE:80', origin: 'https://globe' },
    { origin: 'https://snow.example:8443' },
  ]
  for (const headers of cases) {
    const { status } = await send(server.url, { path: '/_admin/clock', headers })
    expect([headers, status]).toEqual([headers, 200])
  }
})

test('a request without any host is refused on loopback', async () => {
  const server = await start()
  const text = requestText('GET /_admin/clock HTTP/1.0', { Host: undefined })
  expect((await exchange(portOf(server), text)).status).toBe(403)
})

test('live and ready need no token', async () => {
  const server = await start({ adminToken: 'hush' })
  for (const path of ['/_admin/live', '/_admin/ready'])
    for (const [, headers] of [...foreign(server), ['', { host: 'evil.example' }] as const])
      expect((await send(server.url, { path, headers })).status).toBe(200)
})

test('with a token, a caller that has none or a wrong one changes nothing', async () => {
  const server = await start({ adminToken: 'hush' })
  const before = await server.clock.get()
  const wrong = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer hus',
    'Bearer hushh',
    'Bearer HUSH',
    'hush',
    'Basic hush',
    'Bearer hush hush',
    'Bearer x',
  ]
  for (const authorization of wrong)
    expect([authorization, await askAll(server, { authorization })]).toEqual([
      authorization,
      all(unauthorized),
    ])
  expect(await askAll(server, {})).toEqual(all(unauthorized))
  for (const [title, headers] of foreign(server))
    expect([title, await askAll(server, { ...headers, authorization: 'Bearer hush' })]).toEqual([
      title,
      all(forbidden),
    ])
  expect(await server.clock.get()).toEqual(before)
  expect(await refusalOf(connect(server.url).clock.get())).toMatchObject({ code: 'unauthorized' })
  expect(await connect(server.url, { token: 'hush' }).clock.get()).toEqual(before)
  const { status } = await send(server.url, {
    path: '/_admin/clock',
    headers: { authorization: 'bearer  hush' },
  })
  expect(status).toBe(200)
})

test('off loopback a token is created and required, and no host is refused', async () => {
  const server = await start({ host: '0.0.0.0' })
  const { adminToken: token = '' } = server
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  const before = await server.clock.get()
  expect(await askAll(server, {})).toEqual(all(unauthorized))
  expect(await askAll(server, { authorization: 'Bearer x' })).toEqual(all(unauthorized))
  const authorization = `Bearer ${token}`
  for (const [title, headers] of foreign(server))
    expect([title, await askAll(server, { ...headers, authorization })]).toEqual([
      title,
      all(forbidden),
    ])
  expect(await server.clock.get()).toEqual(before)
  for (const host of ['snow.example', '10.0.0.7:9650']) {
    const { status } = await send(server.url, {
      path: '/_admin/clock',
      headers: { host, authorization, origin: `http://${host}` },
    })
    expect(status).toBe(200)
  }
  const other = await start({ host: '0.0.0.0' })
  expect(other.adminToken).not.toBe(token)
})

test('where a token is needed the start prints the link that opens the page with it, on stderr', async () => {
  const [made, given, local, without] = await Promise.all([
    startServerProcess(['--host', '0.0.0.0', '--log-level', 'silent']),
    startServerProcess(['--host', '0.0.0.0', '--admin-token', 'hush&hush#1+1']),
    startServerProcess(),
    startServerProcess(['--no-admin', 'true', '--admin-token', 'hush']),
  ])
  try {
    const [, token = ''] =
      /^snowglobe: the control plane needs the token ([0-9a-f]{32});/m.exec(made.stderr()) ?? []
    expect(made.stderr()).toContain(`snowglobe: open the page with ${made.url}/#token=${token}\n`)
    expect((await connect(made.url, { token }).clock.get()).mode).toBe('frozen')
    expect(given.stderr()).toBe(
      `snowglobe: open the page with ${given.url}/#token=hush%26hush%231%2B1\n`,
    )
    expect((await connect(given.url, { token: 'hush&hush#1+1' }).clock.get()).mode).toBe('frozen')
    expect(local.stderr()).toBe('')
    expect((await connect(local.url).clock.get()).mode).toBe('frozen')
    expect(without.stderr()).toBe('')
  } finally {
    await stopCommands()
  }
})

test('without a control plane everything of it is the 404 of the Data API', async () => {
  const server = await start({ noAdmin: true, host: '0.0.0.0' })
  expect(server.adminToken).toBeUndefined()
  for (const path of ['/', '/_admin', ...controlOperations.map((operation) => operation.path)]) {
    const { status, headers, body } = await send(server.url, {
      path,
      headers: { accept: 'text/html' },
    })
    expect([path, status]).toEqual([path, 404])
    expect(JSON.parse(body)).toEqual({
      message: `Cannot GET ${path}`,
      error: 'Not Found',
      statusCode: 404,
    })
    expect(headers['access-control-allow-origin']).toBe('*')
  }
  const unreadable = await send(server.url, { path: '/_admin/%zz' })
  expect([unreadable.status, JSON.parse(unreadable.body).statusCode]).toEqual([400, 400])
  // A caller with the object needs no transport.
  expect((await server.clock.get()).mode).toBe('frozen')
})

test('the interfaces stay as they were: no token, any host, any origin', async () => {
  const server = await start({ adminToken: 'hush' })
  const headers = { host: 'evil.example', origin: 'http://evil.example' }
  expect((await send(server.url, { path: '/v1/chains', headers })).status).toBe(200)
})

test('credentials and limits of the Data API do not stand before the control plane', async () => {
  const server = await start({ auth: 'required', rateLimit: { perMinute: 1, withKey: 1 } })
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await send(server.url, {
      path: '/_admin/clock',
      headers: { 'x-snowglobe-fault': '503', 'x-snowglobe-dialect': 'none' },
    })
    expect(status).toBe(200)
    expect(headers['ratelimit-limit']).toBeUndefined()
  }
})

test('browsers may send and read the headers of ours on the Data and Metrics APIs', async () => {
  const server = await start()
  for (const path of ['/v1/chains', '/v1/avg_tps/43114', '/v1/nothing']) {
    const preflight = await send(server.url, {
      method: 'OPTIONS',
      path,
      headers: { origin: 'http://app.example', 'access-control-request-method': 'GET' },
    })
    const allowed = String(preflight.headers['access-control-allow-headers']).split(', ')
    for (const name of ['x-snowglobe-world', 'x-snowglobe-dialect', 'x-snowglobe-fault'])
      expect(allowed).toContain(name)
    const { headers } = await send(server.url, { path })
    expect(String(headers['access-control-expose-headers']).split(', ').sort()).toEqual([
      'ratelimit-limit',
      'ratelimit-policy',
      'ratelimit-remaining',
      'ratelimit-reset',
      'retry-after',
      'x-snowglobe-dialect',
      'x-snowglobe-fault',
      'x-snowglobe-passing',
      'x-snowglobe-world',
    ])
  }
})
