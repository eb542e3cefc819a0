import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  chainNames,
  ewoq,
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  unknownAddress,
  withQuery,
} from '../lists.ts'
import { allTransactions, concerned, transactionsPath as path } from '../transactions.ts'

let server: Snowglobe
let live: Snowglobe

beforeAll(async () => {
  server = await startServer()
  live = await startServer({ dialect: 'live' })
})
afterAll(async () => {
  await server.close()
  await live.close()
})

const list = (url: string) => allTransactions(server, url)
const everyChain = networks.flatMap((network) =>
  chainNames.map((chain) => ({
    network,
    chain,
    url: path(network, chain),
    /** On the C-chain people are accounts, too. */
    addresses: chain === 'c-chain' ? [ewoq[network], ewoq.evm] : [ewoq[network]],
  })),
)

test.each(networks)(
  '%s: outputs between chains have a platformLocktime only when they are locked',
  async (network) => {
    const transactions = await list(path(network, 'p-chain'))
    const outputs = transactions.flatMap(({ emittedUtxos }) => emittedUtxos)
    const [between, within] = [true, false].map((isBetween) =>
      outputs
        .filter((it) => (it.createdOnChainId !== it.consumedOnChainId) === isBetween)
        .map(({ platformLocktime }) => platformLocktime),
    )
    expect(between?.length).toBeGreaterThan(0)
    expect(between?.filter((locktime) => locktime !== undefined && locktime <= 0)).toEqual([])
    expect(within?.filter((locktime) => locktime === undefined)).toEqual([])
  },
)

test.each(everyChain)('$network $chain: the latest ten of ewoq, newest first', async (chain) => {
  const { status, body } = await get(
    server,
    withQuery(chain.url, { addresses: chain.addresses.join() }),
  )
  const { transactions, chainInfo } = body as {
    transactions: PrimaryNetworkTransaction[]
    chainInfo: object
  }
  expect(status).toBe(200)
  expect(chainInfo).toEqual({ chainName: chain.chain, network: chain.network })
  expect(transactions.length).toBeGreaterThan(0)
  expect(transactions.length).toBeLessThanOrEqual(10)
  const owners = await concerned(server, live, chain.url)
  for (const { txHash } of transactions)
    expect(chain.addresses.some((address) => owners.get(txHash)?.has(address))).toBe(true)
  const times = transactions.map(({ blockTimestamp }) => blockTimestamp)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

test.each(everyChain)(
  '$network $chain: pages have every item once and asc is the reverse',
  async ({ url }) => {
    await expectPagesToAddUp(server, url, 'transactions')
  },
)

test.each(everyChain)(
  '$network $chain: pages of filtered lists have every item once',
  async (chain) => {
    const url = withQuery(chain.url, {
      addresses: chain.addresses.join(),
      txTypes: 'ImportTx,ExportTx,BaseTx',
      startTimestamp: 1_600_000_000,
    })
    await expectPagesToAddUp(server, url, 'transactions')
  },
)

test('a chain is found by its id too', async () => {
  const ids = {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
    'c-chain': 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
  }
  for (const chain of chainNames)
    expect((await get(server, path('fuji', ids[chain]))).body).toEqual(
      (await get(server, path('fuji', chain))).body,
    )
})

test('testnet is fuji, also for a page that goes on', async () => {
  await expectTestnetToBeFuji(server, path('fuji', 'p-chain'))
  const response = (await get(server, path('testnet', 'x-chain'))).body
  expect(response).toMatchObject({ chainInfo: { network: 'fuji' } })
})

test.each(everyChain)(
  '$network $chain: every filter is its predicate over the list',
  async (chain) => {
    const all = await list(chain.url)
    const owners = await concerned(server, live, chain.url)
    const everybody = [...new Set([...owners.values()].flatMap((each) => [...each]))]
    const types = [...new Set(all.map(({ txType }) => txType))]
    const times = all.flatMap(({ blockTimestamp: time }) => [time - 1, time, time + 1])
    const filter = fc.record({
      addresses: fc.uniqueArray(fc.constantFrom(...everybody), { minLength: 1, maxLength: 5 }),
      txTypes: fc.option(
        fc.uniqueArray(fc.constantFrom(...types, 'TransformSubnetTx' as const), {
          minLength: 1,
          maxLength: 4,
        }),
      ),
      start: fc.option(fc.constantFrom(...times), { nil: undefined }),
      end: fc.option(fc.constantFrom(...times), { nil: undefined }),
      sortOrder: fc.constantFrom('asc', 'desc'),
      pageSize: fc.constantFrom(3, 100),
    })
    await fc.assert(
      fc.asyncProperty(filter, async ({ addresses, txTypes, start, end, sortOrder, pageSize }) => {
        fc.pre(start === undefined || end === undefined || start <= end)
        const expected = all.filter(
          ({ txHash, txType, blockTimestamp }) =>
            addresses.some((address) => owners.get(txHash)?.has(address)) &&
            (txTypes === null || txTypes.some((type) => type === txType)) &&
            (start === undefined || blockTimestamp >= start) &&
            (end === undefined || blockTimestamp <= end),
        )
        const found = await list(
          withQuery(chain.url, {
            addresses: addresses.join(),
            txTypes: txTypes?.join(),
            startTimestamp: start,
            endTimestamp: end,
            sortOrder,
            pageSize,
          }),
        )
        const hashes = found.map(({ txHash }) => txHash)
        if (sortOrder === 'asc') hashes.reverse()
        expect(hashes).toEqual(expected.map(({ txHash }) => txHash))
      }),
      { numRuns: 40 },
    )
  },
)

test.each(networks)(
  '%s: l1ValidationId finds the transactions about that validator',
  async (network) => {
    const url = path(network, 'p-chain')
    const all = await list(url)
    const ids = new Set(
      all.flatMap(({ l1ValidatorDetails = [] }) =>
        l1ValidatorDetails.map(({ validationId }) => validationId),
      ),
    )
    expect(ids.size).toBeGreaterThan(1)
    for (const l1ValidationId of ids) {
      const expected = all.filter((each) =>
        each.l1ValidatorDetails?.some(({ validationId }) => validationId === l1ValidationId),
      )
      expect(await list(withQuery(url, { l1ValidationId }))).toEqual(expected)
      const owners = await concerned(server, live, url)
      const addresses = ewoq[network]
      expect(await list(withQuery(url, { l1ValidationId, addresses }))).toEqual(
        expected.filter(({ txHash }) => owners.get(txHash)?.has(addresses)),
      )
    }
  },
)

test('addresses may have the prefix of a chain, and come in any order and twice', async () => {
  const url = path('mainnet', 'p-chain')
  const one = await list(withQuery(url, { addresses: ewoq.mainnet }))
  for (const addresses of [
    `P-${ewoq.mainnet}`,
    `X-${ewoq.mainnet}`,
    `${ewoq.mainnet},P-${ewoq.mainnet}`,
  ])
    expect(await list(withQuery(url, { addresses }))).toEqual(one)

  const both = await get(
    server,
    withQuery(url, { addresses: `${unknownAddress},${ewoq.mainnet}`, pageSize: 2 }),
  )
  const { nextPageToken: pageToken } = both.body as { nextPageToken: string }
  const turned = `${ewoq.mainnet},${unknownAddress}`
  expect(
    (await get(server, withQuery(url, { addresses: turned, pageSize: 2, pageToken }))).status,
  ).toBe(200)
})

test('an address without transactions has an empty list', async () => {
  expect(
    (await get(server, withQuery(path('mainnet', 'x-chain'), { addresses: unknownAddress }))).body,
  ).toEqual({
    transactions: [],
    chainInfo: { chainName: 'x-chain', network: 'mainnet' },
  })
})

test('an account is found on the C-chain in any case', async () => {
  const url = path('mainnet', 'c-chain')
  const found = await list(withQuery(url, { addresses: ewoq.evm }))
  expect(found.length).toBeGreaterThan(0)
  expect(await list(withQuery(url, { addresses: ewoq.evm.toLowerCase() }))).toEqual(found)
})

test('repeated txTypes are as good as one value with commas', async () => {
  const url = withQuery(path('mainnet', 'p-chain'), { addresses: ewoq.mainnet })
  expect((await get(server, `${url}&txTypes=ImportTx&txTypes=ExportTx`)).body).toEqual(
    (await get(server, `${url}&txTypes=ExportTx,ImportTx`)).body,
  )
})

test.each(networks)(
  '%s: a page ends where its UTXOs pass 500, and nothing is lost',
  async (network) => {
    let shortPages = 0
    for (const chain of chainNames) {
      const all = await list(path(network, chain))
      const counts = all.map((each) => each.consumedUtxos.length + each.emittedUtxos.length)
      let at = 0
      let token: string | undefined
      do {
        const { body } = await get(
          server,
          withQuery(path(network, chain), { pageSize: 100, pageToken: token }),
        )
        const page = body as { transactions: unknown[]; nextPageToken?: string }
        let size = 0
        for (let utxos = 0; size < 100 && at + size < all.length && utxos <= 500; size++)
          utxos += counts[at + size] ?? 0
        expect(page.transactions).toEqual(all.slice(at, at + size))
        at += size
        token = page.nextPageToken
        if (size < 100 && token !== undefined) shortPages++
      } while (token !== undefined)
      expect(at).toBe(all.length)
    }
    expect(shortPages).toBeGreaterThan(0)
  },
)

test('a token belongs to its filters and its chain', async () => {
  const url = path('mainnet', 'p-chain')
  const { nextPageToken: pageToken } = (await get(server, url)).body as { nextPageToken: string }
  const others = [
    withQuery(url, { pageToken, sortOrder: 'asc' }),
    withQuery(url, { pageToken, addresses: ewoq.mainnet }),
    withQuery(path('mainnet', 'x-chain'), { pageToken }),
    withQuery(path('fuji', 'p-chain'), { pageToken }),
  ]
  for (const other of others)
    expect(await refusal(server, other)).toBe(
      '400 pageToken is not one that this list issued with these filters',
    )
})

test('filters that do not fit are refused', async () => {
  const p = path('mainnet', 'p-chain')
  const validation = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
  const requests = [
    withQuery(p, { txTypes: 'BaseTx' }),
    withQuery(p, { startTimestamp: 0 }),
    withQuery(p, { endTimestamp: 1, l1ValidationId: validation }),
    withQuery(p, { startTimestamp: 5, endTimestamp: 4, addresses: ewoq.mainnet }),
    withQuery(path('mainnet', 'x-chain'), { l1ValidationId: validation }),
    withQuery(p, { addresses: ewoq.fuji }),
    withQuery(p, { addresses: `C-${ewoq.mainnet}` }),
    withQuery(p, { addresses: ewoq.evm }),
    withQuery(path('mainnet', 'c-chain'), { addresses: '0x12' }),
    withQuery(p, { addresses: `${ewoq.mainnet},` }),
    withQuery(p, { addresses: ewoq.mainnet.replace('avax18', 'avax19') }),
    withQuery(p, { addresses: Array(65).fill(ewoq.mainnet).join() }),
    path('mainnet', '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'),
  ]
  expect(await Promise.all(requests.map((url) => refusal(server, url)))).toMatchInlineSnapshot(`
    [
      "400 txTypes, startTimestamp and endTimestamp can be used only with addresses",
      "400 txTypes, startTimestamp and endTimestamp can be used only with addresses",
      "400 txTypes, startTimestamp and endTimestamp can be used only with addresses",
      "400 startTimestamp 5 must not be after endTimestamp 4",
      "400 l1ValidationId can be used only on the p-chain, not on the x-chain",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-) or 0x and 40 hex digits, not "0x12"",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not """,
      "400 addresses must hold valid addresses, but "avax19jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5" has a wrong checksum or length",
      "400 addresses must hold at most 64 entries, not 65",
      "400 blockchainId 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm is not a chain of mainnet",
    ]
  `)
  const max = withQuery(p, { addresses: Array(64).fill(ewoq.mainnet).join() })
  expect((await get(server, max)).status).toBe(200)
})

test('live: l1ValidationId alone allows types and times', async () => {
  const url = path('mainnet', 'p-chain')
  const one = (await list(url)).find(({ l1ValidatorDetails }) => l1ValidatorDetails)
  const query = {
    l1ValidationId: one?.l1ValidatorDetails?.[0]?.validationId,
    txTypes: one?.txType,
    startTimestamp: one?.blockTimestamp,
    endTimestamp: one?.blockTimestamp,
  }
  const { transactions } = (await get(live, withQuery(url, query))).body as {
    transactions: { txHash: string }[]
  }
  expect(transactions.map(({ txHash }) => txHash)).toContain(one?.txHash)
  expect((await get(live, withQuery(url, { txTypes: 'BaseTx' }))).status).toBe(400)
})
