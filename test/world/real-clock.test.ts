import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daySeconds, hourSeconds, minuteSeconds } from '../../src/time/time-units.ts'
import { heightsOf } from '../../src/world/heights.ts'
import type { SimulatedWorld } from '../../src/world/simulated-world.ts'
import { openSimulatedWorld } from '../support/simulated-world.ts'

const pace = 720
let world: SimulatedWorld
let start: number
beforeEach(async () => {
  world = await openSimulatedWorld(pace)
  start = world.now
  machineStandsAt(0)
  await world.clock.set({ mode: 'real' })
})
afterEach(() => {
  world.close()
  vi.useRealTimers()
})

/** @param seconds since the definition's now */
const machineStandsAt = (seconds: number) => vi.setSystemTime((start + seconds) * 1000)
const height = () => heightsOf(world).mainnet?.C ?? 0
/** The advances of the log: until when, in seconds since the definition's now, and how fast. */
const advances = async () =>
  world.history
    .export()
    .log.map((entry) => [
      entry.do === 'pass' ? Date.parse(entry.to) / 1000 - start : entry.do,
      entry.pace,
    ])

test('background traffic goes on at its pace when the machine has been caught up with', async () => {
  machineStandsAt(3 * daySeconds)
  await world.whenReady()
  const caughtUp = height()
  // Nothing that is declared is due in these minutes: only background traffic can be.
  machineStandsAt(3 * daySeconds + 10 * minuteSeconds)
  await world.whenReady()
  expect(height()).toBeGreaterThan(caughtUp)
  expect(await advances()).toEqual([
    [3 * daySeconds, 0],
    [3 * daySeconds + 10 * minuteSeconds, pace],
  ])
})

test('what passed before the pace was changed passes at the pace of then', async () => {
  machineStandsAt(2)
  await world.whenReady()
  machineStandsAt(hourSeconds)
  await world.clock.set({ pace: 0 })
  machineStandsAt(2 * hourSeconds)
  await world.clock.set({ mode: 'frozen' })
  expect(await advances()).toEqual([
    [2, 0],
    [hourSeconds, pace],
    [2 * hourSeconds, 0],
  ])
})

test('a clock that is real again catches up with the machine without background traffic', async () => {
  machineStandsAt(2)
  await world.whenReady()
  await world.clock.set({ mode: 'frozen' })
  machineStandsAt(daySeconds)
  await world.clock.set({ mode: 'real' })
  await world.whenReady()
  // What a clock passes at one pace is one entry.
  expect(await advances()).toEqual([[daySeconds, 0]])
  machineStandsAt(daySeconds + hourSeconds)
  await world.whenReady()
  expect(await advances()).toEqual([
    [daySeconds, 0],
    [daySeconds + hourSeconds, pace],
  ])
})
