import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WindowValues } from '../../../schemas/metrics/chain-metrics.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const of = async (metric: string, chain = '43114') =>
  (
    (await get(server, `/v2/chains/${chain}/rollingWindowMetrics/${metric}`)).body as {
      result: WindowValues
    }
  ).result

test('a longer window never has less, and active addresses have three', async () => {
  for (const metric of ['txCount', 'feesPaid', 'maxTps', 'deployers', 'activeAddresses']) {
    const values = Object.values(await of(metric, 'total'))
    expect(values).toHaveLength(metric === 'activeAddresses' ? 3 : 7)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  }
})

test('a transaction is in the last hour until the second that is an hour later', async () => {
  const before = await of('txCount')
  const { results } = await server.act({
    do: 'transfer',
    from: 'ewoq',
    to: 'ewoq',
    chain: 'C',
    amount: '1',
  })
  const sentAt = Date.parse(String(results[0]?.time))
  const at = async (seconds: number) => {
    await server.clock.advanceTo(new Date(sentAt + seconds * 1000).toISOString())
    return of('txCount')
  }
  await server.clock.set({ pace: 'off' })
  expect((await of('txCount')).allTime).toBe((before.allTime ?? 0) + 1)
  expect((await at(3_599)).lastHour).toBe(1)
  expect((await at(3_600)).lastHour).toBe(0)
  expect((await at(86_399)).lastDay).toBe(1)
  expect((await at(86_400)).lastDay).toBe(0)
  await server.reset()
})

test('a chain whose first block is of this second has a rate, and so have all together', async () => {
  await server.act([
    { do: 'createSubnet', name: 'young', by: 'ewoq' },
    { do: 'createChain', name: 'Young', subnet: 'young', by: 'ewoq', evmChainId: '777' },
  ])
  await server.act({ do: 'fund', to: 'ewoq', chain: '777', amount: '1' })
  expect((await of('avgTps', '777')).allTime).toBe(1)
  expect((await of('avgTps', 'total')).allTime).toBeGreaterThan(1)
})
