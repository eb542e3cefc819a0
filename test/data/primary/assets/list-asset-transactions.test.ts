import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: transactions of two shapes
type Json = any

let server: Snowglobe
/** Every X-chain transaction of each network in the chain's own shape, newest first. */
const all = new Map<string, Json[]>()
beforeAll(async () => {
  server = await startServer({ dialect: 'live' })
  for (const network of ['mainnet', 'fuji'])
    all.set(network, (await walkPages<Json>(server, urlOf(network), 'transactions', 100)).items)
})
afterAll(() => server?.close())

const urlOf = (network: string) => `/v1/networks/${network}/blockchains/x-chain/transactions`
const assetUrl = (network: string, id: string) =>
  `/v1/networks/${network}/blockchains/x-chain/assets/${id}`
const assetsOf = ({ consumedUtxos, emittedUtxos }: Json): string[] =>
  [...consumedUtxos, ...emittedUtxos].map(({ asset }: Json) => asset.assetId)
const mainnet = () => all.get('mainnet') ?? []
const avax = (): string => mainnet()[0].amountUnlocked[0].assetId

test.each(['mainnet', 'fuji'])(
  'on %s each asset lists the transactions that move it',
  async (network) => {
    const transactions = all.get(network) ?? []
    const assets = new Set(transactions.flatMap(assetsOf))
    expect(assets.size).toBeGreaterThan(2)
    for (const id of assets) {
      const own = transactions.filter((transaction) => assetsOf(transaction).includes(id))
      for (const pageSize of own.length > 40 ? [7, 100] : [1, 7, 100]) {
        const url = `${assetUrl(network, id)}/transactions`
        expect((await walkPages(server, url, 'transactions', pageSize)).items).toEqual(own)
      }
    }
  },
)

test('types and times are filters over the list, both ends inclusive', async () => {
  const own = mainnet().filter((transaction) => assetsOf(transaction).includes(avax()))
  const url = `${assetUrl('mainnet', avax())}/transactions`
  const [from, until] = [own[20].timestamp, own[5].timestamp]
  const isWithin = ({ timestamp }: Json) => timestamp >= from && timestamp <= until
  const times = `startTimestamp=${from}&endTimestamp=${until}`
  const cases: [query: string, isWanted: (transaction: Json) => boolean][] = [
    ['txTypes=ImportTx', ({ txType }) => txType === 'ImportTx'],
    ['txTypes=ImportTx,CreateAssetTx,ImportTx', ({ txType }) => /Import|CreateAsset/.test(txType)],
    ['txTypes=AddValidatorTx', () => false],
    [times, isWithin],
    [`${times}&txTypes=BaseTx`, (it) => isWithin(it) && it.txType === 'BaseTx'],
  ]
  for (const [query, isWanted] of cases)
    for (const pageSize of [3, 100]) {
      const { items } = await walkPages(server, `${url}?${query}`, 'transactions', pageSize)
      expect(items).toEqual(own.filter(isWanted))
    }
  expect((await get(server, `${url}?startTimestamp=2&endTimestamp=1`)).status).toBe(400)
})

test('both dialects have the shapes of the chain', async () => {
  const url = `${assetUrl('mainnet', avax())}/transactions`
  const documented = await get(server, url, { 'x-snowglobe-dialect': 'documented' })
  const { nextPageToken: _, ...expected } = (await get(server, url)).body as Json
  expect(documented.body).toMatchObject(expected)
})

test('an asset is what the transaction that created it says, and AVAX is fixed', async () => {
  const created = mainnet().flatMap(({ assetCreated }) => assetCreated ?? [])
  expect(created.length).toBeGreaterThan(1)
  for (const asset of created)
    expect((await get(server, assetUrl('mainnet', asset.assetId))).body).toEqual(asset)
  expect((await get(server, assetUrl('mainnet', avax()))).body).toMatchObject({
    ...{ symbol: 'AVAX', denomination: 9, type: 'secp256k1', cap: 'fixed' },
  })
})

test('an asset of the other network and an id of nothing are 404', async () => {
  const nothing = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
  for (const url of [assetUrl('mainnet', nothing), `${assetUrl('mainnet', nothing)}/transactions`])
    expect((await get(server, url)).status).toBe(404)
  const [own] = (all.get('fuji') ?? []).flatMap(({ assetCreated }) => assetCreated ?? [])
  expect((await get(server, assetUrl('mainnet', own.assetId))).status).toBe(404)
  expect((await get(server, assetUrl('mainnet', 'AVAX'))).status).toBe(400)
})
