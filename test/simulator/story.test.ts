import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { daySeconds, hourSeconds } from '../../src/time/time-units.ts'
import { quietWorld } from '../definition/support/mutations.ts'
import { startServer } from '../support/server.ts'
import {
  type Digests,
  digestsOf,
  SimulationInMemory,
  tablesThatDiffer,
} from '../support/simulation-in-memory.ts'
import { bare, story } from './stories.ts'

const definition: WorldDefinition = { ...quietWorld, story: [...story] }
const now = Date.parse(definition.now) / 1000

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-story-'))
const file = join(folder, 'world.json')
let server: Snowglobe
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(definition))
  server = await startServer({ definition: file, pace: 0 })
})
afterEach(() => server.reset())
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = async (path: string) => (await server.inject(path)).json()
const nativeOf = async (chain: string, address: string): Promise<string> =>
  (await get(`/v1/chains/${chain}/addresses/${address}/balances:getNative`)).nativeTokenBalance
    .balance
const problems = async () =>
  (await server.check()).rules.filter(({ violations }) => violations.length > 0)

test('a world whose story has verbs of every family and era is consistent, before and after now', async () => {
  expect(await problems()).toEqual([])
  await server.clock.advance('2d')
  expect(await problems()).toEqual([])
})

test('what the story says for later is due, happens when its time passes, and at its time', async () => {
  const at = (hours: number) =>
    new Date((now + hours * hourSeconds) * 1000).toISOString().replace('.000Z', 'Z')
  const declared = async () =>
    (await server.clock.get()).next.filter(({ what }) => what === 'a declared action')
  expect(await declared()).toEqual([
    { time: at(2), network: 'mainnet', chain: 'C', what: 'a declared action' },
    { time: at(2), network: 'mainnet', chain: 'P', what: 'a declared action' },
    { time: at(2), network: 'fuji', chain: 'C', what: 'a declared action' },
    { time: at(3), network: 'mainnet', chain: 'P', what: 'a declared action' },
    { time: at(3), network: 'mainnet', chain: 'C', what: 'a declared action' },
    { time: at(4), network: 'mainnet', chain: '930999', what: 'a declared action' },
  ])
  await server.clock.advance('1h')
  expect(await nativeOf('43113', bare)).toBe('0')
  await server.clock.advance('2h')
  expect(await nativeOf('43113', bare)).toBe('1500000000000000000')
  const { transactions } = await get(`/v1/chains/43113/addresses/${bare}/transactions:listNative`)
  expect(transactions).toMatchObject([{ blockTimestamp: now + 2 * hourSeconds }])
  expect(await declared()).toMatchObject([{ chain: '930999' }])
})

test('what the rules refuse later does not come to pass, nor what has the same time, and the rest does', async () => {
  await server.clock.advance('5h')
  expect(await nativeOf('930999', bare)).toBe('7000000000000000000')
  // The wallet of the same time was not declared.
  await expect(
    server.act({ do: 'transfer', from: 'erwin', to: bare, chain: 'C', amount: '1' }),
  ).rejects.toMatchObject({ code: 'not_possible' })
})

test('a story whose time comes while actions are done happens after them', async () => {
  await server.clock.advanceTo(new Date((now + 4 * hourSeconds - 1) * 1000).toISOString())
  await server.blocks({ chain: 'C', count: 3 })
  expect(await nativeOf('930999', bare)).toBe('7000000000000000000')
})

test('a world that is opened again around the times of its story becomes the same world', async () => {
  const live = async (isCut: (time: number, step: number) => boolean): Promise<Digests> => {
    const world = new SimulationInMemory({ definition, seed: 'story', size: 'small' })
    try {
      await world.open()
      let step = 0
      const between = async (time: number) => {
        if (isCut(time, step++)) await world.open()
      }
      await world.liveUntil(now, between)
      world.setPace(4)
      await world.liveUntil(now + 2 * daySeconds, between)
      return digestsOf(world.all)
    } finally {
      world.close()
    }
  }
  const times = new Map<number, number>()
  const steps: number[] = []
  const whole = await live((time) => {
    steps.push(time)
    times.set(time, (times.get(time) ?? 0) + 1)
    return false
  })
  const atStory = new Set(
    [-5, -4, 2, 3, 4].map((hours) => now + hours * hourSeconds).concat(earlyTimes),
  )
  for (const time of atStory) expect(steps).toContain(time)
  const after = (step: number) => atStory.has(steps[step - 1] ?? 0)
  const opened = await live((time, step) => atStory.has(time) || after(step))
  expect(tablesThatDiffer(whole, opened)).toEqual([])
})

/** 20 days before Apricot 6 and 9 days after Cortina, on mainnet. */
const earlyTimes = ['2022-08-17T20:00:00Z', '2023-05-04T15:00:00Z'].map(
  (text) => Date.parse(text) / 1000,
)
