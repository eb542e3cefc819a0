import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BalanceAsset, PrimaryNetworkBalances } from '../../../schemas/data/balances.ts'
import type { LiveXChainBalances } from '../../../schemas/data/live.ts'
import type { PrimaryNetworkTransaction, Utxo } from '../../../schemas/data/transactions.ts'
import { cacheFolders } from '../../../src/config.ts'
import { worldDefinition } from '../../../src/files.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { query } from '../../../src/store/query.ts'
import { openCachedBase } from '../../../src/world/cache.ts'
import { get, startServer } from '../../support/server.ts'
import {
  chainNames,
  ewoq,
  type Network,
  networks,
  refusal,
  stranger,
  wholeList,
  withQuery,
} from './lists.ts'

let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const now = 1_768_435_200
const path = (network: string, chain: string) =>
  `/v1/networks/${network}/blockchains/${chain}/balances`
const ids = {
  mainnet: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
    'c-chain': '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  },
  fuji: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
    'c-chain': 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
  },
}

/** Every output of the network: what any transaction made or spent, and the rest of genesis. */
const allUtxos = (network: Network) => (utxosOf[network] ??= readUtxos(network))
const utxosOf: Partial<Record<Network, Promise<Utxo[]>>> = {}

async function readUtxos(network: Network): Promise<Utxo[]> {
  const utxos = new Map<string, Utxo>()
  for (const chain of chainNames) {
    const url = path(network, chain).replace('balances', 'transactions')
    const all = await wholeList<PrimaryNetworkTransaction>(server, url, 'transactions')
    for (const { consumedUtxos, emittedUtxos } of all)
      for (const utxo of [...consumedUtxos, ...emittedUtxos]) utxos.set(utxo.utxoId, utxo)
  }
  return [...utxos.values(), ...(await restOfGenesis(network))]
}

/** Outputs of genesis that nobody spent: no transaction shows them. */
async function restOfGenesis(network: Network): Promise<Utxo[]> {
  const settings = { definition: await worldDefinition(undefined), seed: 'snowglobe' }
  const base = await openCachedBase(cacheFolders(), { ...settings, size: 'small' })
  const rows = base.all(
    query<{ network: string }, GenesisRow>(`
      SELECT created_on_chain AS chain, threshold, asset_id, amount, created_at, locktime,
             stakeable_locktime,
             (SELECT json_group_array(address) FROM utxo_address WHERE utxo_seq = seq) AS addresses
      FROM utxo WHERE network = :network AND emitted_by IS NULL AND consumed_by IS NULL`),
    { network },
  )
  base.close()
  return rows.map(
    (row) =>
      ({
        addresses: JSON.parse(row.addresses),
        assetId: row.asset_id,
        amount: row.amount,
        blockTimestamp: row.created_at,
        createdOnChainId: ids[network][row.chain === 'P' ? 'p-chain' : 'x-chain'],
        consumedOnChainId: ids[network][row.chain === 'P' ? 'p-chain' : 'x-chain'],
        platformLocktime: row.locktime,
        ...(row.stakeable_locktime !== null && { stakeableLocktime: row.stakeable_locktime }),
        threshold: row.threshold,
      }) as Utxo,
  )
}

interface GenesisRow {
  chain: 'P' | 'X'
  threshold: number
  asset_id: string
  amount: string
  created_at: number
  locktime: number
  stakeable_locktime: number | null
  addresses: string
}

type Lists = Record<string, Record<string, { amount: bigint; count: number }>>

/** What the contract's lists hold of these outputs, by list and asset (and chain at the other end). */
function fold(utxos: Utxo[], chainId: string, addresses: string[], time: number): Lists {
  const lists: Lists = {}
  for (const utxo of utxos) {
    const owners = utxo.addresses.filter((address) => addresses.includes(address))
    if (owners.length < (utxo.threshold ?? 0)) continue
    if (utxo.blockTimestamp > time || (utxo.consumingBlockTimestamp ?? Infinity) <= time) continue
    const ends = [utxo.createdOnChainId, utxo.consumedOnChainId]
    if (!ends.includes(chainId)) continue
    const other = ends.find((end) => end !== chainId)
    const list = listOf(utxo, other !== undefined, time)
    const key = other === undefined ? utxo.assetId : `${utxo.assetId} ${other}`
    const sum = lists[list]?.[key] ?? { amount: 0n, count: 0 }
    lists[list] = {
      ...lists[list],
      [key]: { amount: sum.amount + BigInt(utxo.amount), count: sum.count + 1 },
    }
  }
  return lists
}

function listOf(utxo: Utxo, isShared: boolean, time: number): string {
  const { platformLocktime = 0, stakeableLocktime = 0 } = utxo
  const { utxoStartTimestamp: start, utxoEndTimestamp: end } = utxo
  if (isShared) return platformLocktime > time ? 'atomicMemoryLocked' : 'atomicMemoryUnlocked'
  if (utxo.utxoType === 'STAKE' && start !== undefined && end !== undefined && time < end) {
    if (time < start) return 'pendingStaked'
    return Math.max(platformLocktime, stakeableLocktime) > end ? 'lockedStaked' : 'unlockedStaked'
  }
  if (platformLocktime > time) return 'lockedPlatform'
  return stakeableLocktime > time ? 'lockedStakeable' : 'unlockedUnstaked'
}

/** When something happens to an output, and the second before. */
const timesOf = (utxo: Utxo): number[] =>
  [
    utxo.blockTimestamp,
    utxo.consumingBlockTimestamp,
    utxo.utxoStartTimestamp,
    utxo.utxoEndTimestamp,
    utxo.platformLocktime,
    utxo.stakeableLocktime,
  ].flatMap((time = 0) => (time === 0 ? [] : [time - 1, time]))

/** An answer in the form of {@link fold}; lists without items are left out. */
const asLists = (balances: object): Lists =>
  Object.fromEntries(
    Object.entries(balances as Record<string, (BalanceAsset & { sharedWithChainId?: string })[]>)
      .filter(([, items]) => items.length > 0)
      .map(([list, items]) => [
        list,
        Object.fromEntries(
          items.map(({ assetId, sharedWithChainId: other, amount, utxoCount }) => [
            other === undefined ? assetId : `${assetId} ${other}`,
            { amount: BigInt(amount), count: utxoCount },
          ]),
        ),
      ]),
  )

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
    const utxos = await allUtxos(network)
    const owners = [...new Set(utxos.flatMap(({ addresses }) => addresses))]
    const times = [now, now + 400 * 86_400, ...utxos.flatMap(timesOf)]
    const asked = fc.record({
      chain: fc.constantFrom(...chainNames),
      addresses: fc.uniqueArray(fc.constantFrom(ewoq[network], ...owners), {
        minLength: 1,
        maxLength: 6,
      }),
      time: fc.constantFrom(...times),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ chain, addresses, time }) => {
        const balances = await balancesAt(path(network, chain), addresses, time)
        expect(asLists(balances)).toEqual(fold(utxos, ids[network][chain], addresses, time))
      }),
      { numRuns: 150 },
    )
  },
)

test.each(networks)(
  '%s: every list of the P-chain holds something at some time',
  async (network) => {
    const pChain = ids[network]['p-chain']
    const utxos = await allUtxos(network)
    for (const list of Object.keys(await balancesAt(path(network, 'p-chain'), [ewoq[network]]))) {
      const [addresses, time] = someTimeIn(list)
      const balances = await balancesAt(path(network, 'p-chain'), addresses, time)
      expect(asLists(balances)[list]).toEqual(fold(utxos, pChain, addresses, time)[list])
    }

    function someTimeIn(list: string): [addresses: string[], time: number] {
      for (const utxo of utxos)
        for (const time of timesOf(utxo))
          if (fold([utxo], pChain, utxo.addresses, time)[list]) return [utxo.addresses, time]
      throw new Error(`nothing is ever in ${list}`)
    }
  },
)

test('the time is by default that of the clock: stake is free when its period ends', async () => {
  const url = path('mainnet', 'p-chain')
  const later = now + 40 * 86_400
  const expected = await balancesAt(url, [ewoq.mainnet], later)
  expect(await balancesAt(url, [ewoq.mainnet])).not.toEqual(expected)
  server.clock.advance((later - now) * 1000)
  expect(await balancesAt(url, [ewoq.mainnet])).toEqual(expected)
  server.reset()
})

test('an output with two signers counts only when two of its owners ask', async () => {
  const url = path('mainnet', 'p-chain')
  const shared = (await allUtxos('mainnet')).find(
    ({ threshold = 0, addresses, consumingTxHash, createdOnChainId, consumedOnChainId }) =>
      threshold === 2 &&
      addresses.length > 2 &&
      consumingTxHash === undefined &&
      createdOnChainId === ids.mainnet['p-chain'] &&
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

test('without addresses, and for an address that nobody has, all lists are empty', async () => {
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
  for (const asked of [url, withQuery(url, { addresses: stranger })])
    expect((await get(server, asked)).body).toEqual({
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
    const asked = (chain: string) => withQuery(path(network, chain), { addresses: ewoq[network] })
    const of = async (chain: string, dialect = headers) =>
      ((await get(server, asked(chain), dialect)).body as { balances: object }).balances
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
    .concat(path('mainnet', ids.fuji['c-chain']))
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
