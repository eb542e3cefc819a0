import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import type { Utxo } from '../../../../schemas/data/transactions.ts'
import type { LastActivity } from '../../../../schemas/data/utxos.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  chainNames,
  ewoq,
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  type Network,
  networks,
  refusal,
  unknownAddress,
  wholeList,
  withQuery,
} from '../lists.ts'
import { asLists, chainIds, readUtxos, replayUtxos } from '../utxo-replay.ts'

let server: Snowglobe
const utxos = new Map<Network, Utxo[]>()
beforeAll(async () => {
  server = await startServer()
  for (const network of networks) utxos.set(network, await readUtxos(server, network))
})
afterAll(() => server?.close())

type Chain = (typeof chainNames)[number]
const path = (network: string, chain: string) =>
  `/v1/networks/${network}/blockchains/${chain}/utxos`
const activity = (network: string, chain: string) =>
  `/v1/networks/${network}/blockchains/${chain}/lastActivityTimestampByAddresses`
const list = (url: string) => wholeList<Utxo & LiveUtxo>(server, url, 'utxos')
const post = async (url: string, addresses: string, headers = {}) => {
  const response = await server.inject({ method: 'POST', url, payload: { addresses }, headers })
  return { status: response.statusCode, body: response.json() }
}

/** Emitted less consumed, as transactions show it; both chains of what is between two have it. */
function owned(network: Network, chain: Chain, addresses: readonly string[]) {
  const id = chainIds[network][chain]
  return (utxos.get(network) ?? []).filter(
    (utxo) =>
      [utxo.createdOnChainId, utxo.consumedOnChainId].includes(id) &&
      utxo.addresses.some((address) => addresses.includes(address)),
  )
}
const isListedByTransactions = ({ utxoId }: Utxo) => utxoId !== undefined
const everybody = (network: Network) => [
  ...new Set((utxos.get(network) ?? []).flatMap(({ addresses }) => addresses)),
]

test.each(networks)('%s: the outputs are emitted less consumed', async (network) => {
  for (const chain of chainNames)
    for (const address of everybody(network).slice(0, 25)) {
      const expected = owned(network, chain, [address])
      const ids = (found: { utxoId: string }[]) => found.map(({ utxoId }) => utxoId).sort()
      const known = new Set(expected.filter(isListedByTransactions).map(({ utxoId }) => utxoId))
      const all = await list(
        withQuery(path(network, chain), { addresses: address, includeSpent: 'true' }),
      )
      const unspent = await list(withQuery(path(network, chain), { addresses: address }))
      // Transactions show no unspent output of the genesis.
      expect(all.length).toBe(expected.length)
      expect(ids(all.filter(({ utxoId }) => known.has(utxoId)))).toEqual([...known].sort())
      const left = expected.filter(({ consumingTxHash }) => consumingTxHash === undefined)
      expect(unspent.length).toBe(left.length)
      expect(ids(unspent.filter(({ utxoId }) => known.has(utxoId)))).toEqual(
        ids(left.filter(isListedByTransactions)),
      )
    }
})

test('sums of the outputs that an owner can spend alone are the balances', async () => {
  const now = 1_768_435_200
  for (const chain of ['p-chain'] as const) {
    const addresses = ewoq.mainnet
    const own = (await list(withQuery(path('mainnet', chain), { addresses }))).map((utxo) => ({
      ...utxo,
      // Here what can only be staked counts as stake.
      utxoType: utxo.utxoEndTimestamp === undefined ? ('TRANSFER' as const) : utxo.utxoType,
    }))
    const url = `/v1/networks/mainnet/blockchains/${chain}/balances?addresses=${addresses}`
    const { body } = await get(server, url)
    expect(replayUtxos(own, chainIds.mainnet[chain], [addresses], now)).toEqual(
      asLists((body as { balances: object }).balances),
    )
  }
})

test.each(networks)(
  '%s: pages have every item once in both orders, also where values are equal',
  async (network) => {
    const addresses = everybody(network).slice(0, 6).join()
    for (const chain of chainNames)
      for (const sortBy of ['timestamp', 'amount']) {
        const url = withQuery(path(network, chain), { addresses, sortBy, includeSpent: 'true' })
        // The statements are the same for all chains.
        const sizes = chain === 'x-chain' ? [1, 7, 100] : [7, 100]
        await expectPagesToAddUp(server, url, 'utxos', { sizes })
        const all = await list(url)
        const amount = (it: Utxo & LiveUtxo) => BigInt(it.asset.amount)
        const time = (it: Utxo & LiveUtxo) => BigInt(it.blockTimestamp ?? it.timestamp)
        const value = sortBy === 'amount' ? amount : time
        expect(all).toEqual(
          all.toSorted(
            (a, b) =>
              Number(value(a) < value(b)) - Number(value(a) > value(b)) ||
              (a.utxoId < b.utxoId ? 1 : -1),
          ),
        )
      }
  },
)

test.each(networks)('%s: every filter is its predicate over the list', async (network) => {
  const owners = everybody(network)
  const filter = fc.record({
    addresses: fc.uniqueArray(fc.constantFrom(...owners), { minLength: 1, maxLength: 5 }),
    chain: fc.constantFrom(...chainNames),
    includeSpent: fc.constantFrom(undefined, 'true', 'false'),
    sortBy: fc.constantFrom(undefined, 'timestamp', 'amount'),
    sortOrder: fc.constantFrom(undefined, 'asc', 'desc'),
    size: fc.constantFrom(3, 100),
    choice: fc.nat(),
    hasAsset: fc.boolean(),
    hasMin: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      filter,
      async ({ addresses, chain, size, choice, hasAsset, hasMin, ...rest }) => {
        const query = { addresses: addresses.join(), ...rest }
        const whole = await list(withQuery(path(network, chain), query))
        const one = whole[choice % Math.max(whole.length, 1)]
        const assetId = hasAsset ? one?.asset.assetId : undefined
        const min = hasMin && one ? BigInt(one.asset.amount) : undefined
        if (min !== undefined && min > BigInt(Number.MAX_SAFE_INTEGER)) return
        const request = { ...query, assetId, minUtxoAmount: min?.toString(), pageSize: size }
        expect(await list(withQuery(path(network, chain), request))).toEqual(
          whole.filter(
            ({ asset }) =>
              (assetId === undefined || asset.assetId === assetId) &&
              BigInt(asset.amount) >= (min ?? 0n),
          ),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('outputs of the P-chain are as in their transactions but for type, reward and spent stake', async () => {
  const visible = new Map((utxos.get('mainnet') ?? []).map((utxo) => [utxo.utxoId, utxo]))
  const all = await list(
    withQuery(path('mainnet', 'p-chain'), {
      addresses: everybody('mainnet').slice(0, 60).join(),
      includeSpent: 'true',
    }),
  )
  let locked = 0
  let spentStakes = 0
  for (const utxo of all) {
    const { rewardType: _, ...known } = visible.get(utxo.utxoId) ?? utxo
    const expected = { ...known }
    if (known.stakeableLocktime !== undefined) {
      locked += 1
      expected.utxoType = 'STAKE'
    }
    if (known.staked === true) {
      if (known.consumingTxHash !== undefined) spentStakes += 1
      delete expected.consumingTxHash
      delete expected.consumingBlockNumber
      delete expected.consumingBlockTimestamp
    }
    expect(utxo).toEqual(expected)
  }
  expect(locked).toBeGreaterThan(0)
  expect(spentStakes).toBeGreaterThan(0)
})

test('a POST is answered as a GET is, for up to 1000 addresses', async () => {
  const addresses = ewoq.mainnet
  const request = await get(
    server,
    withQuery(path('mainnet', 'x-chain'), { addresses, pageSize: 3 }),
  )
  const posted = await post(`${path('mainnet', 'x-chain')}?pageSize=3`, addresses)
  const { nextPageToken: _, ...first } = request.body as { nextPageToken: string }
  const { nextPageToken: token, ...same } = posted.body
  expect(posted.status).toBe(200)
  expect(same).toEqual(first)
  const second = await post(
    `${path('mainnet', 'x-chain')}?pageSize=3&pageToken=${token}`,
    addresses,
  )
  expect(second.body.utxos.length).toBe(3)
  expect(second.body.utxos).not.toEqual(first)
  const many = Array(1000).fill(addresses).join()
  expect((await post(`${path('mainnet', 'p-chain')}?pageSize=1024`, many)).status).toBe(200)
  const tooMany = await post(path('mainnet', 'p-chain'), `${many},${addresses}`)
  expect(tooMany.body).toMatchObject({
    statusCode: 400,
    message: 'addresses must hold at most 1000 entries, not 1001',
  })
  const live = { 'x-snowglobe-dialect': 'live' }
  expect((await post(path('mainnet', 'p-chain'), addresses, live)).status).toBe(201)
  expect((await post(activity('mainnet', 'p-chain'), addresses, live)).status).toBe(201)
})

test.each(networks)('%s: the last activity is the latest making or spending', async (network) => {
  for (const chain of chainNames) {
    const id = chainIds[network][chain]
    for (const address of everybody(network).slice(0, 30)) {
      const own = (utxos.get(network) ?? []).filter(({ addresses }) => addresses.includes(address))
      const events = own.flatMap((utxo) => [
        ...(utxo.createdOnChainId === id ? [{ time: utxo.blockTimestamp, spent: false }] : []),
        ...(utxo.consumingBlockTimestamp !== undefined && utxo.consumedOnChainId === id
          ? [{ time: utxo.consumingBlockTimestamp, spent: true }]
          : []),
      ])
      const url = withQuery(activity(network, chain), { addresses: address })
      const { status, body } = await get(server, url)
      const latest = Math.max(...events.map(({ time }) => time))
      if (events.length === 0) {
        expect(status, url).toBe(404)
        continue
      }
      const found = body as LastActivity
      expect(found, url).toMatchObject({ timestamp: latest, chainName: chain, network })
      expect(events, url).toContainEqual({ time: latest, spent: found.isConsumed })
      const utxo = own.find(({ utxoId }) => utxoId === found.utxoId)
      if (!utxo) {
        // Transactions show no unspent output of the genesis.
        const unspent = await list(withQuery(path(network, chain), { addresses: address }))
        expect(unspent.map(({ utxoId }) => utxoId)).toContain(found.utxoId)
        continue
      }
      const [tx, block] = found.isConsumed
        ? [utxo.consumingTxHash, utxo.consumingBlockNumber]
        : [undefined, utxo.blockNumber]
      expect(found.blockNumber).toBe(block)
      if (tx !== undefined) expect(found.txHash).toBe(tx)
      expect((await post(activity(network, chain), address)).body).toEqual(found)
    }
  }
})

test('of several addresses the one that acted last is reported', async () => {
  const addresses = everybody('mainnet').slice(0, 30)
  const url = (some: string[]) =>
    withQuery(activity('mainnet', 'p-chain'), { addresses: some.join() })
  const times = await Promise.all(
    addresses.map(async (address) => {
      const { status, body } = await get(server, url([address]))
      return status === 200 ? (body as LastActivity).timestamp : 0
    }),
  )
  const { body } = await get(server, url(addresses))
  expect((body as LastActivity).timestamp).toBe(Math.max(...times))
})

test('testnet is fuji, also for a page that goes on', () =>
  expectTestnetToBeFuji(
    server,
    withQuery(path('fuji', 'p-chain'), { addresses: ewoq.fuji, pageSize: 2 }),
  ))

test('an address without outputs has an empty list and no activity', async () => {
  const query = { addresses: unknownAddress }
  expect((await get(server, withQuery(path('mainnet', 'p-chain'), query))).body).toMatchObject({
    utxos: [],
  })
  expect(await refusal(server, withQuery(activity('mainnet', 'x-chain'), query))).toBe(
    '404 The addresses have no activity on the x-chain of mainnet',
  )
})

test('requests without addresses and with others are refused', async () => {
  const requests = [{}, { addresses: ewoq.evm }, { addresses: ewoq.mainnet, assetId: 'AVAX' }]
  expect(
    await Promise.all(
      requests.map((query) => refusal(server, withQuery(path('mainnet', 'p-chain'), query))),
    ),
  ).toMatchInlineSnapshot(`
    [
      "400 addresses is required",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"",
      "400 assetId must be a base-58 id of 32 bytes with checksum, not "AVAX"",
    ]
  `)
})

test('the activity of others than addresses is refused by both requests in the same words', async () => {
  const url = activity('mainnet', 'p-chain')
  const message =
    'addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "nobody"'
  expect(await refusal(server, withQuery(url, { addresses: 'nobody' }))).toBe(`400 ${message}`)
  expect(await post(url, 'nobody')).toMatchObject({ status: 400, body: { message } })
})
