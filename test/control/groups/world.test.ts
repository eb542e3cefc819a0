import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import type { StoryAction } from '../../../schemas/definition/story.ts'
import type { ControlMethods } from '../../../src/control/client/control-methods.ts'
import { holdsKeys } from '../../../src/control/world-documents.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { responsesOf } from '../../support/responses.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => server.reset())
afterAll(() => server.close())

const gift = { do: 'fund', to: 'ewoq', chain: 'X', amount: '2.5' } as const
const hourLater = '2026-01-15T01:00:00Z'

describe.each(transports)('through %s', (transport) => {
  let world: ControlMethods
  beforeAll(() => {
    world = through(transport, server)
  })

  test('a world tells what it is made from, how far it came and where its file is', async () => {
    const fresh = await world.world()
    expect(fresh).toMatchObject({
      name: 'default',
      id: server.id,
      head: 0,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      seed: 'snowglobe',
      size: 'small',
      now: '2026-01-15T00:00:00Z',
      clock: { mode: 'frozen', now: '2026-01-15T00:00:00Z', rate: 1, pace: 4 },
      definition: { source: 'built-in' },
      file: { bytes: 0, kept: false },
    })
    expect(Object.keys(fresh.networks.mainnet).sort()).toEqual(['930114', 'C', 'P', 'X'])
    expect(Object.keys(fresh.networks.fuji).sort()).toEqual(['930113', 'C', 'P', 'X'])
    await world.clock.advance('1h')
    const later = await world.world()
    expect(later).toMatchObject({ id: fresh.id, head: 1, now: hourLater })
    expect(later.fingerprint).not.toBe(fresh.fingerprint)
    expect(later.file.bytes).toBeGreaterThan(1_000_000)
  })

  test('a reset brings back every response of a fresh start, a part of it only its own', async () => {
    const fresh = await world.world()
    await world.clock.advance('1h')
    await world.snapshots.save('one')
    await world.worlds.create('other')
    expect((await world.reset(['worlds'])).world.head).toBe(1)
    expect((await world.worlds.list()).worlds.map(({ name }) => name)).toEqual(['default'])
    expect((await world.snapshots.list()).snapshots).toHaveLength(1)
    expect((await world.reset(['limits'])).world.head).toBe(1)
    expect((await world.reset()).world).toEqual(fresh)
    expect(await world.snapshots.list()).toEqual({ snapshots: [] })
    expect(await refusalOf(world.reset(['planets' as never]))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/parts/0' },
    })
  })

  test('of snapshots that are taken at once under one name there is one', async () => {
    await world.clock.advance('1h')
    const [, second] = await Promise.allSettled([
      world.snapshots.save('one'),
      world.snapshots.save('one'),
    ])
    expect(second).toMatchObject({ reason: { code: 'conflict' } })
    await Promise.all([world.snapshots.save(), world.snapshots.save()])
    expect((await world.snapshots.list()).snapshots).toHaveLength(3)
  })

  test('a snapshot that is removed is gone, and the others stay', async () => {
    await world.clock.advance('1h')
    await world.snapshots.save('one')
    await world.snapshots.save('two')
    await world.snapshots.remove('one')
    expect((await world.snapshots.list()).snapshots.map(({ name }) => name)).toEqual(['two'])
    for (const refused of [world.snapshots.remove, world.snapshots.restore])
      expect(await refusalOf(refused('one'))).toMatchObject({ code: 'not_found' })
  })

  test('a snapshot that is removed before the turn of its restore is a 404', async () => {
    await world.snapshots.save('brief')
    const making = world.blocks({ chain: 'C', count: 500 })
    await sleep(50)
    const restoring = refusalOf(world.snapshots.restore('brief'))
    await sleep(50)
    await world.snapshots.remove('brief')
    expect(await restoring).toMatchObject({
      code: 'not_found',
      message: 'there is no snapshot brief',
    })
    await making
    expect((await world.world()).head).toBe(1)
  })

  test('a restore and an import under a running clock respond no time before their own', async () => {
    await world.clock.set({ mode: 'running', rate: 3600, pace: 0 })
    await sleep(300)
    const { now } = await world.snapshots.save('running')
    const document = await world.export()
    const restored = await world.snapshots.restore('running')
    expect(Date.parse(restored.world.now)).toBeGreaterThanOrEqual(Date.parse(now))
    const imported = await world.import(document)
    expect(Date.parse(imported.world.now)).toBeGreaterThanOrEqual(Date.parse(document.clock.now))
  })

  test('a snapshot is gone back to as often as wanted, clock and responses included', async () => {
    await world.clock.advance('1h')
    await world.act(gift)
    const saved = await world.world()
    const responses = await responsesOf(server)
    expect(await world.snapshots.save('here')).toEqual({ name: 'here', head: 2, now: hourLater })
    await world.snapshots.save()
    for (let time = 0; time < 2; time++) {
      await world.clock.advance('6h')
      await world.clock.set({ mode: 'running', pace: 'busy' })
      const { world: restored } = await world.snapshots.restore('here')
      const { fingerprint, file } = saved
      expect({ ...restored, fingerprint, file }).toEqual(saved)
      expect((await world.world()).fingerprint).toBe(fingerprint)
    }
    expect(await responsesOf(server)).toEqual(responses)
    expect((await world.snapshots.list()).snapshots.map(({ name }) => name)).toEqual([
      'here',
      'snapshot-1',
    ])
    expect(await refusalOf(world.snapshots.save('here'))).toMatchObject({ code: 'conflict' })
    expect(await refusalOf(world.snapshots.save('Here'))).toMatchObject({ code: 'bad_request' })
    await world.snapshots.remove('here')
    expect(await refusalOf(world.snapshots.restore('here'))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(world.snapshots.remove('here'))).toMatchObject({ code: 'not_found' })
  })

  test('background blocks on demand are as many as were requested, at the minimum distance', async () => {
    const before = (await world.world()).networks.mainnet
    const made = await world.blocks({ chain: '43114', count: 5 })
    expect(made).toMatchObject({ head: 1, height: (before.C?.height ?? 0) + 5 })
    const { blocks } = (
      await server.inject('/v1/chains/43114/blocks?pageSize=5&sortOrder=desc')
    ).json()
    const times = blocks.map(({ blockTimestamp }: { blockTimestamp: number }) => blockTimestamp)
    expect(times.slice(0, 4).map((time: number, i: number) => time - times[i + 1])).toEqual([
      2, 2, 2, 2,
    ])
    for (const chain of ['P', 'X', '930114'])
      expect((await world.blocks({ chain })).height).toBe((before[chain]?.height ?? 0) + 1)
    expect(await refusalOf(world.blocks({ chain: '1' }))).toMatchObject({ code: 'not_possible' })
    expect(await refusalOf(world.blocks({ chain: 'P', count: 1001 }))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/count' },
    })
  })
})

test('a world with blocks on demand is consistent', async () => {
  await server.blocks({ chain: '43114', count: 5 })
  for (const chain of ['P', 'X', '930114']) await server.blocks({ chain })
  expect((await server.check()).violations).toBe(0)
})

test('a world goes back to a snapshot without its copy by playing the log', async () => {
  await server.clock.advance('2h')
  const { fingerprint } = await server.world()
  await server.snapshots.save('oldest')
  // Nine copies are one more than are stored.
  for (let i = 0; i < 8; i++) await server.snapshots.save()
  await server.clock.advance('2h')
  await server.snapshots.restore('oldest')
  expect(await server.world()).toMatchObject({ head: 1, fingerprint })
})

test('what a clock passes goes on with its entry until something else happens or a snapshot', async () => {
  await server.clock.set({ mode: 'running', rate: 600, pace: 'busy' })
  const ask = async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    // It waits for what the clock has passed, but on a busy machine not for all of it.
    while ((await server.inject('/v1/chains')).headers['x-snowglobe-passing'] !== undefined);
    return (await server.worlds.list()).worlds[0]?.head
  }
  expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 1])
  await server.act(gift)
  expect([await ask(), await ask()]).toEqual([3, 3])
  await server.snapshots.save()
  expect(await ask()).toBe(4)
})

describe('an export', () => {
  test('of one state is equal to the byte, and another server that imports it responds the same', async () => {
    await server.clock.advance('3h')
    await server.act(gift)
    await server.blocks({ chain: 'C', count: 3 })
    await server.clock.set({ pace: 9 })
    const document = await server.export()
    expect(JSON.stringify(await server.export())).toBe(JSON.stringify(document))
    expect(document).toMatchObject({
      format: 1,
      seed: 'snowglobe',
      size: 'small',
      clock: { mode: 'frozen', now: expect.stringMatching(/^2026-01-15T03:/), rate: 1, pace: 9 },
      log: [
        { do: 'pass', to: '2026-01-15T03:00:00Z', pace: 4, by: 'request' },
        { do: 'act', actions: [{ ...gift, network: 'mainnet' }], pace: 4 },
        { do: 'blocks', network: 'mainnet', chain: 'C', count: 3, pace: 4 },
      ],
    })
    expect(document.warning).toBeUndefined()

    const other = await startServer({ size: 'empty', seed: 'other' })
    try {
      await other.clock.advance('1d')
      await other.import(document)
      const { fingerprint } = await server.world()
      expect(await other.world()).toMatchObject({ id: server.id, head: 3, fingerprint })
      const [ours, theirs] = [await responsesOf(server), await responsesOf(other)]
      expect(ours.length).toBeGreaterThanOrEqual(100)
      expect(theirs).toEqual(ours)
      expect(ours.filter(([, response]) => !response.startsWith('200 '))).toEqual([])
      expect(JSON.stringify(await other.export())).toBe(JSON.stringify(document))
      expect((await other.reset()).world).toMatchObject({ seed: 'other', size: 'empty', head: 0 })
    } finally {
      await other.close()
    }
  })

  test.each(transports)('is replayed by a world that imports it, through %s', async (transport) => {
    await server.clock.advance('3h')
    await server.act(gift)
    const document = await through(transport, server).export()
    expect(document).toEqual(await server.export())
    const other = through(transport, server, 'other')
    await other.clock.advance('1d')
    const { fingerprint } = await server.world()
    expect((await other.import(document)).world.head).toBe(2)
    expect((await other.world()).fingerprint).toBe(fingerprint)
    expect(await other.export()).toEqual(document)
  })

  test.each(transports)(
    'that is not fit, of another generator, or refused by the world changes nothing, through %s',
    async (transport) => {
      const world = through(transport, server)
      await server.clock.advance('1h')
      const document = await server.export()
      const before = await server.world()
      const refused = (changes: object) =>
        refusalOf(world.import({ ...document, ...changes } as typeof document))
      expect(await refused({ generatorVersion: 1 })).toMatchObject({ code: 'not_possible' })
      expect(await refused({ seed: '' })).toMatchObject({
        code: 'bad_request',
        details: { pointer: '/seed' },
      })
      expect(await refused({ definition: { ...document.definition, cast: [] } })).toMatchObject({
        code: 'bad_request',
        details: { pointer: '/definition/cast' },
      })
      const acts = (action: object) => [...document.log, { do: 'act', actions: [action], pace: 4 }]
      expect(await refused({ log: acts({ ...gift, amount: 'much' }) })).toMatchObject({
        code: 'bad_request',
        details: { pointer: '/log/1/actions/0/amount' },
      })
      const tooMuch = { do: 'transfer', from: 'ewoq', to: 'bob', chain: 'P', amount: '999999999' }
      expect(await refused({ log: acts({ ...tooMuch, network: 'mainnet' }) })).toMatchObject({
        code: 'not_possible',
        details: { index: 1 },
      })
      expect(await server.world()).toEqual(before)
    },
  )

  test('with a key of its author says so', async () => {
    const privateKey = '11'.repeat(32)
    await server.act({ do: 'wallet', name: 'mine', privateKey })
    expect((await server.export()).warning).toMatch(/private keys/)
    const wallet = { at: 'now-5h', do: 'wallet', name: 'mine' } as const
    const holds = (story: StoryAction[]) =>
      holdsKeys({ definition: { ...defaultWorld, story }, log: [] })
    expect(await holds([{ ...wallet, privateKey }])).toBe(true)
    expect(await holds([wallet])).toBe(false)
  })
})
