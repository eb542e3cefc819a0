import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestFilter } from '../../../schemas/control/requests.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ journal: 20 })
})
beforeEach(() => server.reset())
afterAll(() => server?.close())

const blocks = '/v1/chains/43114/blocks'
const ask = (path: string, headers: Record<string, string> = {}) =>
  send(server.url, { path, headers: { 'user-agent': 'wallet/1', ...headers } })

const call = (method: string) =>
  send(server.url, {
    method: 'POST',
    path: '/ext/info',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  })

test.each(transports)(
  'requests are listed newest first with what they were, through %s',
  async (transport) => {
    await ask(`${blocks}?pageSize=2`, { 'x-glacier-api-key': 'secret-key' })
    await ask('/v1/nothing')
    await call('info.getNetworkID')
    await ask('/v1/health-check')
    const { requests } = await through(transport, server).requests.list()
    expect(requests.map(({ path, status }) => [path, status])).toEqual([
      ['/ext/info', 200],
      ['/v1/nothing', 404],
      [blocks, 200],
    ])
    expect(requests[2]).toEqual({
      id: requests[2]?.id,
      time: '2026-01-15T00:00:00Z',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      interface: 'data',
      operation: 'listEvmBlocks',
      method: 'GET',
      path: blocks,
      query: 'pageSize=2',
      key: 'secr',
      status: 200,
      durationMs: expect.any(Number),
      client: { key: 'secr', address: '127.0.0.1', userAgent: 'wallet/1' },
      dialect: 'live',
    })
    expect(requests[0]).toMatchObject({ interface: 'info', operation: 'info.getNetworkID' })
    expect(requests[1]).not.toHaveProperty('operation')
  },
)

test.each(transports)('filters and pages choose among them, through %s', async (transport) => {
  const { requests } = through(transport, server)
  for (let i = 0; i < 4; i++) await ask(`${blocks}?pageSize=${i + 1}`)
  await ask('/v1/nothing', { 'x-data-api-key': 'abcdefgh' })
  await call('info.getVMs')
  const found = async (filter: object) => (await requests.list(filter)).requests.length
  expect(await found({ interface: 'info' })).toBe(1)
  expect(await found({ operation: 'info.getVMs' })).toBe(1)
  expect(await found({ operation: 'listEvmBlocks' })).toBe(4)
  expect(await found({ method: 'post' })).toBe(1)
  expect(await found({ path: '/v1/*' })).toBe(1)
  expect(await found({ path: '/v1/**' })).toBe(5)
  expect(await found({ status: 404 })).toBe(1)
  expect(await found({ key: 'abcdefgh' })).toBe(1)
  expect(await found({ key: 'abc' })).toBe(1)
  expect(await found({ key: 'bc' })).toBe(0)
  const ids: number[] = []
  let pageToken: string | undefined
  do {
    const page = await requests.list({ pageSize: 4, ...(pageToken && { pageToken }) })
    ids.push(...page.requests.map(({ id }) => id))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  expect(ids).toHaveLength(6)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  for (const [filter, pointer] of [
    [{ pageSize: 1001 }, '/pageSize'],
    [{ pageToken: 'x' }, '/pageToken'],
    [{ interface: 'node' }, '/interface'],
    [{ colour: 'red' }, '/colour'],
  ] as const)
    expect(await refusalOf(requests.list(filter as object))).toMatchObject({
      code: 'bad_request',
      details: { pointer },
    })
})

test.each(transports)(
  'a request is listed with headers and body, without secrets, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    const secrets = {
      'x-data-api-key': 'topsecret',
      'x-glacier-api-key': 'topsecret',
      authorization: 'topsecret',
      cookie: 'topsecret',
    }
    await ask('/v1/chains?RLToken=topsecret&%72ltoken=topsecret&x=1', secrets)
    await call('info.getVMs')
    const [second, first] = (await requests.list()).requests
    const whole = await requests.get(first?.id ?? 0)
    expect(JSON.stringify(whole)).not.toContain('topse')
    expect(whole.headers).toMatchObject({ cookie: 'tops', 'user-agent': 'wallet/1' })
    expect(whole.query).toBe('RLToken=tops&%72ltoken=tops&x=1')
    expect(JSON.parse((await requests.get(second?.id ?? 0)).body ?? '')).toMatchObject({
      method: 'info.getVMs',
    })
    for (const id of [0, 10 ** 6])
      expect(await refusalOf(requests.get(id))).toMatchObject({ code: 'not_found' })
    await requests.clear()
    expect(await requests.list()).toEqual({ requests: [] })
  },
)

test('the latest requests are stored, as many as the option says, and bodies up to 64 KiB', async () => {
  for (let i = 0; i < 25; i++) await ask(`${blocks}?pageSize=${i + 1}`)
  const { requests } = await server.requests.list()
  expect(requests.map(({ query }) => query)).toEqual(
    Array.from({ length: 20 }, (_, i) => `pageSize=${25 - i}`),
  )
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'info.x',
    params: 'é'.repeat(50_000),
  })
  await send(server.url, {
    method: 'POST',
    path: '/ext/info',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await chunked(body)
  const [last, before] = (await server.requests.list()).requests
  for (const sent of [last, before]) {
    const recorded = (await server.requests.get(sent?.id ?? 0)).body ?? ''
    expect(Buffer.byteLength(recorded)).toBeGreaterThan(64 * 1024 - 4)
    expect(Buffer.byteLength(recorded)).toBeLessThanOrEqual(64 * 1024 + 2)
    expect(body.startsWith(recorded.slice(0, -1))).toBe(true)
  }
})

/** Sends a body without telling its length first. */
const chunked = (body: string) =>
  fetch(`${server.url}/ext/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  })

test('a request without a response is there too, and one that a fault touched tells its rule', async () => {
  await server.faults.add({ id: 'gone', connection: 'reset' })
  await expect(ask(blocks)).rejects.toThrow()
  await server.faults.set('gone', { respond: { status: 503 } })
  await ask(blocks)
  const { requests } = await server.requests.list()
  expect(requests.map(({ status, faultId }) => [status, faultId])).toEqual([
    [503, 'gone'],
    [undefined, 'gone'],
  ])
})

test('refused requests are there with their method and body', async () => {
  await server.limits.set({ rateLimit: '1/min' })
  for (let i = 0; i < 3; i++) await call('info.peers')
  expect(
    await server.requests.verify({ match: { operation: 'info.peers' }, count: { exactly: 3 } }),
  ).toEqual({ count: 3 })

  const post = () =>
    send(server.url, {
      ...{ method: 'POST', path: '/v1/webhooks', body: '{"chainId":"43114"}' },
      headers: { 'content-type': 'application/json' },
    })
  expect((await post()).status).toBe(429)
  await server.faults.add({ times: 1, respond: { status: 503 } })
  expect((await post()).status).toBe(503)
  const match = { path: '/v1/webhooks', body: { partial: { chainId: '43114' } } }
  expect(await server.requests.verify({ match, count: { exactly: 2 } })).toEqual({ count: 2 })
})

test.each(transports)(
  'requests are forgotten when they are cleared, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    await ask(blocks)
    expect((await requests.list()).requests).toHaveLength(1)
    await requests.clear()
    expect(await requests.list()).toEqual({ requests: [] })
  },
)

test('with a journal of 0 nothing is stored', async () => {
  const off = await startServer({ journal: 0 })
  try {
    await send(off.url, { path: blocks })
    expect(await off.requests.list()).toEqual({ requests: [] })
  } finally {
    await off.close()
  }
})

test.each(transports)(
  'what arrived is verified, and a failure tells what nearly fits, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    const match = { operation: 'listEvmBlocks', status: 200 } as const
    await ask(blocks)
    await ask(`${blocks}?pageSize=1`)
    expect(await requests.verify({ match })).toEqual({ count: 2 })
    expect(await requests.verify({ match, count: { exactly: 2 } })).toEqual({ count: 2 })
    expect(await requests.verify({ match, count: { atLeast: 1, atMost: 2 } })).toEqual({ count: 2 })
    expect(await requests.verify({ match: { path: '/none' }, count: { exactly: 0 } })).toEqual({
      count: 0,
    })
    expect(await refusalOf(requests.verify({ match, count: {} }))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/count' },
    })
    for (const count of [{ exactly: 1 }, { atLeast: 3 }, { atMost: 1 }])
      expect(await refusalOf(requests.verify({ match, count }))).toMatchObject({
        code: 'not_verified',
        details: { count: 2 },
      })
    const missed = await refusalOf(requests.verify({ match: { ...match, method: 'POST' } }))
    expect(missed).toMatchObject({
      code: 'not_verified',
      message: `0 requests fit, expected {"atLeast":1}; the nearest request is GET ${blocks}?pageSize=1, which does not fit method`,
      details: {
        count: 0,
        requests: [],
        nearest: [
          { request: { query: 'pageSize=1' }, differs: ['method'] },
          { differs: ['method'] },
        ],
        verdicts: [],
      },
    })
  },
)

const posted = (body: string, headers = {}) =>
  send(server.url, {
    method: 'POST',
    path: '/v1/networks/fuji/blockchains/p-chain/utxos',
    headers: { 'content-type': 'application/json', 'user-agent': 'wallet/2', ...headers },
    body,
  })

test.each(transports)(
  'filters know the conditions of fault rules, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    await ask(`${blocks}?pageSize=2&x=a%20b`, { 'x-glacier-api-key': 'secret-key' })
    await ask('/v1/chains?network=testnet&pageSize=2')
    await posted('{"addresses": "P-fuji1x", "more": [{"id": 1}]}')
    await posted(`{"addresses": "${'y'.repeat(70_000)}"}`)
    await ask('/v1/nothing')
    const cases: [RequestFilter, number][] = [
      [{ query: { pageSize: '2' } }, 2],
      [{ query: { x: 'a b' }, key: 'secret' }, 1],
      [{ query: { x: { absent: true }, pageSize: { glob: '?' } } }, 1],
      [{ headers: { 'User-Agent': { glob: 'wallet/*' } } }, 5],
      [{ headers: { 'X-Glacier-Api-Key': 'secret-key' }, status: 200 }, 1],
      [{ headers: { 'x-none': { absent: true }, 'user-agent': 'wallet/2' } }, 2],
      [{ body: { partial: { more: [{}] } } }, 1],
      [{ body: { paths: [{ path: '$.addresses', glob: 'P-*' }] } }, 1],
      [{ body: { json: { more: [{ id: 1 }], addresses: 'P-fuji1x' } } }, 1],
      // The journal cuts this body: it is no JSON any more.
      [{ body: { paths: [{ path: '$.addresses', glob: 'y*' }] } }, 0],
      [{ body: { glob: '*: "yyy*' } }, 1],
      [{ network: 'fuji' }, 3],
      [{ network: 'mainnet' }, 1],
      [{ method: 'GET', body: { glob: '*' } }, 0],
    ]
    for (const [filter, count] of cases) {
      expect([filter, (await requests.list(filter)).requests.length]).toEqual([filter, count])
      expect([filter, await requests.verify({ match: filter, count: { atLeast: 0 } })]).toEqual([
        filter,
        { count },
      ])
    }
    const match = { query: { pageSize: '3' }, headers: { 'user-agent': 'other' }, key: 'secret' }
    expect(await refusalOf(requests.verify({ match }))).toMatchObject({
      details: {
        nearest: [
          {
            request: { operation: 'listEvmBlocks' },
            differs: ['query/pageSize', 'headers/user-agent'],
          },
          { differs: ['query/pageSize', 'headers/user-agent', 'key'] },
          { differs: ['query/pageSize', 'headers/user-agent', 'key'] },
        ],
      },
    })
  },
)

test.each(transports)(
  'a condition that no request can meet is refused with its place, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    const long = `${'a'.repeat(255)}*`
    for (const [filter, pointer] of [
      [{ query: { a: {} } }, '/query/a'],
      [{ query: [] }, '/query'],
      [{ headers: { b: { glob: '[' } } }, '/headers/b/glob'],
      [{ headers: { 'user agent': 'x' } }, '/headers/user agent'],
      [{ body: {} }, '/body'],
      [{ body: { paths: [{ path: '$.' }] } }, '/body/paths/0/path'],
      [{ network: 'testnet' }, '/network'],
    ] as [RequestFilter, string][]) {
      const listed = await refusalOf(requests.list(filter))
      expect(listed).toMatchObject({ code: 'bad_request', details: { pointer } })
      expect(await refusalOf(requests.verify({ match: filter }))).toMatchObject({
        code: 'bad_request',
        details: { pointer: `/match${pointer}` },
      })
    }
    const body = { glob: long, paths: [{ path: '$', glob: long }] }
    expect(await refusalOf(requests.verify({ match: { body } }))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/match', expected: expect.stringContaining('4096') },
    })
  },
)
