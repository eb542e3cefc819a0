import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'
import type { WorldMethods } from '../../../src/control/client/control-methods.ts'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { startServerProcess, stopCommands } from '../../support/command.ts'
import { type Addresses, type Wallet, walletOf } from '../support/wallet.ts'

// Steps of the tests of a wallet with a server: the same nineteen in this process and against one
// elsewhere, with nothing but fetch and the methods of the control plane.

const places = ['a server in this process', 'a server in a process of its own'] as const
type Place = (typeof places)[number]
interface Served {
  readonly url: string
  readonly snowglobe: WorldMethods
}

let inProcess: Snowglobe
const served = new Map<Place, Served>()
beforeAll(async () => {
  inProcess = await createSnowglobe({ size: 'small', logLevel: 'silent' })
  served.set(places[0], { url: inProcess.url, snowglobe: inProcess })
  const { url } = await startServerProcess()
  served.set(places[1], { url, snowglobe: connect(url) })
})
beforeEach(async () => {
  for (const { snowglobe } of served.values()) await snowglobe.reset()
})
afterAll(async () => {
  await inProcess?.close()
  await stopCommands()
})

function at(place: Place): Served & { readonly wallet: Wallet } {
  const found = served.get(place)
  if (!found) throw new Error(`there is no ${place}`)
  return { ...found, wallet: walletOf(found.url) }
}

/** Makes an account, and returns its addresses. */
async function newMember(snowglobe: WorldMethods, name: string): Promise<Addresses> {
  await snowglobe.act({ do: 'wallet', name })
  const { members } = await snowglobe.cast()
  const { mainnet: avax, evm } = members.find((one) => one.name === name) ?? {}
  if (avax === undefined || evm === undefined) throw new Error(`${name} has no addresses`)
  return { avax, evm }
}

const avax = 1_000_000_000n
const wei = 10n ** 18n
const blocks = '/v1/chains/43114/blocks'
const nativeTransactions = ({ evm }: Addresses) =>
  `/v1/chains/43114/addresses/${evm}/transactions:listNative?pageSize=10`

type Blocks = { blocks: { blockNumber: string }[]; nextPageToken?: string }
const heightOf = async ({ read }: Wallet) =>
  Number((await read<Blocks>(`${blocks}?pageSize=1`)).blocks[0]?.blockNumber)

async function nodeHeightOf({ url }: Served): Promise<number> {
  const response = await fetch(`${url}/ext/index/C/block`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{"encoding":"hex"}}',
  })
  const { result } = (await response.json()) as { result: { index: string } }
  // The first container is the block of height 1.
  return Number(result.index) + 1
}

test.each(places)('1: balances on P, X and an EVM chain, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act([
    { do: 'fund', to: 'alma', chain: 'P', amount: '1.5' },
    { do: 'fund', to: 'alma', chain: 'X', amount: '2' },
    { do: 'fund', to: 'alma', chain: 'C', amount: '3.25' },
  ])
  expect(await wallet.balances(alma)).toEqual({
    P: '1500000000',
    X: '2000000000',
    C: '3250000000000000000',
  })
})

test.each(places)('2: a loop over pages reads every item once, with %s', async (place) => {
  const { wallet } = at(place)
  const read = await wallet.readAll<{ blockNumber: string }>(`${blocks}?pageSize=7`, 'blocks')
  const numbers = read.map(({ blockNumber }) => Number(blockNumber))
  expect(numbers).toEqual(Array.from(numbers, (_, i) => (numbers[0] as number) - i))
  expect(numbers.length).toBeGreaterThan(70)
})

test.each(places)('3: ERC-20 transfers, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act([
    {
      do: 'deploy',
      from: 'ewoq',
      chain: 'C',
      kind: 'ERC-20',
      name: 'Alma Coin',
      symbol: 'ALM',
      decimals: 6,
      as: 'coin',
    },
    { do: 'mint', contract: 'coin', to: 'ewoq', amount: '100' },
    { do: 'transferToken', contract: 'coin', from: 'ewoq', to: 'alma', amount: '12.5' },
  ])
  type Transfers = { transactions: { value: string; erc20Token: { symbol: string } }[] }
  const path = `/v1/chains/43114/addresses/${alma.evm}/transactions:listErc20?pageSize=10`
  expect((await wallet.read<Transfers>(path)).transactions).toMatchObject([
    { value: '12500000', erc20Token: { symbol: 'ALM' } },
  ])
})

test.each(places)('4: NFTs, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act([
    {
      do: 'deploy',
      from: 'ewoq',
      chain: 'C',
      kind: 'ERC-721',
      name: 'Alma Art',
      symbol: 'ART',
      as: 'art',
    },
    { do: 'mint', contract: 'art', to: 'alma', tokenIds: ['7', '8'] },
  ])
  type Holdings = { erc721TokenBalances: { tokenId: string; symbol: string }[] }
  const path = `/v1/chains/43114/addresses/${alma.evm}/balances:listErc721?pageSize=10`
  const { erc721TokenBalances } = await wallet.read<Holdings>(path)
  expect(erc721TokenBalances.map(({ tokenId, symbol }) => `${symbol} ${tokenId}`).sort()).toEqual([
    'ART 7',
    'ART 8',
  ])
})

test.each(places)('5: an empty wallet, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const newcomer = await newMember(snowglobe, 'nobody')
  expect(await wallet.balances(newcomer)).toEqual({ P: '0', X: '0', C: '0' })
  expect(await wallet.read(nativeTransactions(newcomer))).toEqual({ transactions: [] })
})

test.each(places)('6: 503 twice, then a response, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  await snowglobe.faults.add({
    match: { operation: 'listEvmBlocks' },
    times: 2,
    respond: { status: 503, headers: { 'retry-after': '0' } },
  })
  expect((await wallet.readPatiently<Blocks>(`${blocks}?pageSize=2`)).blocks).toHaveLength(2)
  const { requests } = await snowglobe.requests.list({ operation: 'listEvmBlocks' })
  expect(requests.map(({ status }) => status)).toEqual([200, 503, 503])
})

test.each(places)('7: 429 with retry-after, which a client keeps, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  await snowglobe.faults.add({ times: 1, respond: { status: 429 } })
  const refused = await wallet.ask(blocks)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  await refused.arrayBuffer()
  expect((await wallet.ask(blocks)).status).toBe(200)
  const { verdicts } = await snowglobe.requests.verdicts()
  expect(verdicts.map(({ verdict }) => verdict)).toContain('retried-before-retry-after')
  await snowglobe.requests.clear()
  await snowglobe.faults.clear()
  await snowglobe.faults.add({ times: 1, respond: { status: 429 } })
  expect((await wallet.readPatiently<Blocks>(`${blocks}?pageSize=1`)).blocks).toHaveLength(1)
  await snowglobe.requests.verify({
    count: { exactly: 2 },
    without: ['retried-before-retry-after'],
  })
})

test.each(places)('8: a page token that expires, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const { nextPageToken } = await wallet.read<Blocks>(`${blocks}?pageSize=2`)
  const next = `${blocks}?pageSize=2&pageToken=${nextPageToken}`
  await snowglobe.clock.advance('24h')
  expect((await wallet.ask(next)).status).toBe(200)
  await snowglobe.clock.advance('1s')
  const expired = await wallet.ask(next)
  expect(expired.status).toBe(400)
  expect(await expired.json()).toMatchObject({ message: expect.stringContaining('expired') })
})

test.each(places)('9: a delegation that ends and pays, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act([
    { do: 'addValidator', node: 'nova', from: 'ewoq', amount: '2000', duration: '30d' },
    { do: 'fund', to: 'alma', chain: 'P', amount: '101' },
    { do: 'delegate', node: 'nova', from: 'alma', amount: '100', duration: '14d' },
  ])
  type Delegators = { delegators: { delegationStatus: string; netReward: string }[] }
  const path = `/v1/networks/mainnet/delegators?rewardAddresses=${alma.avax}`
  const before = await wallet.balances(alma)
  expect((await wallet.read<Delegators>(path)).delegators).toMatchObject([
    { delegationStatus: 'active' },
  ])
  await snowglobe.clock.advance('15d')
  const { delegators } = await wallet.read<Delegators>(path)
  expect(delegators).toMatchObject([{ delegationStatus: 'completed' }])
  const reward = BigInt(delegators[0]?.netReward ?? 0)
  expect(reward).toBeGreaterThan(0n)
  const after = await wallet.balances(alma)
  expect(BigInt(after.P)).toBe(BigInt(before.P) + 100n * avax + reward)
})

test.each(places)('10: a new transaction between two polls, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  type Transactions = { transactions: { txHash: string; value: string }[] }
  const poll = async () => (await wallet.read<Transactions>(nativeTransactions(alma))).transactions
  expect(await poll()).toEqual([])
  const { results } = await snowglobe.act({
    ...{ do: 'transfer', from: 'ewoq', to: 'alma', chain: 'C', amount: '0.5' },
  })
  expect(await poll()).toMatchObject([{ txHash: results[0]?.txId, value: '500000000000000000' }])
})

test.each(places)('11: an index that lags behind the chain, with %s', async (place) => {
  const { snowglobe, wallet, url } = at(place)
  await snowglobe.scenarios.set('indexer-lag', { duration: '30s' })
  const before = await heightOf(wallet)
  await snowglobe.act({ do: 'transfer', from: 'ewoq', to: 'bob', chain: 'C', amount: '1' })
  expect(await nodeHeightOf({ url, snowglobe })).toBe(before + 1)
  expect(await heightOf(wallet)).toBe(before)
  await snowglobe.clock.advance('30s')
  expect(await heightOf(wallet)).toBe(before + 1)
})

test.each(places)("12: a slow response and a client's timeout, with %s", async (place) => {
  const { snowglobe, wallet } = at(place)
  await snowglobe.faults.add({ times: 1, delay: { ms: 20_000 } })
  await expect(wallet.read(blocks, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  expect((await wallet.read<Blocks>(`${blocks}?pageSize=1`)).blocks).toHaveLength(1)
})

test.each(places)('13: a dropped connection, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  await snowglobe.faults.add({ times: 1, connection: 'reset' })
  await expect(wallet.read(blocks)).rejects.toThrow('fetch failed')
  expect((await wallet.read<Blocks>(`${blocks}?pageSize=1`)).blocks).toHaveLength(1)
})

test.each(places)('14: a body that breaks off, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  await snowglobe.faults.add({ times: 1, connection: 'truncate' })
  const response = await wallet.ask(blocks)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect((await wallet.read<Blocks>(`${blocks}?pageSize=1`)).blocks).toHaveLength(1)
})

test.each(places)('15: 2 NFTs and 5.5 AVAX, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act([
    { do: 'deploy', from: 'ewoq', chain: 'C', kind: 'ERC-721', as: 'art' },
    { do: 'mint', contract: 'art', to: 'alma', tokenIds: ['1', '2'] },
    { do: 'fund', to: 'alma', chain: 'C', amount: '5.5', exactly: true },
  ])
  const path = `/v1/chains/43114/addresses/${alma.evm}/balances:listCollectibles?pageSize=10`
  const { collectibleBalances } = await wallet.read<{ collectibleBalances: unknown[] }>(path)
  expect(collectibleBalances).toHaveLength(2)
  expect(BigInt((await wallet.balances(alma)).C)).toBe((55n * wei) / 10n)
})

test.each(places)('16: which requests arrived, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  await wallet.read(`${blocks}?pageSize=1`)
  await wallet.read(`${blocks}?pageSize=2`)
  const match = { operation: 'listEvmBlocks', path: '/v1/chains/43114/*' } as const
  expect(await snowglobe.requests.verify({ match, count: { exactly: 2 } })).toEqual({ count: 2 })
  await expect(snowglobe.requests.verify({ match, count: { exactly: 1 } })).rejects.toMatchObject({
    code: 'not_verified',
    details: { count: 2 },
  })
  await snowglobe.requests.verify({ match: { interface: 'metrics' }, count: { exactly: 0 } })
})

test.each(places)('17: a reset between tests, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const fresh = await wallet.read<Blocks>(`${blocks}?pageSize=3`)
  await newMember(snowglobe, 'alma')
  await snowglobe.blocks({ chain: 'C', count: 2 })
  await snowglobe.clock.advance('1d')
  expect((await wallet.read<Blocks>(`${blocks}?pageSize=3`)).blocks).not.toEqual(fresh.blocks)
  await snowglobe.reset()
  expect(await wallet.read(`${blocks}?pageSize=3`)).toEqual(fresh)
  expect((await snowglobe.cast()).members.map(({ name }) => name)).not.toContain('alma')
})

test.each(places)('18: a snapshot and the way back to it, with %s', async (place) => {
  const { snowglobe, wallet } = at(place)
  const alma = await newMember(snowglobe, 'alma')
  await snowglobe.act({ do: 'fund', to: 'alma', chain: 'C', amount: '1' })
  await snowglobe.snapshots.save('one-avax')
  for (const amount of ['2', '3']) {
    await snowglobe.act({ do: 'fund', to: 'alma', chain: 'C', amount })
    expect(BigInt((await wallet.balances(alma)).C)).toBe((1n + BigInt(amount)) * wei)
    await snowglobe.snapshots.restore('one-avax')
    expect(BigInt((await wallet.balances(alma)).C)).toBe(wei)
  }
})

test.each(places)('19: two suites at once, each in a world of its own, with %s', async (place) => {
  const { snowglobe, url } = at(place)
  const suite = async (world: string, amount: string) => {
    const mine = snowglobe.in(world)
    const wallet = walletOf(url, { 'x-data-api-key': `sg_${world}` })
    const alma = await newMember(mine, 'alma')
    for (let round = 0; round < 3; round++) {
      await mine.act({ do: 'fund', to: 'alma', chain: 'C', amount })
      await mine.clock.advance('1h')
    }
    const { C } = await wallet.balances(alma)
    await mine.requests.verify({ match: { interface: 'data' }, count: { exactly: 3 } })
    return BigInt(C)
  }
  expect(await Promise.all([suite('left', '1'), suite('right', '7')])).toEqual([
    3n * wei,
    21n * wei,
  ])
  expect((await snowglobe.requests.list()).requests).toEqual([])
  expect((await snowglobe.cast()).members.map(({ name }) => name)).not.toContain('alma')
})
