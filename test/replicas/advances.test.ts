import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { AdvancesInParts } from '../../src/replicas/advances/advances-in-parts.ts'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { msWithBlocks } from '../../src/world/clock/expected-blocks.ts'
import { expectEqual, fund, startReplicas } from './replica-servers.ts'

// Parts of the usual size take seconds.
vi.spyOn(AdvancesInParts.prototype, 'msOfPart').mockImplementation(
  ({ settings, clock }, pace = clock.pace) => msWithBlocks(settings.definition, 100, pace),
)

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

/** Time whose advance takes several parts at a busy pace. */
const long = '1h'
const busy = { pace: 'busy' } as const

/** Returns what the records of the log do, in their order. */
async function verbs(): Promise<string[]> {
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox, tls: false })
  const { records } = await log.read(0, 1_000)
  await log.close()
  return records.map(({ text }) => JSON.parse(text).do)
}

const advanceWithKey = (server: Snowglobe, key: string) =>
  server.inject({
    ...{ method: 'POST', url: '/_admin/clock/advance', payload: { by: long } },
    headers: { authorization: 'Bearer a-token', 'idempotency-key': key },
  })

test('a long advance has several records, one entry, and the bytes of an advance by one server', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  replicas.closeAfter(alone)
  for (const server of [a, alone]) {
    await server.clock.set(busy)
    await server.act(fund('1'))
  }
  const [passed, expected] = [await a.clock.advance(long), await alone.clock.advance(long)]
  expect(passed).toEqual(expected)
  expect((await verbs()).filter((verb) => verb === 'advanceOn').length).toBeGreaterThan(1)
  await expectEqual([a, b, alone])
  const { log } = await b.export()
  expect(log).toEqual((await alone.export()).log)
  expect(log.map((entry) => entry.do)).toEqual(['act', 'pass'])
})

test('a clock that is set to a much later time gets there in parts too, and can be stopped', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  replicas.closeAfter(alone)
  // The way has the new pace.
  const wanted = { now: '2026-01-15T01:00:00Z', ...busy } as const
  expect(await a.clock.set(wanted)).toEqual(await alone.clock.set(wanted))
  expect((await verbs()).filter((verb) => verb === 'advanceOn').length).toBeGreaterThan(1)
  await expectEqual([a, b, alone])
  await a.clock.set(busy)
  const setting = a.clock.set({ now: '2026-01-15T03:00:00Z' })
  await expect.poll(async () => (await b.clock.get()).passing).toBeDefined()
  await b.inject({
    ...{ method: 'DELETE', url: '/_admin/clock/passing' },
    headers: { authorization: 'Bearer a-token' },
  })
  const { now } = await setting
  expect(Date.parse(now)).toBeLessThan(Date.parse('2026-01-15T03:00:00Z'))
  await expectEqual([a, b])
})

test('changes through other replicas happen between the parts, and progress shows everywhere', async () => {
  const [a, b, c] = await openThree()
  await a.clock.set(busy)
  const begun = await a.clock.advance(long, { wait: false })
  expect(begun.passing).toMatchObject({
    from: '2026-01-15T00:00:00Z',
    to: '2026-01-15T01:00:00Z',
  })
  await b.act(fund('1'))
  const { passing } = await c.clock.get()
  expect(passing).toMatchObject({ from: begun.passing.from, to: begun.passing.to })
  const listed = await c.inject({ url: '/v1/chains' })
  expect(listed.headers['x-snowglobe-passing']).toBeDefined()
  // Another advance waits for its end.
  const next = await b.clock.advance('1h')
  expect(next.now).toBe('2026-01-15T02:00:00Z')
  expect((await c.clock.get()).passing).toBeUndefined()
  await expectEqual([a, b, c])
})

test('any replica stops an advance, and its request gets the end', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.clock.set(busy)
  const advance = a.clock.advance('20d')
  await expect.poll(async () => (await b.clock.get()).passing).toBeDefined()
  await b.clock.stop()
  const passed = await advance
  expect(Date.parse(passed.now)).toBeLessThan(Date.parse('2026-02-04T00:00:00Z'))
  expect(passed.now).toBe((await b.clock.get()).now)
  for (const server of [a, b]) expect((await server.clock.get()).passing).toBeUndefined()
  await expectEqual([a, b])
  await b.clock.stop()
})

test('a repeated request for an advance gets the response of the first one, meanwhile and later', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.clock.set(busy)
  const first = advanceWithKey(a, 'k')
  await expect.poll(async () => (await b.clock.get()).passing).toBeDefined()
  const [one, two] = await Promise.all([first, advanceWithKey(b, 'k')])
  expect(two.headers['x-snowglobe-replayed']).toBe('true')
  expect(two.json()).toEqual(one.json())
  const later = await advanceWithKey(b, 'k')
  expect(later.json()).toEqual(one.json())
  expect((await b.world()).now).toBe('2026-01-15T01:00:00Z')
})

test('a repeated request to set a clock gets the response of the first one, and nothing advances', async () => {
  const a = await open({ replica: 'a' })
  await a.clock.set(busy)
  const setTo = (now: string) =>
    a.inject({
      ...{ method: 'PUT', url: '/_admin/clock', payload: { now, pace: 'calm' } },
      headers: { authorization: 'Bearer a-token', 'idempotency-key': 'k' },
    })
  const first = await setTo('2026-01-15T01:00:00Z')
  expect(first.statusCode).toBe(200)
  await a.reset()
  await a.clock.set(busy)
  const again = await setTo('2026-01-15T01:00:00Z')
  expect(again.headers['x-snowglobe-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  expect((await setTo('2026-01-15T02:00:00Z')).statusCode).toBe(422)
  expect((await a.world()).now).toBe('2026-01-15T00:00:00Z')
})

test('an advance of a replica that ends, or that is not live any more, stops', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.clock.set(busy)
  await a.clock.advance('20d', { wait: false })
  expect((await b.clock.get()).passing).toBeDefined()
  await a.close()
  expect((await b.clock.get()).passing).toBeUndefined()

  // One whose process has left nothing but records.
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox, tls: false })
  await log.append({
    ...{ world: 'default', do: 'advanceClock', owner: 'dead', by: 'dead/1/1' },
    input: { body: { by: '20d' } },
  })
  await log.close()
  await expect.poll(async () => (await b.clock.get()).passing).toBeDefined()
  await expect.poll(async () => (await b.clock.get()).passing, { timeout: 10_000 }).toBeUndefined()
  await b.clock.advance('1h')
})

test('a reset ends an advance', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.clock.set(busy)
  const advance = a.clock.advance('20d').catch((error: unknown) => error)
  await expect.poll(async () => (await b.clock.get()).passing).toBeDefined()
  await b.reset()
  await advance
  await sleep(50)
  expect((await expectEqual([a, b]))?.now).toBe('2026-01-15T00:00:00Z')
  for (const server of [a, b]) expect((await server.clock.get()).passing).toBeUndefined()
})

test('an advance of a world that is removed is refused, and nothing halts', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.worlds.create('other')
  await a.in('other').clock.set(busy)
  const advance = a
    .in('other')
    .clock.advance('20d')
    .catch((error: unknown) => error)
  await expect.poll(async () => (await b.in('other').clock.get()).passing).toBeDefined()
  await b.worlds.remove('other')
  expect(await advance).toMatchObject({ code: 'not_found' })
  await b.worlds.create('other')
  expect((await a.in('other').clock.advance('1s')).now).toBe('2026-01-15T00:00:01Z')
  await expectEqual([a, b])
})

test('an indexer that lags has followed at the end of an advance, as with one server', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  replicas.closeAfter(alone)
  for (const server of [a, alone]) {
    await server.clock.set(busy)
    await server.scenarios.set('indexer-lag', { blocks: 2 })
    await server.clock.advance(long)
  }
  const blocks = await Promise.all(
    [a, b, alone].map((server) => server.inject({ url: '/v1/chains/43114/blocks?pageSize=3' })),
  )
  const [first] = blocks
  expect(first?.json().blocks).toHaveLength(3)
  for (const { body } of blocks) expect(body).toBe(first?.body)
})
