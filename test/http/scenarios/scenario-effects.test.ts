import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { through, transports } from '../../control/support/transports.ts'
import { walkPages } from '../../support/pages.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => server.reset(['faults']))
afterAll(() => server?.close())

const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const transactions = `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${ewoq}&pageSize=100`

async function bodyOf<Body>(path: string, status = 200, headers = {}): Promise<Body> {
  const response = await send(server.url, { path, headers })
  expect(response.status, response.body).toBe(status)
  return JSON.parse(response.body)
}

async function rpc(path: string, method: string, params = {}) {
  const { status, body } = await send(server.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status, ...(status === 200 ? JSON.parse(body) : { text: body }) }
}

test.each(transports)('a scenario is that of its world alone, through %s', async (transport) => {
  await through(transport, server, 'one').scenarios.set('short-pages', { most: 1 })
  const blocks = '/v1/chains/43114/blocks?pageSize=3'
  const inWorld = await bodyOf<{ blocks: unknown[] }>(blocks, 200, { 'x-snowglobe-world': 'one' })
  expect(inWorld.blocks).toHaveLength(1)
  expect((await bodyOf<{ blocks: unknown[] }>(blocks)).blocks).toHaveLength(3)
  await server.worlds.remove('one')
})

test.each(transports)(
  'short pages have a token, lead to all of the list, and hold until it is cleared, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    const blocks = '/v1/chains/43114/blocks'
    const whole = await walkPages<{ blockNumber: string }>(server, blocks, 'blocks', 100)
    const capped = await bodyOf<{ blocks: unknown[] }>(`${blocks}?pageSize=5`)
    await scenarios.set('short-pages', { most: 40 })
    expect(await bodyOf<{ blocks: unknown[] }>(`${blocks}?pageSize=5`)).toEqual(capped)
    const short = await walkPages<{ blockNumber: string }>(server, blocks, 'blocks', 100)
    expect(short.items).toEqual(whole.items)
    expect(short.pages).toBe(Math.ceil(whole.items.length / 40))
    const points = await bodyOf<{ results: unknown[]; nextPageToken: string }>('/v1/avg_tps/43114')
    expect(points.results).toHaveLength(40)
    expect(points.nextPageToken).toBeTypeOf('string')
  },
)

test.each(transports)(
  'the first UTXO of each list stands there twice, on the chain that was named, and balances stay, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    type Page = { transactions: { consumedUtxos: { utxoId: string }[]; emittedUtxos: unknown[] }[] }
    const balances = `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${ewoq}`
    const before = await bodyOf<Page>(transactions)
    const balance = await bodyOf(balances)
    await scenarios.set('duplicate-utxo', { chain: 'X' })
    expect(await bodyOf(transactions)).toEqual(before)
    await scenarios.set('duplicate-utxo', { network: 'fuji', chain: 'P' })
    expect(await bodyOf(transactions)).toEqual(before)
    for (const fields of [{}, { network: 'mainnet', chain: 'P' } as const]) {
      await scenarios.set('duplicate-utxo', fields)
      const after = await bodyOf<Page>(transactions)
      expect(after.transactions).toHaveLength(before.transactions.length)
      after.transactions.forEach(({ consumedUtxos, emittedUtxos }, place) => {
        const was = before.transactions[place] as Page['transactions'][number]
        expect(consumedUtxos).toEqual([...was.consumedUtxos.slice(0, 1), ...was.consumedUtxos])
        expect(emittedUtxos).toEqual([...was.emittedUtxos.slice(0, 1), ...was.emittedUtxos])
      })
      expect(await bodyOf(balances)).toEqual(balance)
    }
    expect(before.transactions.some(({ consumedUtxos }) => consumedUtxos.length > 0)).toBe(true)
  },
)

test.each(transports)(
  'a missing EVM chain is in no list of chains and its paths are 404, by each of its ids, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    type Chains = { chains: { chainId: string; platformChainId: string }[] }
    const before = await bodyOf<Chains>('/v1/chains')
    const [l1] = before.chains.filter(({ chainId }) => !/^4311[34]$/.test(chainId))
    if (!l1) throw new Error('the world has no L1')
    const messages = await bodyOf('/v1/icm/messages?pageSize=50')
    await scenarios.set('missing-chain', { chain: l1.chainId })
    const after = await bodyOf<Chains>('/v1/chains')
    expect(after.chains).toEqual(before.chains.filter(({ chainId }) => chainId !== l1.chainId))
    expect(await bodyOf(`/v1/chains/${l1.chainId}`, 404)).toEqual({
      message: `Chain "${l1.chainId}" does not exist`,
      error: 'Not Found',
      statusCode: 404,
    })
    await bodyOf(`/v1/chains/${l1.platformChainId}/blocks`, 404)
    await bodyOf(`/v1/avg_tps/${l1.chainId}`, 404)
    expect(await bodyOf('/v1/icm/messages?pageSize=50')).toEqual(messages)
    expect(await rpc('/ext/info', 'info.getNodeVersion')).toMatchObject({ status: 200 })
  },
)

test.each(transports)(
  'a missing chain of the primary network is missing on its network alone, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    type Chains = { blockchains: { blockchainId: string; blockchainName: string }[] }
    const idsOn = async (network: string) =>
      (await bodyOf<Chains>(`/v1/networks/${network}/blockchains?pageSize=100`)).blockchains.map(
        ({ blockchainId }) => blockchainId,
      )
    const before = { mainnet: await idsOn('mainnet'), fuji: await idsOn('fuji') }
    const x = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
    expect(before.mainnet).toContain(x)
    await scenarios.set('missing-chain', { chain: 'X' })
    expect(await idsOn('mainnet')).toEqual(before.mainnet.filter((id) => id !== x))
    expect(await idsOn('fuji')).toEqual(before.fuji)
    for (const name of ['x-chain', x])
      await bodyOf(`/v1/networks/mainnet/blockchains/${name}/transactions`, 404)
    await bodyOf('/v1/networks/testnet/blockchains/x-chain/transactions')
    await bodyOf('/v1/networks/mainnet/blockchains/p-chain/transactions')
    await scenarios.set('missing-chain', { network: 'fuji', chain: 'P' })
    await bodyOf('/v1/networks/testnet/blockchains/p-chain/transactions', 404)
    await bodyOf('/v1/networks/mainnet/blockchains/p-chain/transactions')
    const subnets = await bodyOf<{ subnets: Chains[] }>('/v1/networks/fuji/subnets?pageSize=100')
    const named = subnets.subnets.flatMap(({ blockchains }) => blockchains)
    expect(named.map(({ blockchainId }) => blockchainId)).not.toContain(
      '11111111111111111111111111111111LpoYY',
    )
  },
)

test.each(transports)(
  'active L1 validators are listed with weight 0, inactive ones with what they have, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    type Page = {
      validators: { validationId: string; weight: number; remainingBalance: number }[]
    }
    const path = '/v1/networks/fuji/l1Validators?includeInactiveL1Validators=true&pageSize=100'
    const before = await bodyOf<Page>(path)
    await scenarios.set('zero-weight-validators')
    const after = await bodyOf<Page>(path)
    expect(after.validators).toEqual(
      before.validators.map((one) => (one.remainingBalance > 0 ? { ...one, weight: 0 } : one)),
    )
    expect(before.validators.every(({ weight }) => weight > 0)).toBe(false)
    expect(after.validators).not.toEqual(before.validators)
  },
)

test.each(
  transports.flatMap((transport) =>
    [true, false].map((publicNode) => [publicNode, transport] as const),
  ),
)(
  'a node is public or private, whatever --public-node says: %s, through %s',
  async (publicNode, transport) => {
    const other = await startServer({ publicNode })
    const expected = { public: 'refused', private: 'answered' }
    try {
      for (const personality of ['public', 'private'] as const) {
        await through(transport, other).scenarios.set('node', { personality })
        for (const method of ['info.getNodeID', 'info.getNodeIP', 'info.getVMs']) {
          const { body } = await send(other.url, {
            method: 'POST',
            path: '/ext/info',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
          })
          expect('error' in JSON.parse(body) ? 'refused' : 'answered').toBe(expected[personality])
        }
      }
    } finally {
      await other.close()
    }
  },
)

test.each(transports)(
  'a node that starts knows no chain, has no uptime and an index of the P-chain without anything, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    await scenarios.set('node', { personality: 'bootstrapping' })
    for (const chain of ['P', 'X', 'C'])
      expect(await rpc('/ext/info', 'info.isBootstrapped', { chain })).toMatchObject({
        result: { isBootstrapped: false },
      })
    expect(await rpc('/ext/info', 'info.isBootstrapped', { chain: 'nope' })).toMatchObject({
      error: { message: "there is no chain with alias/ID 'nope'" },
    })
    expect(await rpc('/ext/info', 'info.uptime')).toMatchObject({
      error: { message: "couldn't get node uptime: node is not a validator" },
    })
    expect(await rpc('/ext/index/P/block', 'index.getLastAccepted')).toMatchObject({
      error: { message: 'no containers have been accepted' },
    })
    for (const path of ['X/tx', 'X/vtx', 'X/block', 'C/block'])
      expect(await rpc(`/ext/index/${path}`, 'index.getLastAccepted')).toMatchObject({
        status: 404,
        text: '404 page not found\n',
      })
    expect(await rpc('/ext/info', 'info.getNodeVersion')).toMatchObject({ status: 200 })
    await scenarios.remove('node')
    expect(await rpc('/ext/info', 'info.isBootstrapped', { chain: 'X' })).toMatchObject({
      result: { isBootstrapped: true },
    })
  },
)

test.each(transports)(
  'a node without index answers 404 to every index and method, and the rest as ever, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    await scenarios.set('node', { personality: 'index-off' })
    for (const path of ['P/block', 'X/tx', 'X/vtx', 'X/block', 'C/block']) {
      expect(await rpc(`/ext/index/${path}`, 'index.isAccepted')).toMatchObject({ status: 404 })
      const { status } = await send(server.url, { path: `/ext/index/${path}` })
      expect(status).toBe(404)
    }
    expect(await rpc('/ext/info', 'info.uptime')).toHaveProperty('result')
  },
)

test.each(transports)(
  'sparse responses lack the same optional fields each time, and no required one, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    type Page = { transfers: Record<string, unknown>[]; nextPageToken: string }
    const path =
      '/v1/chains/43114/addresses/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC/transactions:listErc20?pageSize=5'
    const tokens =
      '/v1/chains/43114/addresses/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC/balances:listErc20'
    type Balances = { erc20TokenBalances: Record<string, unknown>[] }
    const whole = await bodyOf<Balances>(tokens)
    const list = await bodyOf(path, 200)
    await scenarios.set('sparse', { share: 1 })
    const none = await bodyOf<Balances>(tokens)
    expect(none.erc20TokenBalances).toHaveLength(whole.erc20TokenBalances.length)
    expect(whole.erc20TokenBalances.some((one) => 'logoUri' in one)).toBe(true)
    for (const balance of none.erc20TokenBalances) {
      expect(balance).not.toHaveProperty('logoUri')
      expect(balance).toMatchObject({ address: expect.any(String), balance: expect.any(String) })
    }
    await scenarios.set('sparse', { share: 0 })
    expect(await bodyOf(path)).toEqual(list)
    expect(await bodyOf(tokens)).toEqual(whole)
    await scenarios.set('sparse', { share: 0.5 })
    const half = await bodyOf<Balances>(tokens)
    expect(half).not.toEqual(whole)
    expect(half).not.toEqual(none)
    await scenarios.remove('sparse')
    await scenarios.set('sparse', { share: 0.5 })
    expect(await bodyOf(tokens)).toEqual(half)
    const page = await bodyOf<Page>('/v1/chains/43114/blocks?pageSize=1')
    expect(page.nextPageToken).toBeTypeOf('string')
  },
)

test.each(transports)(
  'silent validators do not sign, and from some share on no message is signed, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    const path = '/v1/signatureAggregator/fuji/aggregateSignatures'
    const { chains } = await bodyOf<{ chains: { isTestnet: boolean; chainId: string }[] }>(
      '/v1/chains?network=fuji',
    )
    const l1 = chains.find(({ chainId }) => chainId !== '43113')
    if (!l1) throw new Error('fuji has no L1')
    const ask = async (quorumPercentage: number) => {
      const response = await server.inject({
        method: 'POST',
        url: path,
        payload: { justification: await subnetHex(l1.chainId), quorumPercentage },
      })
      return { status: response.statusCode, body: response.json() }
    }
    const everybody = await ask(60)
    expect(everybody.status).toBe(200)
    await scenarios.set('partial-signatures', { share: 0 })
    expect(await ask(60)).toEqual(everybody)
    await scenarios.set('partial-signatures', { share: 0.2 })
    const fewer = await ask(1)
    expect(fewer.status).toBe(200)
    await scenarios.set('partial-signatures', { share: 1 })
    expect(await ask(1)).toMatchObject({ status: 400 })
  },
)

/** The 32 bytes of the subnet of an EVM chain, as justification of its conversion. */
async function subnetHex(chainId: string): Promise<string> {
  const { decodeCb58 } = await import('../../../src/formats/ids.ts')
  const { subnetId } = await bodyOf<{ subnetId: string }>(`/v1/chains/${chainId}`)
  return Buffer.from(decodeCb58(subnetId)).toString('hex')
}
