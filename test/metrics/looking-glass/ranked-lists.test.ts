import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RankedAddress } from '../../../schemas/metrics/looking-glass.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
/** Of the collection Snow Globes. */
let globes: string
beforeAll(async () => {
  server = await startServer()
  const { contracts } = await server.cast()
  globes = contracts.find(({ name }) => name === 'Snow Globes')?.address ?? ''
})
afterAll(() => server?.close())

const contracts = '/v2/chains/43114/contracts'
const btcb = '0x152b9d0FdC40C096757F570A51E494bd4b943E50'
const bridged = '/v2/chains/43114/btcb/bridged:getAddresses?threshold=0'
const balances = `${contracts}/${btcb}/balances?threshold=0`
const holders = `${contracts}/{globes}/nfts:listHolders`
const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

const of = (url: string) => url.replace('{globes}', globes)
const whole = async (url: string): Promise<RankedAddress[]> =>
  (await walkPages<RankedAddress>(server, of(url), 'addresses', 5000)).items
const amountOf = async (url: string, address: string): Promise<bigint> => {
  const found = (await whole(url)).find((each) => each.address === address)
  return BigInt(found?.sortKey ?? 0)
}

test.each([
  [bridged, 1n],
  // Who held some once may hold nothing now.
  [balances, 0n],
  [holders, 1n],
])(
  'pages of any size have every item once, most first, each address once: %s',
  async (url, least) => {
    const items = await whole(url)
    expect(items.length).toBeGreaterThan(4)
    expect(await walkPages(server, of(url), 'addresses', 1)).toEqual({ items, pages: items.length })
    expect(await walkPages(server, of(url), 'addresses', 7)).toEqual({
      items,
      pages: Math.ceil(items.length / 7),
    })
    expect(new Set(items.map(({ address }) => address)).size).toBe(items.length)
    const amounts = items.map(({ sortKey }) => BigInt(sortKey))
    expect(
      amounts.every((amount, i) => amount >= least && amount <= (amounts[i - 1] ?? amount)),
    ).toBe(true)
  },
)

test('a threshold has to be bridged and more, and to be held', async () => {
  for (const [url, atIt] of [
    [bridged, false],
    [balances, true],
  ] as const) {
    const items = await whole(url)
    const { sortKey = '' } = items[2] ?? {}
    const listed = async (threshold: bigint) => {
      const list = await whole(url.replace('threshold=0', `threshold=${threshold}`))
      return items.slice(0, 3).map(({ address }) => list.some((each) => each.address === address))
    }
    expect(await listed(BigInt(sortKey))).toEqual([true, true, atIt])
    expect(await listed(BigInt(sortKey) - 1n)).toEqual([true, true, true])
  }
})

test('bridge transfers count, transfers of other accounts do not', async () => {
  const before = { bridged: await amountOf(bridged, ewoq), held: await amountOf(balances, ewoq) }
  const { results } = await server.act([
    { do: 'wallet', name: 'bridger' },
    { do: 'fund', to: 'bridger', chain: 'C', amount: '5' },
    { do: 'mint', contract: btcb, chain: 'C', to: 'bridger', amount: '3' },
    { do: 'transferToken', contract: btcb, chain: 'C', from: 'bridger', to: 'ewoq', amount: '2' },
  ])
  const bridger = results[0]?.address ?? ''
  expect(await amountOf(bridged, bridger)).toBe(300_000_000n)
  expect(await amountOf(balances, bridger)).toBe(100_000_000n)
  expect(await amountOf(bridged, ewoq)).toBe(before.bridged)
  expect(await amountOf(balances, ewoq)).toBe(before.held + 200_000_000n)
  await server.reset()
})

test('who gave some or everything away is listed by what they held then, with what they hold now', async () => {
  const start = Math.floor(Date.parse((await server.world()).now) / 1000)
  const contract = { contract: 'coin', chain: 'C' }
  const { results } = await server.act([
    { do: 'wallet', name: 'giver' },
    { do: 'wallet', name: 'taker' },
    { do: 'fund', to: 'giver', chain: 'C', amount: '5' },
    { do: 'deploy', from: 'giver', chain: 'C', kind: 'ERC-20', decimals: 0, as: 'coin' },
    { do: 'mint', ...contract, to: 'giver', amount: '9' },
  ])
  await server.clock.advance('P2D')
  await server.act({ do: 'transferToken', ...contract, from: 'giver', to: 'taker', amount: '7' })
  const [giver, taker] = results.map(({ address }) => address)
  const list = `${contracts}/${results[3]?.address}/balances`
  const range = (from: number, to: number) =>
    `&startTimestamp=${start + from}&endTimestamp=${start + to}`
  const both = [
    { address: taker, sortKey: '7' },
    { address: giver, sortKey: '2' },
  ]
  expect(await whole(`${list}?threshold=0`)).toEqual(both)
  expect(await whole(`${list}?threshold=8`)).toEqual([both[1]])
  expect(await whole(`${list}?threshold=9${range(0, 86_400)}`)).toEqual([both[1]])
  expect(await whole(`${list}?threshold=3${range(0, 86_400)}`)).toEqual([both[1]])
  expect(await whole(`${list}?threshold=3${range(86_400, 100 * 86_400)}`)).toEqual(both)
  expect(await whole(`${list}?threshold=3${range(3 * 86_400, 4 * 86_400)}`)).toEqual([both[0]])
  await server.clock.advance('P2D')
  await server.act({ do: 'transferToken', ...contract, from: 'giver', to: 'taker', amount: '2' })
  const nothing = { address: giver, sortKey: '0' }
  const everyone = [{ address: taker, sortKey: '9' }, nothing]
  expect(await whole(`${list}?threshold=8`)).toEqual(everyone)
  expect(await whole(`${list}?threshold=0`)).toEqual(everyone)
  expect(await whole(`${list}?threshold=3${range(0, 86_400)}`)).toEqual([nothing])
  // Who held nothing before the time and in it is not listed.
  await server.clock.advance('P2D')
  const now = Math.floor(Date.parse((await server.world()).now) / 1000)
  expect(await whole(`${list}?threshold=0${range(now - start - 60, 100 * 86_400)}`)).toEqual([
    everyone[0],
  ])
  await server.reset()
})

test('a page goes on behind its last holder, who has given everything away meanwhile', async () => {
  const art = { contract: 'art', chain: 'C' }
  const { results } = await server.act([
    ...['rich', 'fair', 'poor'].map((name) => ({ do: 'wallet', name }) as const),
    { do: 'fund', to: 'rich', chain: 'C', amount: '5' },
    { do: 'deploy', from: 'rich', chain: 'C', kind: 'ERC-721', as: 'art' },
    { do: 'mint', ...art, to: 'rich', tokenIds: ['1', '2'] },
    { do: 'mint', ...art, to: 'fair', tokenIds: ['3', '4'] },
    { do: 'mint', ...art, to: 'poor', tokenIds: ['5'] },
  ])
  const [rich, fair, poor] = results.map(({ address }) => address)
  const list = `${contracts}/${results[4]?.address}/nfts:listHolders?pageSize=1`
  const first = (await get(server, list)).body as { nextPageToken: string; addresses: object[] }
  // Of equal ones who came last is first.
  expect(first.addresses).toEqual([{ address: fair, sortKey: '2' }])
  const after = `${list}&pageToken=${first.nextPageToken}`
  expect((await get(server, after)).body).toMatchObject({
    addresses: [{ address: rich, sortKey: '2' }],
  })
  await server.act(
    ['1', '2'].map(
      (tokenId) => ({ do: 'transferToken', ...art, from: 'rich', to: 'poor', tokenId }) as const,
    ),
  )
  expect(await whole(list.replace('?pageSize=1', ''))).toEqual([
    { address: poor, sortKey: '3' },
    { address: fair, sortKey: '2' },
  ])
  expect((await get(server, after)).body).not.toHaveProperty('nextPageToken')
  await server.reset()
})

/** Reads the page after a token and all that follow it. */
async function rest(url: string, pageToken: string): Promise<RankedAddress[]> {
  const { body } = await get(server, `${url}&pageToken=${pageToken}`)
  const { addresses, nextPageToken } = body as {
    addresses: RankedAddress[]
    nextPageToken?: string
  }
  return [...addresses, ...(nextPageToken ? await rest(url, nextPageToken) : [])]
}

test('a last holder who gives away or gets more moves no other one between pages', async () => {
  const names = ['one', 'two', 'three', 'four']
  const nft = { contract: 'art', chain: 'C' }
  const coin = { contract: 'coin', chain: 'C' }
  const tokenIds = [
    ['1', '2', '3', '4', '5'],
    ['6', '7', '8', '9'],
    ['10', '11', '12'],
    ['13', '14'],
  ]
  const { results } = await server.act([
    ...names.map((name) => ({ do: 'wallet', name }) as const),
    { do: 'fund', to: 'one', chain: 'C', amount: '5' },
    { do: 'fund', to: 'two', chain: 'C', amount: '5' },
    { do: 'deploy', from: 'one', chain: 'C', kind: 'ERC-721', as: 'art' },
    { do: 'deploy', from: 'one', chain: 'C', kind: 'ERC-20', decimals: 0, as: 'coin' },
    ...names.flatMap((to, i) => [
      { do: 'mint', ...nft, to, tokenIds: tokenIds[i] ?? [] } as const,
      { do: 'mint', ...coin, to, amount: `${5 - i}` } as const,
    ]),
  ])
  const [one, two, three, four] = results.map(({ address }) => address)
  const urls = [
    `${contracts}/${results[6]?.address}/nfts:listHolders?pageSize=1`,
    `${contracts}/${results[7]?.address}/balances?threshold=1&pageSize=1`,
  ]
  const pages = await Promise.all(
    urls.map(async (url) => {
      const first = (await get(server, url)).body as { nextPageToken: string; addresses: object[] }
      expect(first.addresses).toEqual([{ address: one, sortKey: '5' }])
      const second = (await get(server, `${url}&pageToken=${first.nextPageToken}`)).body as {
        nextPageToken: string
      }
      return { url, afterOne: first.nextPageToken, afterTwo: second.nextPageToken }
    }),
  )
  const others = [
    { address: three, sortKey: '3' },
    { address: four, sortKey: '2' },
  ]
  await server.act([
    ...['1', '2', '3', '4'].map(
      (tokenId) => ({ do: 'transferToken', ...nft, from: 'one', to: 'two', tokenId }) as const,
    ),
    { do: 'transferToken', ...coin, from: 'one', to: 'two', amount: '4' },
  ])
  for (const { url, afterOne, afterTwo } of pages) {
    // Only those who moved are missing or listed again.
    const moved = { address: one, sortKey: '1' }
    expect(await rest(url, afterOne)).toEqual([...others, moved])
    expect(await rest(url, afterTwo)).toEqual([...others, moved])
    expect((await get(server, url)).body).toMatchObject({
      addresses: [{ address: two, sortKey: '8' }],
    })
  }
  await server.reset()
})

test('who bridges more between pages moves no other one', async () => {
  const before = await whole(bridged)
  const url = `${bridged}&pageSize=3`
  const first = (await get(server, url)).body as { nextPageToken: string }
  const amount = '100000000'
  const to = before[2]?.address ?? ''
  await server.act({ do: 'mint', contract: btcb, chain: 'C', to, amount })
  expect((await whole(bridged))[0]).toMatchObject({ address: to })
  expect(await rest(url, first.nextPageToken)).toEqual(before.slice(3))
  await server.reset()
})

test('holders of NFTs have their name, their tokens and no burned ones', async () => {
  const { body } = await get(server, of(`${holders}?pageSize=5000`))
  const { addresses } = body as { addresses: RankedAddress[] }
  expect(body).toMatchObject({
    nftCollectionName: ['Snow Globes'],
    nftSymbol: ['GLOBE'],
    totalHolders: addresses.length,
    totalTokens: addresses.reduce((sum, { sortKey }) => sum + Number(sortKey), 0),
  })
  for (const { address, sortKey } of addresses.slice(0, 5)) {
    const owned = `/v1/chains/43114/addresses/${address}/balances:listErc721?contractAddress=${globes}`
    const { items } = await walkPages(server, owned, 'erc721TokenBalances', 100)
    expect(items.length, address).toBe(Number(sortKey))
  }
})

test.each([
  ['a chain outside the world', `/v2/chains/1/contracts/{globes}/nfts:listHolders`],
  ['a contract of no NFTs', `${contracts}/${btcb}/nfts:listHolders`],
  ['an address without a contract', `${contracts}/${ewoq}/balances?threshold=1`],
  ['a contract of no ERC-20 token', `${contracts}/{globes}/balances?threshold=1`],
])('%s is 404', async (_what, url) => {
  const { status, body } = await get(server, of(url))
  expect(status).toBe(404)
  expect(body).toMatchObject({ message: [expect.stringMatching(/does not exist/)] })
})

test('a range that ends before it starts is refused', async () => {
  const { status, body } = await get(server, `${balances}&startTimestamp=2&endTimestamp=1`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: ['startTimestamp 2 must not be after endTimestamp 1'] })
})

test('a token of another threshold is refused', async () => {
  const { body } = await get(server, `${bridged}&pageSize=1`)
  const { nextPageToken } = body as { nextPageToken: string }
  const other = `${bridged.replace('threshold=0', 'threshold=1')}&pageToken=${nextPageToken}`
  expect((await get(server, other)).status).toBe(400)
})
