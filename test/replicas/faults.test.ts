import { expect, test } from 'vitest'
import { RuleCounts } from '../../src/replicas/limits/rule-counts.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startReplicas } from './replica-servers.ts'

const { open } = await startReplicas()

/** Sends requests to servers in turn, several at once. @returns how many were a 503 */
async function failuresOf(servers: readonly Snowglobe[], requests: number): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, number) => {
      const server = servers[number % servers.length] as Snowglobe
      return (await server.inject({ url: '/v1/chains' })).statusCode
    }),
  )
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  return statuses.filter((status) => status === 503).length
}

test('rules count the requests of all replicas together', async () => {
  const servers = [await open(), await open()] as const
  const [a, b] = servers
  const fail = { match: { path: '/v1/chains' }, respond: { status: 503 } }
  await a.faults.set('two', { ...fail, after: 3, times: 2 })
  expect(await failuresOf(servers, 12)).toBe(2)
  for (const server of servers)
    expect((await server.faults.list()).counts).toEqual({ two: { matched: 12, acted: 2 } })

  // The same rule counts from zero again.
  await b.faults.set('two', { ...fail, times: 2 })
  expect(await failuresOf(servers, 6)).toBe(2)

  await b.faults.clear()
  await b.faults.set('some', { ...fail, probability: 0.5, times: 10 })
  const acted = await failuresOf(servers, 40)
  expect(acted).toBe(10)
  for (const server of servers)
    expect((await server.faults.list()).counts).toEqual({ some: { matched: 40, acted: 10 } })

  // A world that begins again restarts its counts, everywhere.
  await a.reset(['world'])
  expect((await b.faults.list()).counts).toEqual({ some: { matched: 0, acted: 0 } })
})

test('a replica counts by itself while the engine is away, and says so', async () => {
  const engine = new MemoryEngine()
  const counts = new RuleCounts(engine.open('s'), 'default', () => 7)
  const name = counts.begin('rule-1')
  expect(name).toBe('rule 7 default rule-1')
  expect(await counts.count(name)).toBe(1)
  expect(counts.isAlone).toBe(false)
  engine.freeze()
  expect(await counts.count(name)).toBe(2)
  expect(counts.isAlone).toBe(true)
  engine.thaw()
  expect(await counts.countOf(name)).toBe(1)
  expect(counts.isAlone).toBe(false)
})

test('a rate limit holds for all replicas together', async () => {
  const servers = [await open(), await open()] as const
  await servers[0].limits.set({ rateLimit: '20/min' })
  const minuteOf = () => Math.floor(Date.now() / 60_000)
  const began = minuteOf()
  const responses = []
  for (let turn = 0; turn < 40; turn++)
    responses.push(await (servers[turn % 2] as Snowglobe).inject({ url: '/v1/chains' }))
  const allowed = responses.filter(({ statusCode }) => statusCode === 200)
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(allowed.length + refused.length).toBe(40)
  // Both replicas get as many requests. A window may have ended meanwhile.
  expect(allowed.length).toBeGreaterThanOrEqual(20)
  if (minuteOf() === began) expect(allowed.length).toBe(20)
  expect(allowed[0]?.headers).toMatchObject({
    ...{ 'ratelimit-policy': '20;w=60', 'ratelimit-limit': '20' },
  })
  for (const { headers } of refused) {
    expect(headers['ratelimit-remaining']).toBe('0')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  }
})
