import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { responsesOf } from '../../support/responses.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
const temporary = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
beforeAll(async () => {
  vi.stubEnv('TMPDIR', temporary)
  server = await createSnowglobe({ size: 'small', logLevel: 'silent', maxWorlds: 3 })
})
afterAll(async () => {
  await server.close()
  vi.unstubAllEnvs()
  rmSync(temporary, { recursive: true })
})

/** Of the servers of this file, which keep them in a folder of temporary files of its own. */
const foldersOf = (name: string) =>
  readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === name,
  )

/** Of a log: more than anybody has. */
const refusedEntry = {
  do: 'act',
  actions: [{ do: 'transfer', from: 'ewoq', to: 'treasury', chain: 'X', amount: '999999999999' }],
  pace: 4,
} as const

const names = async () => (await server.worlds.list()).worlds.map(({ name }) => name)

test('worlds see only what was done in them, by header and by API key on all four interfaces', async () => {
  const before = await responsesOf(server)
  await server.in('one').clock.advance('1d')
  const ofOne = await responsesOf(server, { 'x-snowglobe-world': 'one' })
  expect(ofOne).not.toEqual(before)
  expect(
    await responsesOf(server, {
      'x-glacier-api-key': 'sg_one',
      'x-snowglobe-dialect': 'documented',
    }),
  ).toEqual(ofOne)
  expect(await responsesOf(server)).toEqual(before)
  await server.in('one').reset()
  expect(await responsesOf(server, { 'x-snowglobe-world': 'one' })).toEqual(before)
  await server.reset()
})

test.each(['My-Test', '', '-', 'a'.repeat(64)])(
  'an API key of a world whose name is %j is refused on all four interfaces',
  async (name) => {
    const headers = { 'x-data-api-key': `sg_${name}` }
    const text = 'An API key sg_NAME names a world, so NAME must be a name: up to 63 of a-z'
    for (const [request, response] of await responsesOf(server, headers))
      expect(response, request).toMatch(new RegExp(`^400 .*${text}`))
  },
)

test.each(transports)(
  'worlds are made, listed, refused and removed, through %s',
  async (transport) => {
    const { worlds } = through(transport, server)
    const made = await worlds.create('ours', { from: 'default' })
    expect(made).toMatchObject({ head: 0 })
    const listed = async () => (await worlds.list()).worlds.map(({ name }) => name)
    expect(await listed()).toEqual(['default', 'ours'])
    expect(await refusalOf(worlds.create('ours'))).toMatchObject({ code: 'conflict' })
    expect(await refusalOf(worlds.create('Not a name'))).toMatchObject({ code: 'bad_request' })
    await worlds.remove('ours')
    expect(await listed()).toEqual(['default'])
    expect(await refusalOf(worlds.remove('ours'))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(worlds.remove('default'))).toHaveProperty('code')
  },
)

test.each(transports)(
  'a world begins with the base, the default one as it is, a snapshot, or an export, through %s',
  async (transport) => {
    const { worlds, snapshots, export: exported } = through(transport, server)
    await server.clock.advance('1d')
    await snapshots.save('day')
    const day = await server.world()
    const document = await exported()
    await server.clock.advance('1h')
    for (const [from, head] of [
      [undefined, 0],
      ['default', 2],
      [{ snapshot: 'day' }, 1],
      [{ export: document }, 1],
    ] as const) {
      const made = await worlds.create('made', from === undefined ? {} : ({ from } as never))
      expect(made).toMatchObject({ name: 'made', head, declared: true, bytes: 0 })
      const own = through(transport, server, 'made')
      await own.clock.advance('1h')
      expect((await own.reset()).world.head).toBe(head)
      if (head === 1) expect((await own.world()).fingerprint).toBe(day.fingerprint)
      await worlds.remove('made')
    }
    expect(await refusalOf(worlds.create('made', { from: { snapshot: 'no' } }))).toMatchObject({
      code: 'not_possible',
    })
    await server.reset()
  },
)

test('a snapshot that is removed before the turn of a world made from it is a 422', async () => {
  const { worlds, snapshots } = server
  await snapshots.save('brief')
  // A copy of the main world waits for its blocks, and the next creation for the copy.
  const making = server.blocks({ chain: 'C', count: 500 })
  const before = worlds.create('before', { from: 'default' })
  const late = refusalOf(worlds.create('late', { from: { snapshot: 'brief' } }))
  await sleep(50)
  await snapshots.remove('brief')
  expect(await late).toMatchObject({
    code: 'not_possible',
    message: 'the main world has no snapshot brief',
    details: { pointer: '/from/snapshot' },
  })
  await Promise.all([making, before])
  await worlds.remove('before')
  expect(await names()).not.toContain('late')
  await server.reset()
})

test.each(['removed', 'reset'])(
  'an unwritten world leaves nothing behind when it is %s, and can be made again',
  async (end) => {
    await server.clock.advance('1d')
    await server.snapshots.save('day')
    for (const from of ['default', { snapshot: 'day' }, 'default'] as const) {
      const { head } = await server.worlds.create('unwritten', { from })
      expect(head).toBe(1)
      expect(foldersOf('unwritten')).toHaveLength(1)
      if (end === 'removed') await server.worlds.remove('unwritten')
      else await server.reset(['worlds'])
      expect(foldersOf('unwritten')).toEqual([])
    }
    await server.reset()
  },
)

test.each(transports)(
  'an unbuilt world of size large is refused at once, with the command that builds it, through %s',
  async (transport) => {
    const { worlds, ...world } = through(transport, server)
    const document = { ...(await world.export()), size: 'large' } as const
    for (const refused of [
      () => worlds.create('big', { size: 'large', seed: 'big' }),
      () => worlds.create('big', { from: { export: document } }),
      () => world.import(document),
    ])
      expect(await refusalOf(refused())).toMatchObject({
        code: 'not_possible',
        message: expect.stringContaining('run snowglobe build --size large --seed '),
      })
    expect(await names()).not.toContain('big')
  },
)

test('the undeclared world that was unused for longest makes room, a declared one does not', async () => {
  await server.worlds.create('kept')
  for (const name of ['a', 'b', 'a', 'c']) await server.in(name).world()
  expect(await names()).toEqual(['default', 'a', 'c', 'kept'])
  for (const name of ['d', 'e']) await server.worlds.create(name)
  expect(await names()).toEqual(['default', 'd', 'e', 'kept'])
  expect(await refusalOf(server.worlds.create('f'))).toMatchObject({ code: 'not_possible' })
  expect(await refusalOf(server.worlds.create('d'))).toMatchObject({ code: 'conflict' })
  const request = await server.inject({ url: '/v1/chains', headers: { 'x-snowglobe-world': 'f' } })
  expect(request.statusCode).toBe(503)
  await server.reset()
  expect(await names()).toEqual(['default'])
})

test('a world that a request names while one of its name is in the making is the one that stays', async () => {
  await server.clock.advance('2d')
  const whole = await server.export()
  const refused = { ...whole, log: [...whole.log, refusedEntry] }
  for (const [document, code] of [
    [whole, 'conflict'],
    [refused, 'not_possible'],
  ] as const) {
    const making = refusalOf(server.worlds.create('racing', { from: { export: document } }))
    await vi.waitFor(() => expect(foldersOf('world.making')).toHaveLength(1), { interval: 1 })
    const { head } = await server.in('racing').clock.advance('1h')
    expect(head).toBe(1)
    expect(await making).toMatchObject({ code })
    expect(await names()).toEqual(['default', 'racing'])
    expect((await server.in('racing').clock.advance('1h')).head).toBe(2)
    expect((await server.in('racing').check()).violations).toBe(0)
    await server.worlds.remove('racing')
    expect(foldersOf('racing')).toEqual([])
    expect(foldersOf('world.making')).toEqual([])
  }
  await server.reset()
})

test('a world that cannot be made takes no room and no world away', async () => {
  const document = await server.export()
  for (const name of ['a', 'b', 'c']) await server.in(name).clock.advance('1h')
  const log = [refusedEntry]
  expect(
    await refusalOf(server.worlds.create('d', { from: { export: { ...document, log } } })),
  ).toMatchObject({ code: 'not_possible', details: { index: 0 } })
  expect(await names()).toEqual(['default', 'a', 'b', 'c'])
  await server.worlds.create('d', { from: { export: document } })
  expect(await names()).toEqual(['default', 'b', 'c', 'd'])
  await server.reset()
})

test('where worlds are to be declared, others are 404 in the shape of each interface', async () => {
  const strict = await createSnowglobe({ size: 'small', logLevel: 'silent', worlds: 'declared' })
  try {
    const headers = { 'x-snowglobe-world': 'nobody' }
    const data = await strict.inject({ url: '/v1/chains', headers })
    expect([data.statusCode, data.json()]).toEqual([
      404,
      {
        message:
          'The world nobody does not exist: create it with PUT /_admin/worlds/nobody, or start the server with --worlds any',
        error: 'Not Found',
        statusCode: 404,
      },
    ])
    const metrics = await strict.inject({ url: '/v1/avg_tps/43114', headers })
    expect([metrics.statusCode, metrics.json().message]).toEqual([
      404,
      [
        'The world nobody does not exist: create it with PUT /_admin/worlds/nobody, or start the server with --worlds any',
      ],
    ])
    const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'info.peers' })
    const node = await strict.inject({
      method: 'POST',
      url: '/ext/info',
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(node.statusCode).toBe(404)
    expect(await refusalOf(strict.in('nobody').world())).toMatchObject({ code: 'not_found' })
    const bad = await strict.inject({ url: '/v1/chains', headers: { 'x-snowglobe-world': 'No' } })
    expect(bad.statusCode).toBe(400)
  } finally {
    await strict.close()
  }
})

test('a world that is named after the keys were read again knows the new ones', async () => {
  const file = join(temporary, 'keys.json')
  const write = (key: string) => writeFileSync(file, JSON.stringify({ keys: [{ key }] }))
  write('old')
  const locked = await createSnowglobe({
    size: 'small',
    logLevel: 'silent',
    auth: 'required',
    keys: file,
  })
  try {
    const statusOf = async (world: string, key: string) => {
      const headers = { 'x-snowglobe-world': world, 'x-data-api-key': key }
      return (await locked.inject({ url: '/v1/chains', headers })).statusCode
    }
    expect([await statusOf('before', 'old'), await statusOf('before', 'new')]).toEqual([200, 401])
    write('new')
    await locked.reloadKeys()
    for (const world of ['before', 'after'])
      expect([await statusOf(world, 'old'), await statusOf(world, 'new')]).toEqual([401, 200])
  } finally {
    await locked.close()
  }
})

/** Files of worlds that this process has open, of the servers of this file. */
const openWorlds = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd))
      } catch {
        // That of the listing itself.
        return ''
      }
    })
    .filter((path) => path.startsWith(temporary) && path.endsWith('world.sqlite'))

test.runIf(process.platform === 'linux')(
  'worlds that rest are listed and measured without being opened',
  async () => {
    const many = await createSnowglobe({ size: 'small', logLevel: 'silent', pace: 0 })
    try {
      for (let hours = 1; hours <= 20; hours++)
        await many.in(`w${hours}`).clock.advance(`${hours}h`)
      expect(openWorlds()).toHaveLength(16)
      const { worlds } = await many.worlds.list()
      const metrics = await many.inject('/_admin/metrics')
      expect(openWorlds()).toHaveLength(16)

      expect(worlds.find(({ name }) => name === 'w1')).toEqual({
        name: 'w1',
        head: 1,
        now: '2026-01-15T01:00:00Z',
        declared: false,
        bytes: expect.any(Number),
      })
      for (const { name, bytes } of worlds)
        if (name !== 'default') expect(bytes).toBeGreaterThan(1_000_000)
      expect(metrics.body).toContain('snowglobe_world_head{world="w1"} 1')
      expect(metrics.body).toContain('snowglobe_world_head{world="w20"} 1')
      expect((await many.in('w1').clock.advance('1h')).head).toBe(2)
    } finally {
      await many.close()
    }
  },
)

test('a hundred unwritten worlds take less than 2 MB each', async () => {
  const many = await createSnowglobe({ size: 'small', logLevel: 'silent' })
  try {
    await responsesOf(many)
    const before = process.memoryUsage().rss
    for (let i = 0; i < 100; i++) {
      await many.worlds.create(`w${i}`)
      const { statusCode } = await many.inject({
        url: '/v1/chains/43114/blocks',
        headers: { 'x-snowglobe-world': `w${i}` },
      })
      expect(statusCode).toBe(200)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  } finally {
    await many.close()
  }
})
