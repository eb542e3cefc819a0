import { expect, test } from 'vitest'
import type { Charge } from '../../src/http/guards/rate-limit.ts'
import { ReplicatedWindows } from '../../src/replicas/limits/shared-windows.ts'
import { EngineAwayError } from '../../src/shared-log/errors.ts'

/** Engine with a clock that the test moves. */
function engineAt(startMs: number) {
  const used = new Map<string, number>()
  const state = { nowMs: startMs, questions: 0, isAway: false, used }
  const log = {
    async take(name: string, periodMs: number, cost: number, limit: number) {
      state.questions++
      if (state.isAway) throw new EngineAwayError('it is away')
      const began = Math.floor(state.nowMs / periodMs) * periodMs
      const window = `${name} ${began}`
      const before = used.get(window) ?? 0
      const isTaken = before + cost <= limit
      if (isTaken) used.set(window, before + cost)
      return { isTaken, used: used.get(window) ?? 0, endsMs: began + periodMs }
    },
  }
  return { log, state }
}

const windowsOf = ({ log, state }: ReturnType<typeof engineAt>, aheadMs = 0, place = () => 1) =>
  new ReplicatedWindows({
    ...{ log, world: 'default', place, live: () => 2 },
    nowMs: () => state.nowMs + aheadMs,
  })

const minute = (limit: number, client = 'a'): Charge => ({
  ...{ policy: `${limit};w=60`, client, cost: 1 },
  limits: [{ limit, periodMs: 60_000 }],
})

/** Counts allowed requests that two replicas get in turn. */
async function allowedOf(replicas: readonly ReplicatedWindows[], charge: Charge, requests: number) {
  let allowed = 0
  for (let turn = 0; turn < requests; turn++)
    if ((await replicas[turn % replicas.length]?.take(charge))?.allowed) allowed++
  return allowed
}

test('replicas together allow exactly the limit, with fewer questions than requests', async () => {
  const engine = engineAt(600_000)
  const replicas = [windowsOf(engine), windowsOf(engine)]
  expect(await allowedOf(replicas, minute(100), 90)).toBe(90)
  expect(engine.state.questions).toBeLessThan(45)
  expect(await allowedOf(replicas, minute(100), 40)).toBe(10)
  expect(await allowedOf(replicas, minute(100, 'b'), 1)).toBe(1)
  engine.state.nowMs += 60_000
  expect(await allowedOf(replicas, minute(100), 130)).toBe(100)
})

test('requests of a caller that come at once are counted one after the other', async () => {
  const engine = engineAt(0)
  const replicas = [windowsOf(engine), windowsOf(engine)]
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => replicas[turn % 2]?.take(minute(25))),
  )
  expect(all.filter((each) => each?.allowed)).toHaveLength(25)
})

test('what was taken in one window is not used in the next one, whatever the clock here says', async () => {
  for (const aheadMs of [-50, 0, 50]) {
    const engine = engineAt(59_950)
    const replicas = [windowsOf(engine, aheadMs), windowsOf(engine, -aheadMs)]
    await allowedOf(replicas, minute(40), 6)
    engine.state.nowMs = 60_000
    expect(await allowedOf(replicas, minute(40), 90)).toBe(40)
  }
})

test('a request that one window refuses counts in none', async () => {
  const engine = engineAt(0)
  const windows = windowsOf(engine)
  const charge: Charge = {
    ...{ policy: '', client: 'a', cost: 10 },
    limits: [
      { limit: 1_000, periodMs: 86_400_000 },
      { limit: 25, periodMs: 60_000 },
    ],
  }
  const outcomes = [await windows.take(charge), await windows.take(charge)]
  expect(outcomes.map(({ allowed }) => allowed)).toEqual([true, true])
  expect(await windows.take(charge)).toMatchObject({ allowed: false, limit: 25, resetSeconds: 60 })
  for (let turn = 1; turn < 60; turn++) {
    engine.state.nowMs = turn * 60_000
    await windows.take(charge)
    await windows.take(charge)
  }
  // 100 requests of 10 units fit into the day, however many were refused by a minute.
  const used = [...engine.state.used].filter(([name]) => name.includes(' 86400000 '))
  expect(used.map(([, units]) => units)).toEqual([1_000])
})

test('while the engine is away, only what was taken is used; a new setting begins again', async () => {
  const engine = engineAt(0)
  let place = 1
  const windows = windowsOf(engine, 0, () => place)
  expect((await windows.take(minute(80))).remaining).toBe(79)
  engine.state.isAway = true
  expect(await allowedOf([windows], minute(80), 40)).toBe(9)
  engine.state.isAway = false
  place = 2
  windows.restart()
  expect((await windows.take(minute(80))).remaining).toBe(79)
})
