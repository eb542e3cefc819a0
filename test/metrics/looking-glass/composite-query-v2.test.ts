import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AddressQuery } from '../../../schemas/metrics/composite-query.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
})
afterAll(() => server?.close())

interface Found {
  nextPageToken?: string
  subQueryCounts: Record<string, number>
  totalCount: number
  addresses: string[]
}
type Query = Omit<AddressQuery, 'id'>

async function ask(body: object): Promise<{ status: number; body: Found & { message: string[] } }> {
  const url = '/v2/lookingGlass/compositeQuery'
  const response = await server.inject({ method: 'POST', url, payload: body })
  return { status: response.statusCode, body: response.json() }
}
const of = async (operator: 'AND' | 'OR', ...queries: Query[]): Promise<Found> =>
  (await ask({ operator, queries: queries.map((query, i) => ({ id: `${i}`, ...query })) })).body
const addressesOf = async (query: Query): Promise<string[]> => (await of('AND', query)).addresses

const coins = { evmChainId: '43114', minBalance: '1000000000000000000' }
const richest = {
  type: 'LatestBalance',
  params: { ...coins, tokenType: 'NATIVE' },
} as const satisfies Query

test('the latest balance is that of the Data API', async () => {
  const { totalCount, addresses } = await of('AND', richest)
  expect(totalCount).toBe(addresses.length)
  const url = '/v1/chains/43114/transactions?pageSize=100'
  const { items } = await walkPages<{ from: { address: string }; to: { address: string } }>(
    server,
    url,
    'transactions',
  )
  const everybody = new Set(items.flatMap(({ from, to }) => [from.address, to.address]))
  for (const address of everybody) {
    const balances = `/v1/chains/43114/addresses/${address}/balances:getNative`
    const { body } = await get(server, balances)
    const { balance } = (body as { nativeTokenBalance: { balance: string } }).nativeTokenBalance
    expect(addresses.includes(address), address).toBe(BigInt(balance) >= 10n ** 18n)
  }
})

test('pages of any size have every item once, in whatever order, each address once', async () => {
  const queries = [{ id: 'rich', ...richest, params: { ...richest.params, minBalance: '0' } }]
  const { body: whole } = await ask({ operator: 'OR', queries })
  expect(whole.addresses.length).toBeGreaterThan(8)
  for (const pageSize of [1, 7, 10_000]) {
    const found: string[] = []
    let pageToken: string | undefined
    do {
      const { body } = await ask({ operator: 'OR', queries, pageSize, pageToken })
      expect(body).toMatchObject({ totalCount: whole.totalCount })
      expect(body.addresses.length).toBeLessThanOrEqual(pageSize)
      found.push(...body.addresses)
      pageToken = body.nextPageToken
    } while (pageToken !== undefined)
    expect(found).toEqual(whole.addresses)
  }
  expect(new Set(whole.addresses).size).toBe(whole.totalCount)
})

test('AND finds what all queries find, OR what any does, and both tell how many each found', async () => {
  const other = {
    type: 'LatestBalance',
    params: { ...richest.params, evmChainId: '930114' },
  } as const satisfies Query
  const [here, there] = [await addressesOf(richest), await addressesOf(other)]
  const both = await of('AND', richest, other)
  const any = await of('OR', richest, other)
  expect([...both.addresses].sort()).toEqual(here.filter((each) => there.includes(each)).sort())
  expect([...any.addresses].sort()).toEqual([...new Set([...here, ...there])].sort())
  for (const { subQueryCounts } of [both, any])
    expect(subQueryCounts).toEqual({ 0: here.length, 1: there.length })
})

test('all and any time are of the requested days, for coins, tokens and NFTs', async () => {
  const C = { chain: 'C' } as const
  const { results } = await server.act([
    { do: 'wallet', name: 'giver' },
    { do: 'wallet', name: 'taker' },
    { do: 'fund', to: 'giver', ...C, amount: '50' },
    { do: 'deploy', from: 'giver', ...C, kind: 'ERC-20', decimals: 0, as: 'coin' },
    { do: 'deploy', from: 'giver', ...C, kind: 'ERC-721', as: 'art' },
    { do: 'mint', contract: 'coin', ...C, to: 'giver', amount: '9' },
    { do: 'mint', contract: 'art', ...C, to: 'giver', tokenIds: ['1'] },
  ])
  const [giver = '', taker = '', , coin, art] = results.map(({ address }) => address)
  await server.clock.advanceTo('2026-01-20T12:00:00Z')
  await server.act([
    { do: 'transfer', from: 'giver', to: 'taker', ...C, amount: '30' },
    { do: 'transferToken', contract: 'coin', ...C, from: 'giver', to: 'taker', amount: '9' },
    { do: 'transferToken', contract: 'art', ...C, from: 'giver', to: 'taker', tokenId: '1' },
  ])
  await server.clock.advanceTo('2026-01-25T00:00:00Z')
  const ours = async (query: Query) =>
    (await addressesOf(query)).filter((each) => each === giver || each === taker).sort()
  const between = (firstDate: string, lastDate: string) => ({ firstDate, lastDate })
  const held = [
    { name: 'NativeBalance', params: { evmChainId: '43114', minBalance: '25000000000000000000' } },
    {
      name: 'Erc20Balance',
      params: { evmChainId: '43114', minBalance: '9', contractAddress: coin },
    },
    { name: 'NftHolders', params: { evmChainId: '43114', contractAddress: art } },
  ]
  for (const { name, params } of held) {
    const when = (type: 'AllTime' | 'AnyTime', days: object) =>
      ours({ type: `${type}${name}`, params: { ...params, ...days } } as Query)
    const [early, around, late] = [
      between('2026-01-16', '2026-01-19'),
      between('2026-01-16', '2026-01-20'),
      between('2026-01-21', '2026-01-22'),
    ]
    expect(await when('AllTime', early), name).toEqual([giver])
    expect(await when('AnyTime', early), name).toEqual([giver])
    expect(await when('AllTime', around), name).toEqual([])
    expect(await when('AnyTime', around), name).toEqual([giver, taker].sort())
    expect(await when('AllTime', late), name).toEqual([taker])
    expect(await when('AnyTime', late), name).toEqual([taker])
    expect(await when('AnyTime', between('2025-01-01', '2025-01-02')), name).toEqual([])
  }
  const seconds = { startTs: 1_768_910_399, endTs: 1_768_996_799 }
  const ofArt = { evmChainId: '43114', contractAddress: art ?? '', ...seconds }
  expect(await ours({ type: 'AnyTimeNftHolders', params: ofArt })).toEqual([giver, taker].sort())
  await server.reset()
})

test('a day is all of its seconds, and seconds count as they are', async () => {
  const C = { chain: 'C' } as const
  await server.clock.set({ pace: 'off' })
  await server.clock.advanceTo('2026-01-16T23:59:58Z')
  const { results } = await server.act([
    { do: 'wallet', name: 'owner' },
    { do: 'fund', to: 'owner', ...C, amount: '50' },
    { do: 'deploy', from: 'owner', ...C, kind: 'ERC-721', as: 'art' },
    { do: 'mint', contract: 'art', ...C, to: 'owner', tokenIds: ['1'] },
  ])
  const mintedAt = Date.parse(String(results.at(-1)?.time)) / 1000
  expect(mintedAt).toBeLessThan(Date.parse('2026-01-17T00:00:00Z') / 1000)
  await server.clock.advanceTo('2026-01-17T00:00:00Z')
  const { results: later } = await server.act([
    { do: 'wallet', name: 'heir' },
    { do: 'transferToken', contract: 'art', ...C, from: 'owner', to: 'heir', tokenId: '1' },
  ])
  const [owner, heir] = [results, later].map(([made]) => String(made?.address))
  await server.clock.advance('P3D')
  const art = { evmChainId: '43114', contractAddress: results[2]?.address ?? '' }
  const held = async (type: 'AllTime' | 'AnyTime', times: object) =>
    addressesOf({ type: `${type}NftHolders`, params: { ...art, ...times } })
  const days = (firstDate: string, lastDate = firstDate) => ({ firstDate, lastDate })
  const seconds = (startTs: number, endTs: number) => ({ startTs, endTs })
  expect(await held('AnyTime', days('2026-01-15'))).toEqual([])
  expect(await held('AnyTime', days('2026-01-16'))).toEqual([owner])
  expect(await held('AllTime', days('2026-01-18'))).toEqual([heir])
  expect(await held('AnyTime', seconds(mintedAt - 9, mintedAt - 1))).toEqual([])
  expect(await held('AnyTime', seconds(mintedAt - 9, mintedAt))).toEqual([owner])
  expect(await held('AllTime', seconds(mintedAt - 1, mintedAt + 1))).toEqual([])
  expect(await held('AllTime', seconds(mintedAt, mintedAt))).toEqual([owner])
  expect(await held('AllTime', seconds(0, mintedAt))).toEqual([])
  const givenAt = Date.parse(String(later.at(-1)?.time)) / 1000
  const both = await held('AnyTime', seconds(givenAt - 1, givenAt))
  expect([...both].sort()).toEqual([owner, heir].sort())
  await server.reset()
})

test('before the first block no address had anything', async () => {
  const since = (firstDate: string) =>
    of('OR', {
      type: 'AllTimeNativeBalance',
      params: { ...coins, minBalance: '1', firstDate, lastDate: '2026-01-01' },
    })
  expect((await since('2019-12-31')).totalCount).toBe(0)
  expect((await since('2020-10-01')).totalCount).toBeGreaterThan(0)
})

const art = { evmChainId: '43114', contractAddress: `0x${'1'.repeat(40)}` }
const pair = 'queries[0].params must have either firstDate and lastDate or startTs and endTs'
test.each([
  [{}, pair],
  [{ firstDate: '2025-12-01' }, pair],
  [{ lastDate: '2025-12-01' }, pair],
  [{ startTs: 1 }, pair],
  [{ endTs: 1 }, pair],
  [{ firstDate: '2025-12-01', endTs: 1 }, pair],
  [{ firstDate: '2025-12-01', lastDate: '2025-12-01', startTs: 1, endTs: 2 }, pair],
  [{ startTs: 2, endTs: 1 }, 'queries[0].params.startTs 2 must not be after endTs 1'],
  [
    { firstDate: '2025-12-02', lastDate: '2025-12-01' },
    'queries[0].params.firstDate 2025-12-02 must not be after lastDate 2025-12-01',
  ],
  [
    { firstDate: '2025-02-29', lastDate: '2025-12-01' },
    'queries[0].params.firstDate must be a calendar day as YYYY-MM-DD, not "2025-02-29"',
  ],
  [
    { firstDate: '2025-12-01', lastDate: '2025-12-32' },
    'queries[0].params.lastDate must be a calendar day as YYYY-MM-DD, not "2025-12-32"',
  ],
])('times that are none are refused: %j', async (times, message) => {
  for (const type of ['AllTimeNftHolders', 'AnyTimeNftHolders'])
    expect(
      await ask({ operator: 'OR', queries: [{ id: 'a', type, params: { ...art, ...times } }] }),
    ).toMatchObject({ status: 400, body: { message: [message] } })
})

test.each([
  ['AllTimeNativeBalance', coins],
  ['AnyTimeErc20Balance', { ...coins, contractAddress: art.contractAddress }],
])('a day that no calendar has is refused in %s', async (type, params) => {
  const days = { firstDate: '2025-02-30', lastDate: '2025-12-01' }
  const queries = [{ id: 'a', type, params: { ...params, ...days } }]
  expect(await ask({ operator: 'OR', queries })).toMatchObject({
    status: 400,
    body: {
      message: [
        'queries[0].params.firstDate must be a calendar day as YYYY-MM-DD, not "2025-02-30"',
      ],
    },
  })
})

test('a time of StarsArena has to be one too', async () => {
  const params = { minBalance: '1', subjectAddress: art.contractAddress }
  const days = { firstDate: '2025-12-02', lastDate: '2025-12-01' }
  for (const type of ['AllTimeStarsArenaBalance', 'AnyTimeStarsArenaBalance'])
    expect(
      await ask({ operator: 'OR', queries: [{ id: 'a', type, params: { ...params, ...days } }] }),
    ).toMatchObject({ status: 400 })
})

test('StarsArena has no holders, and neither has an address without a contract', async () => {
  const days = { firstDate: '2025-12-01', lastDate: '2025-12-31' }
  const subject = { minBalance: '1', subjectAddress: `0x${'1'.repeat(40)}` }
  const nowhere = { evmChainId: '43114', contractAddress: `0x${'1'.repeat(40)}` }
  const { subQueryCounts, totalCount } = await of(
    'OR',
    { type: 'AllTimeStarsArenaBalance', params: { ...days, ...subject } },
    { type: 'AnyTimeStarsArenaBalance', params: { ...days, ...subject } },
    { type: 'LatestBalanceStarsArena', params: subject },
    { type: 'AnyTimeErc20Balance', params: { ...days, ...coins, ...nowhere } },
    { type: 'AllTimeNftHolders', params: { ...days, ...nowhere } },
    { type: 'LatestBalance', params: { ...coins, ...nowhere, tokenType: 'ERC20' } },
  )
  expect(subQueryCounts).toEqual({ 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })
  expect(totalCount).toBe(0)
})

test.each([
  [{ evmChainId: '43114', minBalance: 1 }, 'queries[0].params.minBalance must be a decimal'],
  [{ ...coins, evmChainId: 'C' }, 'queries[0].params.evmChainId must be a numeric EVM chain id'],
  [{ ...coins, tokenType: 'NFT' }, 'queries[0].params.tokenType must be one of ERC20, NATIVE'],
  [{ ...coins }, 'queries[0].params.tokenType is required'],
  [
    { ...coins, tokenType: 'ERC20' },
    'queries[0].params.contractAddress is required for tokenType ERC20',
  ],
])('a refusal says where in the body the mistake is: %j', async (params, message) => {
  const queries = [{ id: 'a', type: 'LatestBalance', params }]
  const { status, body } = await ask({ operator: 'OR', queries })
  expect(status).toBe(400)
  expect(body.message).toEqual([expect.stringContaining(message)])
})

test('each query has an id of its own', async () => {
  const queries = ['a', 'b', 'a'].map((id) => ({ id, ...richest }))
  expect(await ask({ operator: 'OR', queries })).toMatchObject({
    status: 400,
    body: { message: ['queries[2].id "a" is used by an earlier query'] },
  })
})

test('a chain outside the world is 404', async () => {
  const queries = [{ id: 'a', ...richest, params: { ...richest.params, evmChainId: '1' } }]
  expect((await ask({ operator: 'OR', queries })).status).toBe(404)
})

test('a token of other queries is refused', async () => {
  const queries = [{ id: 'a', ...richest }]
  const { body } = await ask({ operator: 'OR', queries, pageSize: 1 })
  const pageToken = body.nextPageToken
  expect((await ask({ operator: 'AND', queries, pageToken })).status).toBe(400)
  const others = [{ ...queries[0], params: { ...richest.params, minBalance: '2' } }]
  expect((await ask({ operator: 'OR', queries: others, pageToken })).status).toBe(400)
  expect((await ask({ operator: 'OR', queries, pageToken })).status).toBe(200)
})
