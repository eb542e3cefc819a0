import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../schemas/data/evm-blocks.ts'
import type { AverageTps } from '../../schemas/metrics.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { get, startServer } from '../support/server.ts'

const daySeconds = 86_400
let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('every point is the transactions of that UTC day / 86,400', async () => {
  for (const chain of ['43114', '930113']) {
    const blocks = (await walkPages<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks', 100))
      .items
    const perDay = new Map<number, number>()
    for (const { blockTimestamp, txCount } of blocks) {
      const day = blockTimestamp - (blockTimestamp % daySeconds)
      perDay.set(day, (perDay.get(day) ?? 0) + txCount)
    }
    const { items } = await walkPages<AverageTps['results'][number]>(
      server,
      `/v1/avg_tps/${chain}`,
      'results',
    )
    for (const { timestamp, value } of items)
      expect(value).toBe((perDay.get(timestamp) ?? 0) / daySeconds)
    const counted = items.reduce((sum, { value }) => sum + value * daySeconds, 0)
    expect(Math.round(counted)).toBe(blocks.reduce((sum, { txCount }) => sum + txCount, 0))
  }
})

test('points are one day apart, newest first, 100 a page, and status mirrors the HTTP status', async () => {
  const { status, body } = await get(server, '/v1/avg_tps/43114')
  const { results, ...rest } = body as AverageTps
  expect(status).toBe(200)
  expect(rest).toMatchObject({ status: 200, lastRun: 1_768_435_200 })
  expect(results).toHaveLength(100)
  expect(results[0]?.timestamp).toBe(1_768_435_200 - daySeconds)
  results.slice(1).forEach(({ timestamp }, i) => {
    expect(timestamp).toBe((results[i]?.timestamp ?? 0) - daySeconds)
  })
})

test('an expired token starts again from the first page; an altered one is 400', async () => {
  const first = (await get(server, '/v1/avg_tps/43114')).body as AverageTps
  const second = `/v1/avg_tps/43114?pageToken=${first.nextPageToken}`
  expect((await get(server, second)).body).not.toMatchObject({ results: first.results })
  await server.clock.advance((24 * 60 * 60 + 1) * 1000)
  const again = (await get(server, '/v1/avg_tps/43114')).body as AverageTps
  expect((await get(server, second)).body).toMatchObject({ results: again.results })
  await server.reset()
  const altered = await get(
    server,
    second.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  )
  expect(altered.status).toBe(400)
})

test('errors carry an array of messages', async () => {
  expect((await get(server, '/v1/avg_tps/1')).body).toEqual({
    message: ['Chain 1 does not exist'],
    error: 'Not Found',
    statusCode: 404,
  })
  expect((await get(server, '/v1/avg_tps/x')).status).toBe(400)
  expect((await get(server, '/v1/avg_tps')).body).toMatchObject({ message: [expect.any(String)] })
})
