import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { refusalOf, through, transports } from '../../control/support/transports.ts'
import { startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const gift = { do: 'fund', to: 'ewoq', chain: 'X', amount: '2.5' } as const
type Exported = Awaited<ReturnType<Snowglobe['export']>>

test.each(transports)(
  'a clock elsewhere than its log has come is refused, through %s',
  async (transport) => {
    await server.reset()
    const fresh = await server.export()
    await server.clock.advance('1h')
    await server.act(gift)
    const lived = await server.export()
    const before = await server.world()
    const world = through(transport, server)
    const cases: [document: Exported, mode: 'frozen' | 'running', now: string][] = [
      [fresh, 'frozen', '2001-01-01T00:00:00Z'],
      [fresh, 'frozen', '2026-01-14T23:59:59Z'],
      [fresh, 'frozen', '2026-01-15T00:00:01Z'],
      [fresh, 'frozen', '2026-03-01T00:00:00Z'],
      [fresh, 'frozen', '2026-99-01T00:00:00Z'],
      [fresh, 'running', '2026-01-14T23:59:59.999Z'],
      [fresh, 'running', '2026-03-01T00:00:00Z'],
      [lived, 'frozen', '2026-01-15T00:59:59Z'],
      [lived, 'frozen', '2026-01-15T02:00:00Z'],
      [lived, 'running', '2026-01-15T00:59:59Z'],
    ]
    for (const [document, mode, now] of cases) {
      const wrong = { ...document, clock: { ...document.clock, mode, now } }
      const refusal = { code: 'not_possible', message: expect.stringContaining(now) }
      expect(await refusalOf(world.import(wrong)), now).toMatchObject({
        ...{ ...refusal, details: { pointer: '/clock/now' } },
      })
      expect(
        await refusalOf(world.worlds.create('wrong', { from: { export: wrong } })),
      ).toMatchObject({
        ...{ ...refusal, details: { pointer: '/from/export/clock/now' } },
      })
    }
    expect(await server.world()).toEqual(before)
    // A clock may stand within the second, and one that runs on until something is due.
    for (const [mode, now] of [
      ['frozen', '2026-01-15T00:00:00.999Z'],
      ['running', '2026-01-15T00:00:00.999Z'],
    ] as const)
      expect(
        (await world.import({ ...fresh, clock: { ...fresh.clock, mode, now } })).world.head,
      ).toBe(0)
  },
)

test('an entry that goes back in time is refused with its index', async () => {
  await server.reset()
  await server.clock.advance('2h')
  const document = await server.export()
  const back = { do: 'pass', to: '2026-01-15T01:00:00Z', pace: 6, by: 'request' } as const
  const wrong = { ...document, log: [...document.log, back] }
  expect(await refusalOf(server.import(wrong))).toMatchObject({
    ...{ code: 'not_possible', message: expect.stringContaining(back.to), details: { index: 1 } },
  })
})

test('a clock that is stopped in its run stands where the world has come', async () => {
  await server.reset()
  for (let time = 0; time < 10; time++) {
    await server.clock.set({ mode: 'running', rate: 3600, pace: 400 })
    await wait(10)
    const { now } = await server.clock.set({ mode: 'frozen' })
    const { log } = await server.export()
    expect(log.at(-1)).toMatchObject({ do: 'pass', to: now.replace(/\.\d+/, '') })
  }
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const change = fc.constantFrom<[name: string, make: () => Promise<unknown>]>(
  ['runs', () => server.clock.set({ mode: 'running', rate: 1 })],
  ['hurries', () => server.clock.set({ mode: 'running', rate: 3600 })],
  ['stands', () => server.clock.set({ mode: 'frozen' })],
  // At a pace, months would pass until today.
  ['is real', () => server.clock.set({ mode: 'real', pace: 'off' })],
  ['is busy', () => server.clock.set({ pace: 400 })],
  ['is quiet', () => server.clock.set({ pace: 'off' })],
  ['passes', () => server.clock.advance('90m')],
  ['passes a little', () => server.clock.advance(1500)],
  ['acts', () => server.act([gift, { ...gift, chain: 'C' }])],
  ['makes blocks', () => server.blocks({ chain: 'C', count: 3 })],
  [
    'goes back',
    async () => {
      const { name } = await server.snapshots.save()
      await server.clock.advance('1m')
      await server.snapshots.restore(name)
    },
  ],
  ['is asked', () => server.inject('/v1/chains/43114/blocks')],
  ['waits', () => wait(20)],
)

test('whatever state a world is in, its export is taken and says the same again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      await server.reset()
      for (const [, make] of changes) await make()
      const document = await server.export()
      await server.worlds.create('copy', { from: { export: document } })
      const { mode } = document.clock
      const copy = server.in('copy')
      if (mode === 'frozen') expect(await copy.export()).toEqual(document)
      await server.import(document)
      if (mode === 'frozen') expect(await server.export()).toEqual(document)
    }),
    { numRuns: process.env.CI ? 30 : 10 },
  )
})
