import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IcmValue } from '../../../schemas/metrics/icm.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { withQuery } from '../../data/primary/lists.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const both = 'groupBy=srcBlockchainId%2CdestBlockchainId'

test.each([1, 7, 100])(
  'pages of %i have every item once, although times have several groups',
  async (size) => {
    const url = `/v2/icm/timeseries?timeInterval=month&${both}`
    const { items } = await walkPages<IcmValue>(server, url, 'results', 2160)
    const walked = await walkPages<IcmValue>(server, url, 'results', size)
    expect(walked).toEqual({ items, pages: Math.ceil(items.length / size) })
    expect(items.length).toBeGreaterThan(100)
  },
)

test('a series of any filters and groups is the sum over the pairs of chains that they leave', async () => {
  const series = async (query: Record<string, string | undefined>) => {
    const url = withQuery('/v2/icm/timeseries', query)
    return (await walkPages<IcmValue>(server, url, 'results', 2160)).items
  }
  const groupBy = 'srcBlockchainId,destBlockchainId'
  const pairs: (IcmValue & { network: string })[] = []
  for (const network of ['mainnet', 'fuji'])
    for (const value of await series({ timeInterval: 'month', groupBy, network }))
      if (value.value > 0) pairs.push({ ...value, network })
  expect(new Set(pairs.map(({ network }) => network)).size).toBe(2)

  const half = { nil: undefined, freq: 1 }
  const drawn = fc.constantFrom(...pairs).chain((pair) =>
    fc.record({
      srcBlockchainId: fc.option(fc.constant(pair.srcBlockchainId), half),
      destBlockchainId: fc.option(
        fc.constantFrom(pair, ...pairs).map((it) => it.destBlockchainId),
        half,
      ),
      network: fc.constantFrom(undefined, 'mainnet', 'fuji'),
      groupBy: fc.constantFrom(undefined, 'srcBlockchainId', 'destBlockchainId', groupBy),
    }),
  )
  const keyOf = (point: IcmValue, query: { [name: string]: string | undefined }) => {
    const idOf = (name: 'srcBlockchainId' | 'destBlockchainId') =>
      query.groupBy?.includes(name) ? point[name] : (query[name] ?? '')
    return `${point.timestamp} ${idOf('srcBlockchainId')} ${idOf('destBlockchainId')}`
  }
  await fc.assert(
    fc.asyncProperty(drawn, async (query) => {
      const sums: Record<string, number> = {}
      for (const pair of pairs) {
        const { srcBlockchainId: source, destBlockchainId: destination, network } = query
        if (source !== undefined && pair.srcBlockchainId !== source) continue
        if (destination !== undefined && pair.destBlockchainId !== destination) continue
        if (network !== undefined && pair.network !== network) continue
        const key = keyOf(pair, query)
        sums[key] = (sums[key] ?? 0) + pair.value
      }
      const served = (await series({ timeInterval: 'month', ...query }))
        .filter(({ value }) => value > 0)
        .map((point) => [
          `${point.timestamp} ${point.srcBlockchainId} ${point.destBlockchainId}`,
          point.value,
        ])
      expect(Object.fromEntries(served)).toEqual(sums)
    }),
    { numRuns: 100 },
  )
})

test('a message that is sent counts at once, for its chains alone', async () => {
  const count = async (query: string) =>
    ((await get(server, `/v2/icm/summary?${query}`)).body as { result: { lastHour: number } })
      .result.lastHour
  const { body } = await get(server, '/v2/chains?network=mainnet')
  const [cChain, l1] = (body as { chains: { blockchainId: string; evmChainId: number }[] }).chains
  const pair = `srcBlockchainId=${cChain?.blockchainId}&destBlockchainId=${l1?.blockchainId}`
  const back = `srcBlockchainId=${l1?.blockchainId}&destBlockchainId=${cChain?.blockchainId}`
  const before = [await count(pair), await count(back)]
  await server.act({
    do: 'sendMessage',
    from: 'ewoq',
    sourceChain: 'C',
    destinationChain: String(l1?.evmChainId),
    deliver: false,
  })
  expect([await count(pair), await count(back)]).toEqual([(before[0] ?? 0) + 1, before[1]])
  await server.reset()
})

test('a message is in the last hour until the second that is an hour later', async () => {
  const sent = async () => {
    const { body } = await get(server, '/v2/icm/summary?network=fuji')
    const { lastHour, lastDay, allTime } = (body as { result: Record<string, number> }).result
    return [lastHour, lastDay, allTime]
  }
  await server.clock.set({ pace: 'off' })
  // Between two full hours, where messages are counted one by one.
  await server.clock.advance('P1DT10M')
  const [lastHour, lastDay, before = 0] = await sent()
  expect([lastHour, lastDay]).toEqual([0, 0])
  const { results } = await server.act({
    ...{ do: 'sendMessage', network: 'fuji', from: 'ewoq', sourceChain: 'C' },
    ...{ destinationChain: '930113', deliver: false },
  })
  const sentAt = Date.parse(String(results[0]?.time))
  for (const [seconds, ofHour, ofDay] of [
    [1, 1, 1],
    [1_800, 1, 1],
    [3_599, 1, 1],
    [3_600, 0, 1],
    [86_399, 0, 1],
    [86_400, 0, 0],
  ] as const) {
    await server.clock.advanceTo(new Date(sentAt + seconds * 1000).toISOString())
    expect(await sent(), `${seconds}`).toEqual([ofHour, ofDay, before + 1])
  }
  await server.reset()
})

test('a chain that never sent to another has an empty series, and its ids are the requested ones', async () => {
  const id = '11111111111111111111111111111111LpoYY'
  expect((await get(server, `/v2/icm/timeseries?srcBlockchainId=${id}`)).body).toEqual({
    results: [],
  })
  expect((await get(server, `/v2/icm/summary?srcBlockchainId=${id}`)).body).toMatchObject({
    result: { srcBlockchainId: id, destBlockchainId: '', allTime: 0 },
  })
})

test('a chain outside the world has no messages to count', async () => {
  const url = '/v2/chains/1/teleporterMetrics/teleporterTotalTxnCount'
  expect(await get(server, url)).toMatchObject({
    status: 404,
    body: { message: ['Chain "1" does not exist'] },
  })
})
