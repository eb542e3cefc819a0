import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configWith } from '../../src/config/config-reader.ts'
import type { WorldHandle } from '../../src/http/worlds/world-handle.ts'
import { openSnowglobe } from '../../src/open-snowglobe.ts'
import { EngineTime } from '../../src/replicas/following/engine-time.ts'
import { LogFollower } from '../../src/replicas/following/log-follower.ts'
import { firstPlace } from '../../src/replicas/following/log-place.ts'
import { Replica } from '../../src/replicas/replica.ts'
import { ReplicaMeters } from '../../src/replicas/replica-meters.ts'
import { WorldTime } from '../../src/replicas/world-time.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { monotonicMs } from '../../src/time/clock.ts'
import { expectEqual, fund } from './replica-servers.ts'

let engine = new MemoryEngine()
let opened: Snowglobe[] = []
beforeEach(() => {
  engine = new MemoryEngine()
})
afterEach(async () => {
  await Promise.all(opened.map((server) => server.close()))
  opened = []
})

/** Opens a replica over the engine in memory, which no other process can slow down. */
async function open(options: Parameters<typeof configWith>[0] = {}): Promise<Snowglobe> {
  const config = configWith({ size: 'small', port: 0, logLevel: 'silent', ...options })
  const shared = { ...config, worlds: 'declared' } as const
  const replica = new Replica(
    shared,
    engine.open('s'),
    { warn: (text) => process.emitWarning(text), mustEnd() {} },
    { meters: new ReplicaMeters() },
  )
  const server = await openSnowglobe(shared, {}, replica)
  opened.push(server)
  return server
}

const nowOf = async (server: Snowglobe) => Date.parse((await server.clock.get()).now)

/** Records of the log with the engine's times of their appends. */
const records = async (): Promise<Placed[]> =>
  (await engine.open('s').read(0, 10_000)).records.map(({ atMs, text }) => ({
    at: atMs,
    body: JSON.parse(text),
  }))

/** Reads from all servers again and again, so that what is due is found by any of them. */
async function readFor(ms: number, servers: readonly Snowglobe[]): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until)
    await Promise.all(
      servers.map(async (server) => {
        const { statusCode } = await server.inject({ url: '/v1/chains/43114/blocks?pageSize=1' })
        expect(statusCode).toBe(200)
      }),
    )
}

test('what falls due by a running clock happens once, in one order on all replicas', async () => {
  const [a, b, c] = [
    await open({ clock: 'running', replica: 'a' }),
    await open({ clock: 'running', replica: 'b' }),
    await open({ clock: 'running', replica: 'c' }),
  ]
  const before = await nowOf(a)
  await a.clock.set({ rate: 60, pace: 'busy' })
  await readFor(1_500, [a, b, c])
  await c.act(fund('1'))
  await readFor(500, [a, b, c])
  // It applies the clock advances that others have appended.
  const late = await open({ clock: 'running', replica: 'd' })
  await readFor(500, [late, b])
  await b.clock.set({ mode: 'frozen' })
  const servers = [a, b, c, late]
  await expectEqual(servers)
  const exports = await Promise.all(servers.map((server) => server.export()))
  for (const document of exports) expect(document).toEqual(exports[0])
  expect(await nowOf(a)).toBeGreaterThan(before)
  const kinds = (await records()).map(({ body }) => body.do)
  expect(kinds.filter((kind) => kind === 'pass').length).toBeGreaterThan(2)
  expect(exports[0]?.log).toContainEqual(expect.objectContaining({ do: 'pass', by: 'clock' }))
})

/** A record with the engine's time of its append. */
interface Placed {
  readonly at: number
  readonly body: {
    readonly do: string
    readonly lastMs?: number
    readonly input?: { readonly body: { readonly mode?: string; readonly rate?: number } }
  }
}

/**
 * Returns by how much a clock without background traffic moves between two settings, milliseconds,
 * by the words of docs/replicas.md: it moves from setting to setting with the engine's time, waits
 * for the world where a record says so, and stands still while no replica is live.
 */
async function passedByRecords(): Promise<{ ms: number; kinds: string[] }> {
  const rows = await records()
  const from = rows.findIndex(({ body }) => body.do === 'setClock')
  let [ms, reached, last, rate] = [0, 0, rows[from]?.at ?? 0, 0]
  for (const { at, body } of rows.slice(from)) {
    const stoodMs = body.do === 'resume' ? at - (body.lastMs ?? 0) : 0
    ms += rate * (at - last - stoodMs)
    last = at
    if (body.do === 'wait') ms = reached
    else if (body.do !== 'resume') reached = ms
    rate = body.input?.body.mode === 'frozen' ? 0 : (body.input?.body.rate ?? rate)
  }
  return { ms, kinds: rows.map(({ body }) => body.do) }
}

test('where a record says so, running clocks go on from the time of the world', async () => {
  const servers = [await open({ replica: 'a' }), await open({ replica: 'b' })] as const
  const began = await servers[0].clock.set({ mode: 'running', rate: 3600, pace: 'off' })
  await sleep(300)
  await engine.open('s').append({ world: 'default', do: 'wait' })
  await sleep(100)
  const ended = await servers[1].clock.set({ mode: 'frozen' })
  const { ms } = await passedByRecords()
  // The world reaches whole seconds.
  expect(Math.abs(Date.parse(ended.now) - Date.parse(began.now) - ms)).toBeLessThan(2_000)
  await expectEqual(servers)
})

test('a replica that was too slow asks for that behind the record that it applies', async () => {
  const log = engine.open('s')
  let isSlow = true
  const handle = { name: 'default' } as WorldHandle
  const follower: LogFollower = new LogFollower(
    log,
    {
      async apply() {
        if (isSlow) void time.wait(handle)
        isSlow = false
      },
      between: async () => {},
      restart: async () => firstPlace,
      warn: () => {},
    },
    { name: 'a', version: '1', options: '' },
  )
  const time = new WorldTime(log, follower, { lost: 0 })
  await follower.begin(firstPlace)
  await log.append({ world: 'default', do: 'pass' })
  await expect
    .poll(async () => (await log.read(0, 9)).records.map(({ text }) => JSON.parse(text).do))
    .toEqual(['pass', 'wait'])
  await follower.end()
})

test('a running clock does not run while no replica does', async () => {
  const a = await open({ clock: 'running' })
  const began = await a.clock.set({ rate: 100, pace: 'off' })
  await a.close()
  await sleep(3_300)
  const b = await open({ clock: 'running' })
  const ended = await b.clock.set({ mode: 'frozen' })
  const { ms, kinds } = await passedByRecords()
  expect(kinds.filter((kind) => kind === 'resume')).toHaveLength(1)
  expect(Math.abs(Date.parse(ended.now) - Date.parse(began.now) - ms)).toBeLessThan(2_000)
})

test('the time of the engine is that of the shortest of the last eight round trips', () => {
  const time = new EngineTime()
  expect(time.nowMs()).toBe(0)
  const at = monotonicMs()
  time.learn(at - 100, 1_000_050)
  time.learn(at - 10, 1_000_005)
  const offset = time.nowMs() - monotonicMs()
  // Half of ten milliseconds before the response.
  expect(offset).toBeGreaterThan(1_000_005 + 5 - at - 10)
  expect(offset).toBeLessThan(1_000_005 + 5 - at + 10)
  for (let count = 0; count < 8; count++) time.learn(monotonicMs() - 50, 2_000_025)
  expect(time.nowMs()).toBeGreaterThan(1_999_000)
})

test('the time of the engine never goes back', () => {
  const time = new EngineTime()
  time.learn(monotonicMs(), 5_000)
  const before = time.nowMs()
  time.learn(monotonicMs() + 1, 1_000)
  expect(time.nowMs()).toBeGreaterThanOrEqual(before)
})
