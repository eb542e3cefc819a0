import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkBalances } from '../../../../schemas/data/balances.ts'
import type { LiveXChainBalances } from '../../../../schemas/data/live.ts'
import type { Utxo } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { chainNames, ewoq, networks, refusal, unknownAddress, withQuery } from '../lists.ts'
import { asLists, chainIds, readUtxos, replayUtxos, timesOf } from '../utxo-replay.ts'

let server: Snowglobe
let utxosOf: Record<'mainnet' | 'fuji', Utxo[]>

beforeAll(async () => {
  server = await startServer()
  utxosOf = { mainnet: await readUtxos(server, 'mainnet'), fuji: await readUtxos(server, 'fuji') }
})
afterAll(() => server.close())

const now = 1_768_435_200
const path = (network: string, chain: string) =>
  `/v1/networks/${network}/blockchains/${chain}/balances`
const balancesAt = async (url: string, addresses: string[], blockTimestamp?: number) => {
  const { status, body } = await get(
    server,
    withQuery(url, { addresses: addresses.join(), blockTimestamp }),
  )
  expect(status).toBe(200)
  return (body as { balances: object }).balances
}

test.each(networks)(
  '%s: balances at any time are the sums of the outputs unspent then',
  async (network) => {
    const utxos = utxosOf[network]
    const owners = [...new Set(utxos.flatMap(({ addresses }) => addresses))]
    const times = [now, now + 400 * 86_400, ...utxos.flatMap(timesOf)]
    const request = fc.record({
      chain: fc.constantFrom(...chainNames),
      addresses: fc.uniqueArray(fc.constantFrom(ewoq[network], ...owners), {
        minLength: 1,
        maxLength: 6,
      }),
      time: fc.constantFrom(...times),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ chain, addresses, time }) => {
        const balances = await balancesAt(path(network, chain), addresses, time)
        expect(asLists(balances)).toEqual(
          replayUtxos(utxos, chainIds[network][chain], addresses, time),
        )
      }),
      { numRuns: 150 },
    )
  },
)

test.each(networks)(
  '%s: every list of the P-chain holds something at some time',
  async (network) => {
    const pChain = chainIds[network]['p-chain']
    const utxos = utxosOf[network]
    for (const list of Object.keys(await balancesAt(path(network, 'p-chain'), [ewoq[network]]))) {
      const [addresses, time] = someTimeIn(list)
      const balances = await balancesAt(path(network, 'p-chain'), addresses, time)
      expect(asLists(balances)[list]).toEqual(replayUtxos(utxos, pChain, addresses, time)[list])
    }

    function someTimeIn(list: string): [addresses: string[], time: number] {
      for (const utxo of utxos)
        for (const time of timesOf(utxo))
          if (replayUtxos([utxo], pChain, utxo.addresses, time)[list]) return [utxo.addresses, time]
      throw new Error(`nothing is ever in ${list}`)
    }
  },
)

test('the time is by default that of the clock: stake is free when its period ends', async () => {
  const url = path('mainnet', 'p-chain')
  const later = now + 40 * 86_400
  const before = await balancesAt(url, [ewoq.mainnet])
  await server.clock.set({ pace: 'off' })
  await server.clock.advance((later - now) * 1000)
  const after = await balancesAt(url, [ewoq.mainnet])
  expect(after).toEqual(await balancesAt(url, [ewoq.mainnet], later))
  expect(after).not.toEqual(before)
  await server.reset()
  expect(await balancesAt(url, [ewoq.mainnet])).toEqual(before)
})

test('an output with two signers counts only when two of its owners ask', async () => {
  const url = path('mainnet', 'p-chain')
  const shared = utxosOf.mainnet.find(
    ({ threshold = 0, addresses, consumingTxHash, createdOnChainId, consumedOnChainId }) =>
      threshold === 2 &&
      addresses.length > 2 &&
      consumingTxHash === undefined &&
      createdOnChainId === chainIds.mainnet['p-chain'] &&
      consumedOnChainId === createdOnChainId,
  )
  if (!shared) throw new Error('the world has no unspent output of two signers')
  const [first = '', second = ''] = shared.addresses
  const total = async (addresses: string[]) =>
    Object.values(asLists(await balancesAt(url, addresses)))
      .map((list) => list[shared.assetId]?.amount ?? 0n)
      .reduce((sum, amount) => sum + amount, 0n)
  const apart = (await total([first])) + (await total([second]))
  expect((await total([first, second])) - apart).toBeGreaterThanOrEqual(BigInt(shared.amount))
})

test.each(networks)('%s: of the C-chain there are only the atomic lists', async (network) => {
  const { body } = await get(
    server,
    withQuery(path(network, 'c-chain'), { addresses: ewoq[network] }),
  )
  expect(body).toMatchObject({ chainInfo: { chainName: 'c-chain', network } })
  const { balances } = body as { balances: object }
  expect(Object.keys(balances)).toEqual(['atomicMemoryUnlocked', 'atomicMemoryLocked'])
})

test('without addresses, and for an unused address, all lists are empty', async () => {
  const lists = [
    'unlockedUnstaked',
    'unlockedStaked',
    'lockedPlatform',
    'lockedStakeable',
    'lockedStaked',
    'pendingStaked',
    'atomicMemoryUnlocked',
    'atomicMemoryLocked',
  ]
  const url = path('mainnet', 'p-chain')
  for (const request of [url, withQuery(url, { addresses: unknownAddress })])
    expect((await get(server, request)).body).toEqual({
      balances: Object.fromEntries(lists.map((list) => [list, []])),
      chainInfo: { chainName: 'p-chain', network: 'mainnet' },
    })
})

test('testnet is fuji', async () => {
  const url = withQuery(path('fuji', 'p-chain'), { addresses: `P-${ewoq.fuji}` })
  expect((await get(server, url.replace('fuji', 'testnet'))).body).toEqual(
    (await get(server, url)).body,
  )
})

test('live: the X-chain has locked and unlocked, atomic items no status, addresses are required', async () => {
  const headers = { 'x-snowglobe-dialect': 'live' }
  for (const network of networks) {
    const request = (chain: string) => withQuery(path(network, chain), { addresses: ewoq[network] })
    const of = async (chain: string, dialect = headers) =>
      ((await get(server, request(chain), dialect)).body as { balances: object }).balances
    const documented = { 'x-snowglobe-dialect': 'documented' }
    expect(await of('p-chain')).toEqual(await of('p-chain', documented))

    const x = (await of('x-chain', documented)) as PrimaryNetworkBalances
    const live = (await of('x-chain')) as LiveXChainBalances
    expect(live.unlocked).toEqual(x.unlockedUnstaked)
    expect(live.locked).toEqual(x.lockedPlatform)
    const withoutStatus = (items: PrimaryNetworkBalances['atomicMemoryLocked']) =>
      items.map(({ status: _, ...item }) => item)
    expect(live.atomicMemoryUnlocked).toEqual(withoutStatus(x.atomicMemoryUnlocked))
    expect(live.atomicMemoryLocked).toEqual(withoutStatus(x.atomicMemoryLocked))

    const c = (await of('c-chain', documented)) as PrimaryNetworkBalances
    expect(await of('c-chain')).toEqual({
      atomicMemoryUnlocked: withoutStatus(c.atomicMemoryUnlocked),
      atomicMemoryLocked: withoutStatus(c.atomicMemoryLocked),
    })
    expect(await refusal(server, path(network, 'p-chain'), headers)).toBe(
      '400 addresses is required',
    )
  }
})

test('addresses of another form or network are refused', async () => {
  const requests = [ewoq.fuji, ewoq.evm, `C-${ewoq.mainnet}`, Array(65).fill(ewoq.mainnet).join()]
    .map((addresses) => withQuery(path('mainnet', 'c-chain'), { addresses }))
    .concat(withQuery(path('mainnet', 'p-chain'), { blockTimestamp: -1 }))
    .concat(path('mainnet', chainIds.fuji['c-chain']))
  expect(await Promise.all(requests.map((url) => refusal(server, url)))).toMatchInlineSnapshot(`
    [
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5"",
      "400 addresses must hold at most 64 entries, not 65",
      "400 blockTimestamp must be an integer from 0 to 9007199254740991, not "-1"",
      "400 blockchainId yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp is not a chain of mainnet",
    ]
  `)
})
