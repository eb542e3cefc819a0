import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
})
beforeEach(() => server.reset())
afterAll(() => server?.close())

test.each(transports)('the clock tells its state, through %s', async (transport) => {
  const state = await through(transport, server).clock.get()
  expect(state).toEqual({
    mode: 'frozen',
    now: '2026-01-15T00:00:00Z',
    rate: 1,
    pace: 0,
    next: expect.any(Array),
  })
  expect(state.next).toHaveLength(10)
  const times = state.next.map(({ time }) => time)
  expect([...times].sort()).toEqual(times)
  expect(times[0] && times[0] > state.now).toBe(true)
})

test.each(transports)('time passes by a duration and to a time, through %s', async (transport) => {
  const { clock } = through(transport, server)
  for (const [by, now] of [
    ['PT1H', '2026-01-15T01:00:00Z'],
    ['90s', '2026-01-15T01:01:30Z'],
    ['30d', '2026-02-14T01:01:30Z'],
    [1500, '2026-02-14T01:01:31.500Z'],
  ] as const)
    expect((await clock.advance(by)).now).toBe(now)
  const passed = await clock.advanceTo('2026-02-20')
  expect(passed).toEqual({ now: '2026-02-20T00:00:00Z', head: 5, blocks: expect.any(Object) })
  expect(Object.keys(passed.blocks)).toEqual(['mainnet', 'fuji'])
  expect((await clock.get()).now).toBe('2026-02-20T00:00:00Z')
})

test.each(transports)('mode, rate, pace and time are set, through %s', async (transport) => {
  const { clock } = through(transport, server)
  const state = await clock.set({ now: '2026-01-15T00:30:00Z', rate: 0.5, pace: 'busy' })
  expect(state).toMatchObject({ mode: 'frozen', now: '2026-01-15T00:30:00Z', rate: 0.5, pace: 720 })
  expect(await clock.set({ mode: 'running', pace: 12 })).toMatchObject({
    mode: 'running',
    pace: 12,
  })
})

test.each(transports)(
  'what does not fit is refused by its place, through %s',
  async (transport) => {
    const { clock } = through(transport, server)
    const wrong = (change: object) => refusalOf(clock.set(change))
    const cases = [
      [{ mode: 'fast' }, '/mode', 'one of frozen, running, real'],
      [{ rate: 0.01 }, '/rate', 'a number from 0.1 to 3600'],
      [{ rate: '2' }, '/rate', 'a number from 0.1 to 3600'],
      [{ pace: 'slow' }, '/pace', 'off, calm, busy, or a whole number from 0 to 43200'],
      [{ pace: 43_201 }, '/pace', 'off, calm, busy, or a whole number from 0 to 43200'],
      [{ now: 'tomorrow' }, '/now', 'a time such as 2026-01-16T12:00:00Z'],
      [{ now: '2026-02-30' }, '/now', 'a time such as 2026-01-16T12:00:00Z'],
      [{ speed: 2 }, '/speed', 'a known property: mode, now, rate, pace'],
    ] as const
    for (const [change, pointer, expected] of cases)
      expect(await wrong(change)).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(pointer.slice(1)),
        details: { pointer, expected },
      })
    expect(await refusalOf(clock.advance('1 hour'))).toMatchObject({
      code: 'bad_request',
      details: {
        pointer: '/by',
        expected: expect.stringMatching(/^a duration: .* s, m, h, d or w /),
      },
    })
    for (const by of [-1, 1.5, Number.NaN])
      expect(await refusalOf(clock.advance(by))).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(`/by must be a duration`),
      })
    expect((await clock.get()).now).toBe('2026-01-15T00:00:00Z')
  },
)

test.each(transports)(
  'the past and too much at once are not possible, through %s',
  async (transport) => {
    const { clock } = through(transport, server)
    expect(await refusalOf(clock.set({ now: '2026-01-14' }))).toMatchObject({
      code: 'not_possible',
    })
    expect(await refusalOf(clock.advanceTo('2025-01-15'))).toMatchObject({ code: 'not_possible' })
    // To the millisecond; the present itself is no past.
    for (const past of ['2026-01-14T23:59:59Z', '2026-01-14T23:59:59.999Z']) {
      expect(await refusalOf(clock.set({ now: past }))).toMatchObject({ code: 'not_possible' })
      expect(await refusalOf(clock.advanceTo(past))).toMatchObject({ code: 'not_possible' })
    }
    expect((await clock.advanceTo('2026-01-15T00:00:00Z')).now).toBe('2026-01-15T00:00:00Z')
    await clock.set({ pace: 'busy' })
    expect(await refusalOf(clock.advance('90d'))).toMatchObject({
      code: 'not_possible',
      details: { pace: expect.any(Number) },
    })
  },
)

test.each(transports)(
  'blocks on the way to a new time have the new pace, through %s',
  async (transport) => {
    const { clock, world } = through(transport, server)
    await clock.set({ pace: 'busy' })
    const { head } = await world()
    const later = { now: '2026-01-20T00:00:00Z', pace: 0 }
    expect(await clock.set(later)).toMatchObject(later)
    const { log } = await server.export()
    expect(log.filter((entry) => entry.do === 'pass')).toMatchObject([{ pace: 0 }])
    expect((await world()).head).toBeGreaterThanOrEqual(head)
    const refusal = await refusalOf(clock.set({ now: '2126-01-15T00:00:00Z', pace: 'busy' }))
    expect(refusal).toMatchObject({ code: 'not_possible', details: { pace: expect.any(Number) } })
    // What is refused changes nothing.
    expect(await clock.get()).toMatchObject(later)
  },
)

test('a reset while a clock is set leaves nothing of the new setting', async () => {
  const before = await server.clock.get()
  const refusal = refusalOf(server.clock.set({ now: '2026-04-15T00:00:00Z', rate: 5, pace: 100 }))
  await wait(30)
  await server.reset()
  expect(await refusal).toMatchObject({ code: 'conflict' })
  expect(await server.clock.get()).toEqual(before)
})

test.each(transports)(
  'a running clock that is frozen at a time has that time, through %s',
  async (transport) => {
    const { clock } = through(transport, server)
    for (const now of ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00.500Z']) {
      await clock.set({ mode: 'running', rate: 10 })
      expect(await clock.set({ mode: 'frozen', now })).toMatchObject({ mode: 'frozen', now })
    }
    await clock.set({ mode: 'running' })
    expect(await refusalOf(clock.set({ mode: 'frozen', now: '2026-01-20' }))).toMatchObject({
      code: 'not_possible',
    })
    expect(await clock.get()).toMatchObject({ mode: 'running' })
  },
)

test('an advance that its client leaves stops at a whole second', async () => {
  await server.clock.set({ pace: 'busy' })
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  const body = '{"by":"20d"}'
  socket.write(
    'POST /_admin/clock/advance HTTP/1.1\r\nhost: localhost\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`,
  )
  // It has begun, and is far from its end.
  while ((await server.clock.get()).now === '2026-01-15T00:00:00Z') await wait(10)
  socket.destroy()
  while ((await server.clock.get()).passing) await wait(10)
  const { now } = await server.clock.get()
  expect(now > '2026-01-15T00:00:00Z').toBe(true)
  expect(now < '2026-02-04T00:00:00Z').toBe(true)
  expect((await server.check()).violations).toBe(0)

  const document = await server.export()
  const { fingerprint } = await server.world()
  const again = await startServer({ pace: 0 })
  try {
    await again.import(document)
    expect(await again.world()).toMatchObject({ now, fingerprint })
  } finally {
    await again.close()
  }
})

test.each(transports)(
  'a reset and a restore end a running advance, which is a 409, through %s',
  async (transport) => {
    const world = through(transport, server)
    await world.clock.set({ pace: 'calm' })
    await world.clock.advance('1h')
    await world.snapshots.save('hour')
    for (const [replace, now] of [
      [() => world.snapshots.restore('hour'), '2026-01-15T01:00:00Z'],
      [() => world.reset(), '2026-01-15T00:00:00Z'],
    ] as const) {
      const refused = refusalOf(world.clock.advance('200d'))
      await expect.poll(async () => (await world.clock.get()).passing).toBeDefined()
      expect((await replace()).world.now).toBe(now)
      expect(await refused).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('replaced the world during the clock advance'),
      })
      expect((await world.clock.get()).now).toBe(now)
    }
  },
)

test('a reset ends an advance that its request does not wait for', async () => {
  await server.clock.set({ pace: 'calm' })
  await server.clock.advance('200d', { wait: false })
  const began = performance.now()
  expect((await server.reset()).world.now).toBe('2026-01-15T00:00:00Z')
  expect(performance.now() - began).toBeLessThan(2000)
})
