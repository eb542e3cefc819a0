import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

const get = (server: Snowglobe, url: string, headers = {}) => server.inject({ url, headers })

/** Lets more time pass than clocks of replicas differ by while the machine is busy. */
const pause = () => sleep(400)

const admin = (server: Snowglobe, url: string, payload?: object) =>
  server.inject({
    ...{ url: `/_admin/requests${url}`, method: payload ? 'POST' : 'GET' },
    ...(payload && { payload }),
    headers: { authorization: 'Bearer a-token' },
  })

test('every replica lists the requests to all of them, in one order and with one id', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  for (const [turn, server] of [a, b, c, b, a].entries()) {
    await get(server, `/v1/chains/${turn + 1}`)
    await pause()
  }
  const lists = await Promise.all(servers.map((server) => server.requests.list()))
  for (const { requests } of lists)
    expect(requests.map(({ id, path, status }) => [id, path, status])).toEqual(
      [5, 4, 3, 2, 1].map((number) => [number, `/v1/chains/${number}`, 404]),
    )
  // Later ones follow, also where others collect them.
  await get(c, '/v1/chains')
  expect((await b.requests.list({ pageSize: 1 })).requests).toMatchObject([
    { id: 6, path: '/v1/chains', status: 200 },
  ])
  expect((await admin(a, '/6')).json()).toMatchObject({ id: 6, path: '/v1/chains' })
  const [first] = (await a.requests.list()).requests
  expect((await a.requests.list({ pageSize: 2, pageToken: '3' })).requests).toMatchObject([
    { id: 2 },
    { id: 1 },
  ])
  expect(first?.durationMs).toBeGreaterThan(0)
})

test('verify counts the requests to all replicas, and finds mistakes between them', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.faults.add({
    ...{ match: { path: '/v1/chains' }, times: 1 },
    respond: { status: 429, headers: { 'retry-after': '30' } },
  })
  await get(a, '/v1/chains')
  await pause()
  await get(b, '/v1/chains')
  expect(await b.requests.verify({ match: { path: '/v1/chains' }, count: { exactly: 2 } })).toEqual(
    {
      count: 2,
    },
  )
  await expect(
    a.requests.verify({ match: { path: '/v1/chains' }, count: { exactly: 1 } }),
  ).rejects.toMatchObject({ code: 'not_verified', details: { count: 2 } })
  const [found] = (await b.requests.verdicts()).verdicts
  expect(found).toMatchObject({ verdict: 'retried-before-retry-after', requests: [1, 2] })
})

test('removed requests are removed everywhere, by request and by reset, and ids begin again', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await get(a, '/v1/chains/1')
  await get(b, '/v1/chains/2')
  expect((await a.requests.list()).requests).toHaveLength(2)
  await b.requests.clear()
  for (const server of [a, b]) expect((await server.requests.list()).requests).toEqual([])
  await get(b, '/v1/chains/3')
  expect((await a.requests.list()).requests).toMatchObject([{ id: 1, path: '/v1/chains/3' }])
  await a.reset()
  await get(a, '/v1/chains/4')
  expect((await b.requests.list()).requests).toMatchObject([{ id: 1, path: '/v1/chains/4' }])
})

test('a named world has its own list, and a replica that starts later has it too', async () => {
  const a = await open({ replica: 'a' })
  await a.worlds.create('other')
  await get(a, '/v1/chains/1', { 'x-snowglobe-world': 'other' })
  await pause()
  await get(a, '/v1/chains/2')
  const b = await open({ replica: 'b' })
  await get(b, '/v1/chains/3', { 'x-snowglobe-world': 'other' })
  expect((await b.in('other').requests.list()).requests.map(({ path }) => path)).toEqual([
    ...['/v1/chains/3', '/v1/chains/1'],
  ])
  expect((await b.requests.list()).requests.map(({ path }) => path)).toEqual(['/v1/chains/2'])
})

test('a list holds as many requests as one replica remembers', async () => {
  const [a, b] = [
    await open({ replica: 'a', journal: 10 }),
    await open({ replica: 'b', journal: 10 }),
  ]
  for (let number = 1; number <= 16; number++) {
    await get(number % 2 === 0 ? a : b, `/v1/chains/${number}`)
    await pause()
  }
  const { requests } = await a.requests.list()
  expect(requests.map(({ path }) => path)).toEqual(
    [16, 15, 14, 13, 12, 11, 10, 9, 8, 7].map((number) => `/v1/chains/${number}`),
  )
  const rows = await postgres.query('SELECT FROM snowglobe_report WHERE sandbox = $1', [
    replicas.sandbox,
  ])
  expect(rows).toHaveLength(10)
})

test('requests to a replica that has ended by itself are listed', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await get(b, '/v1/chains/2')
  await b.close()
  await pause()
  await get(a, '/v1/chains/1')
  expect((await a.requests.list()).requests.map(({ path }) => path)).toEqual([
    '/v1/chains/1',
    '/v1/chains/2',
  ])
})

test('requests that were listed before a crash of the database are listed after it', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await get(a, '/v1/chains/1')
  await pause()
  await get(b, '/v1/chains/2')
  const wanted = ['/v1/chains/2', '/v1/chains/1']
  const listed = async () => {
    const response = await admin(a, '')
    if (response.statusCode !== 200 || response.headers['x-snowglobe-missing']) return undefined
    return response.json().requests.map(({ path }: { path: string }) => path)
  }
  expect(await listed()).toEqual(wanted)
  await postgres.kill()
  await postgres.start()
  await expect.poll(listed).toBeDefined()
  expect(await listed()).toEqual(wanted)
})

test('while the log is away, a replica lists its own requests and says whose are missing', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await get(a, '/v1/chains/1')
  await get(b, '/v1/chains/2')
  expect((await a.requests.list()).requests).toHaveLength(2)
  postgres.signal('SIGSTOP')
  const verified = await admin(a, '/verify', { match: { path: '/v1/chains/1' } })
  const listed = await admin(a, '')
  postgres.signal('SIGCONT')
  expect(verified.statusCode).toBe(503)
  expect(verified.json().error).toMatchObject({
    ...{ code: 'unavailable', details: { missing: ['b'] } },
  })
  expect(listed.headers['x-snowglobe-missing']).toBe('b')
  expect(listed.json().requests).toMatchObject([{ path: '/v1/chains/1' }])
})
