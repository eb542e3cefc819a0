import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { sendHostile } from '../support/hostile/run.ts'
import {
  canonicalResponses,
  cleanUp,
  differing,
  setRules,
} from '../support/hostile/server-state.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

/** `tools/hostile-requests.ts` sends more of them to a process of its own. */
test('hostile requests are all answered, with no 5xx, and leave a server as it was', async () => {
  const { url } = server
  const before = await canonicalResponses(url)
  const wish = {
    ...{ port: Number(new URL(url).port), seed: 'brief', requests: 1000, connections: 32 },
    ...{ timeouts: { responseMs: 25_000, arrivalMs: 45_000 }, mayBeSlow: false },
  }
  const plain = await sendHostile({ ...wish, from: 0, mayBreak: false })
  await setRules(url, true)
  const faulty = await sendHostile({ ...wish, from: plain.exchanges, mayBreak: true })
  expect([...plain.problems, ...faulty.problems]).toEqual([])
  expect(plain.requests + faulty.requests).toBeGreaterThanOrEqual(2000)
  const transports = [
    'chain',
    'control',
    'data',
    'health',
    'index',
    'info',
    'metrics',
    'nowhere',
    'page',
  ]
  expect([...plain.statuses.keys()].sort()).toEqual(['broken', ...transports])

  await cleanUp(url)
  expect(differing(before, await canonicalResponses(url))).toEqual([])
})
