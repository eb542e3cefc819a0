import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { get, startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  // A slot of two seconds for each block, the shortest there is.
  server = await startServer({ pace: 43_200 })
})
afterAll(() => server?.close())

test('blocks of EVM chains keep two seconds between them at the fastest pace, and none is left out', async () => {
  const from = Date.parse((await server.world()).now) / 1000
  await server.clock.advance('2m')
  for (const chainId of ['43114', '43113', '930114', '930113']) {
    const { body } = await get(server, `/v1/chains/${chainId}/blocks?pageSize=100`)
    const times = (body as { blocks: { blockTimestamp: number }[] }).blocks
      .map(({ blockTimestamp }) => blockTimestamp)
      .filter((time) => time > from)
    // 60 slots in two minutes, and the block of the last one may still be waiting.
    expect(times.length).toBeGreaterThanOrEqual(58)
    for (const [index, time] of times.slice(1).entries())
      expect((times[index] ?? 0) - time).toBeGreaterThanOrEqual(2)
  }
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
