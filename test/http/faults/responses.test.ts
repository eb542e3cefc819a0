import { expect, test } from 'vitest'
import { through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { blocks, faultyServer, rpc } from './support.ts'

const { server, statusOf } = faultyServer()

test.each(transports)(
  'a rule answers in the shape of the interface, or as a gateway before JSON-RPC, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.set('down', { respond: { status: 503 } })
    const data = await send(server().url, { path: blocks })
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
    const metrics = await send(server().url, { path: '/v1/avg_tps/43114' })
    expect(JSON.parse(metrics.body).message).toEqual(['Service Unavailable'])
    for (const path of ['/ext/info', '/ext/index/P/block', '/ext/bc/C/rpc']) {
      const node = await send(server().url, rpc('info.peers', path))
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

test.each(transports)(
  'a rule has its message and headers, also in place of retry-after, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const headers = { 'Retry-After': '7', 'x-cache': 'miss' }
    await faults.add({ respond: { status: 429, message: 'Slow <down>', headers } })
    const data = await send(server().url, { path: blocks })
    expect([data.status, JSON.parse(data.body)]).toEqual([
      429,
      { message: 'Slow <down>', error: 'Too Many Requests', statusCode: 429 },
    ])
    expect(data.headers).toMatchObject({ 'retry-after': '7', 'x-cache': 'miss' })
    expect((await send(server().url, rpc('info.peers'))).body).toContain('<p>Slow &lt;down&gt;</p>')
    await faults.clear()
    await faults.add({ respond: { status: 502 } })
    expect((await send(server().url, { path: blocks })).headers['retry-after']).toBeUndefined()
  },
)

test.each(transports)(
  'a rule takes the permission of browsers away, also from their question before, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.add({ match: { path: '/v1/chains' }, cors: false })
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'http://app.example', 'access-control-request-method': 'GET' },
    }
    for (const request of [{ path: '/v1/chains' }, { path: '/v1/chains', ...preflight }]) {
      const { headers } = await send(server().url, request)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['x-snowglobe-fault']).toBe('rule-1')
    }
    const other = await send(server().url, { path: blocks })
    expect(other.headers['access-control-allow-origin']).toBe('*')
  },
)

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
    const requested = [
      { path: blocks, headers },
      { path: '/v1/avg_tps/43114', headers },
      rpc('info.peers', '/ext/info', headers),
      rpc('index.getLastAccepted', '/ext/index/P/block', headers),
    ]
    for (const request of requested) {
      const response = await send(server().url, request)
      expect([request.path, response.status]).toEqual([request.path, status])
      const isLater = status === 429 || status === 503
      expect([status, response.headers['retry-after']]).toEqual([status, isLater ? '1' : undefined])
    }
  }
  const wrong = await send(
    server().url,
    rpc('info.peers', '/ext/info', { 'x-snowglobe-fault': '418' }),
  )
  expect(wrong.status).toBe(400)
})
