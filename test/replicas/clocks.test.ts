import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EngineTime } from '../../src/replicas/engine-time.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { monotonicMs } from '../../src/time/clock.ts'
import { expectEqual, fund, startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

const nowOf = async (server: Snowglobe) => Date.parse((await server.clock.get()).now)

/** Number of records of a kind in the log of the test. */
async function countOf(kind: string): Promise<number> {
  const rows = (await postgres.query(
    `SELECT count(*)::integer AS count FROM snowglobe_record
     WHERE sandbox = $1 AND body::json ->> 'do' = $2`,
    [replicas.sandbox, kind],
  )) as { count: number }[]
  return rows[0]?.count ?? 0
}

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
  const [a, b, c] = await openThree({ clock: 'running' })
  const before = await nowOf(a)
  await a.clock.set({ rate: 600, pace: 'busy' })
  await readFor(1_500, [a, b, c])
  await c.act(fund('1'))
  await readFor(500, [a, b, c])
  // It applies the passages that others have appended.
  const late = await open({ clock: 'running', replica: 'd' })
  await readFor(500, [late, b])
  await b.clock.set({ mode: 'frozen' })
  const servers = [a, b, c, late]
  await expectEqual(servers)
  const exports = await Promise.all(servers.map((server) => server.export()))
  for (const document of exports) expect(document).toEqual(exports[0])
  expect((await nowOf(a)) - before).toBeGreaterThan(2.5 * 600_000)
  expect(await countOf('pass')).toBeGreaterThan(2)
  expect(exports[0]?.log).toContainEqual(expect.objectContaining({ do: 'pass', by: 'clock' }))
})

test('a clock that is faster than the world waits for it on all replicas alike', async () => {
  const servers = [await open({ replica: 'a' }), await open({ replica: 'b' })] as const
  await servers[0].clock.set({ mode: 'running', rate: 3600, pace: 1000 })
  await expect
    .poll(async () => {
      await readFor(1, servers)
      return countOf('wait')
    })
    .toBeGreaterThan(0)
  await servers[1].clock.set({ mode: 'frozen', pace: 'off' })
  await expectEqual(servers)
})

test('a running clock does not run while no replica does', async () => {
  const a = await open({ clock: 'running' })
  await a.clock.set({ rate: 100, pace: 'off' })
  const [before, began] = [await nowOf(a), performance.now()]
  await a.close()
  const downMs = 3_500
  await sleep(downMs)
  const b = await open({ clock: 'running' })
  const passed = (await nowOf(b)) - before
  expect(passed).toBeGreaterThanOrEqual(0)
  expect(passed).toBeLessThan(100 * (performance.now() - began - downMs + 100))
  expect(await countOf('resume')).toBe(1)
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
