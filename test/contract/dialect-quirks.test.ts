import { afterAll, beforeAll, expect, test } from 'vitest'
import { quirks } from '../../scripts/dialects-page.ts'
import type { Dialect } from '../../src/http/request/dialect.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const addresses = 'addresses=avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const mainnet = '/v1/networks/mainnet'
const xChain = `${mainnet}/blockchains/x-chain`
const held = `/v1/chains/43114/addresses/${ewoq}`

/** An addressed call of the C-chain of mainnet without a payload, unsigned. */
const message =
  '0000000000010427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652' +
  '000000220000000000010000001400000000000000000000000000000000000000ff00000000'

interface Case {
  /** As in the list of quirks. */
  readonly quirk: string
  readonly path: string
  /** Of a POST; with a `method` it is a call of the node. */
  readonly body?: Record<string, unknown>
  /** Differences between the dialects; the response is `result` or the whole body. */
  readonly show: (response: Json, status: number) => unknown
  readonly documented: unknown
  readonly live: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: the parsed response of whatever a case asks for
type Json = any

const keys = (object: object): string[] => Object.keys(object).sort()
const status = (_: unknown, code: number): number => code
const call = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

const chainsOfFirst = ({ transactions: [{ sourceChain, destinationChain }] }: Json) => [
  typeof sourceChain,
  typeof destinationChain,
]
const lengthsOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.length]))

const contractCases: readonly Case[] = [
  {
    quirk: 'Success status of signature aggregation',
    path: '/v1/signatureAggregator/mainnet/aggregateSignatures',
    body: { message },
    show: status,
    documented: 200,
    live: 201,
  },
  ...['utxos', 'lastActivityTimestampByAddresses'].map((resource) => ({
    quirk: 'Success status of UTXOs and last activity by POST',
    path: `${xChain}/${resource}`,
    body: { addresses: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
    show: status,
    documented: 200,
    live: 201,
  })),
  {
    quirk: 'X- and C-chain transactions',
    path: `${xChain}/transactions?pageSize=1`,
    show: ({ transactions: [{ blockTimestamp, timestamp }] }) => [
      typeof blockTimestamp,
      typeof timestamp,
    ],
    documented: ['number', 'undefined'],
    live: ['undefined', 'number'],
  },
  {
    quirk: 'X- and C-chain transactions',
    path: `${mainnet}/blockchains/c-chain/transactions?pageSize=1`,
    show: ({ transactions: [{ blockNumber, blockHeight }] }) => [
      typeof blockNumber,
      typeof blockHeight,
    ],
    documented: ['string', 'undefined'],
    live: ['undefined', 'number'],
  },
  {
    quirk: 'txTypes and timestamps with l1ValidationId but without addresses',
    path:
      `${mainnet}/blockchains/p-chain/transactions?txTypes=SetL1ValidatorWeightTx` +
      '&l1ValidationId=11111111111111111111111111111111LpoYY',
    show: status,
    documented: 400,
    live: 200,
  },
  {
    quirk: 'airdropAmount and baseFeePerGas of genesisData',
    path: `${mainnet}/blockchains/c-chain`,
    show: ({ genesisData }) => [genesisData.airdropAmount, genesisData.baseFeePerGas],
    documented: ['0xde0b6b3a7640000', '0x3b9aca00'],
    live: [1e18, 1e9],
  },
  {
    quirk: 'X- and C-chain balances',
    path: `${xChain}/balances?${addresses}`,
    show: ({ balances }) => keys(balances),
    documented: [
      'atomicMemoryLocked',
      'atomicMemoryUnlocked',
      'lockedPlatform',
      'lockedStakeable',
      'lockedStaked',
      'pendingStaked',
      'unlockedStaked',
      'unlockedUnstaked',
    ],
    live: ['atomicMemoryLocked', 'atomicMemoryUnlocked', 'locked', 'unlocked'],
  },
  {
    quirk: 'X- and C-chain balances',
    path: `${mainnet}/blockchains/c-chain/balances?${addresses}`,
    show: ({ balances }) => balances.atomicMemoryUnlocked[0].status,
    documented: 'unlocked',
    live: undefined,
  },
  {
    quirk: 'Balances without addresses',
    path: `${mainnet}/blockchains/p-chain/balances`,
    show: status,
    documented: 200,
    live: 400,
  },
  {
    quirk: 'value of a Price',
    path: `${held}/balances:getNative`,
    show: ({ nativeTokenBalance }) => nativeTokenBalance.price.value,
    documented: '24.18',
    live: 24.18,
  },
  {
    quirk: 'indexStatus of NFT metadata',
    path: `${held}/balances:listErc721?pageSize=500`,
    show: ({ erc721TokenBalances }) =>
      erc721TokenBalances.some(({ metadata }: Json) => metadata.indexStatus === 'indexed'),
    documented: true,
    live: false,
  },
  {
    quirk: 'indexStatus of NFT metadata',
    path: `${held}/balances:listErc721?pageSize=500`,
    show: ({ erc721TokenBalances }) =>
      erc721TokenBalances.some(({ metadata }: Json) => metadata.indexStatus === 'INDEXED'),
    documented: false,
    live: true,
  },
  {
    quirk: 'ERC-1155 tokens',
    path: `${held}/balances:listCollectibles?pageSize=500`,
    show: ({ collectibleBalances }) => {
      const all = collectibleBalances.filter(({ ercType }: Json) => ercType === 'ERC-1155')
      return ['name', 'symbol'].map((key) => all.length > 0 && all.every((one: Json) => key in one))
    },
    documented: [true, true],
    live: [false, false],
  },
  {
    quirk: 'Methods getVMs, upgrades, peers and uptime',
    path: '/ext/info',
    body: call('info.getVMs'),
    show: keys,
    documented: ['vms'],
    live: ['fxs', 'vms'],
  },
  {
    quirk: 'Methods getVMs, upgrades, peers and uptime',
    path: '/ext/info',
    body: call('info.upgrades'),
    show: ({ graniteEpochDuration, heliconTime }) => [
      typeof graniteEpochDuration,
      typeof heliconTime,
    ],
    documented: ['undefined', 'undefined'],
    live: ['number', 'string'],
  },
  {
    quirk: 'Methods getVMs, upgrades, peers and uptime',
    path: '/ext/info',
    body: call('info.peers'),
    show: ({ peers: [{ upgradeTime, supportedACPs, objectedACPs }] }) => [
      typeof upgradeTime,
      Array.isArray(supportedACPs),
      Array.isArray(objectedACPs),
    ],
    documented: ['undefined', false, false],
    live: ['number', true, true],
  },
  {
    quirk: 'Methods getVMs, upgrades, peers and uptime',
    path: '/ext/info',
    body: call('info.uptime', { subnetID: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM' }),
    show: ({ error }) => error?.message,
    documented: "couldn't get node uptime: subnet is not tracked",
    live: undefined,
  },
  {
    quirk: 'Result of index.getContainerRange',
    path: '/ext/index/P/block',
    body: call('index.getContainerRange', { startIndex: 0, numToFetch: 2, encoding: 'hex' }),
    show: (result) => [result.length, result.containers?.length],
    documented: [2, undefined],
    live: [undefined, 2],
  },
  {
    quirk: 'Result of index.getContainerRange',
    path: '/ext/index/P/block',
    body: call('index.getContainerRange', { startIndex: 0, numToFetch: 0, encoding: 'hex' }),
    show: (response) => response?.error.message ?? response,
    documented: null,
    live: 'numToFetch must be in [1,1024] but is 0',
  },
  {
    quirk: 'Range of index.getContainerRange by endIndex',
    path: '/ext/index/P/block',
    body: call('index.getContainerRange', { startIndex: 0, endIndex: 2, encoding: 'hex' }),
    show: (result) => result?.containers.length ?? null,
    documented: null,
    live: 3,
  },
  {
    quirk: 'encoding of the index methods',
    path: '/ext/index/P/block',
    body: call('index.getLastAccepted', { encoding: 'hexnc' }),
    show: ({ encoding, error }) => encoding ?? error.code,
    documented: -32000,
    live: 'hexnc',
  },
  {
    quirk: 'Index of X-chain transactions',
    path: '/ext/index/X/tx',
    body: call('index.getIndex', { id: 'the latest X-chain transaction', encoding: 'hex' }),
    show: ({ index, error }) => error?.message ?? typeof index,
    documented: 'string',
    live: 'not found',
  },
]

const primaryNetworkCases: readonly Case[] = [
  {
    quirk: 'evmChainId of chains that are no EVM',
    path: `${mainnet}/blockchains/x-chain`,
    show: ({ evmChainId }) => evmChainId,
    documented: 0,
    live: undefined,
  },
  {
    quirk: 'P-, X- and C-chain among the chains of the primary network',
    path: `${mainnet}/blockchains/c-chain`,
    show: ({ createBlockNumber }) => createBlockNumber,
    documented: '0',
    live: '-1',
  },
  {
    quirk: 'vmId of the P-chain',
    path: `${mainnet}/blockchains/p-chain`,
    show: ({ vmId }) => vmId,
    documented: 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT',
    live: 'platformvm',
  },
  {
    quirk: 'Primary network among the subnets',
    path: `${mainnet}/subnets?sortOrder=asc&pageSize=1`,
    show: ({ subnets: [subnet] }) => [
      subnet.createBlockIndex,
      subnet.ownerAddresses,
      subnet.subnetOwnershipInfo.addresses,
    ],
    documented: ['0', [], []],
    live: ['-1', [''], ['']],
  },
  {
    quirk: 'genesisData in lists of subnets and chains',
    path: `${mainnet}/subnets?sortOrder=asc&pageSize=1`,
    show: ({ subnets: [{ blockchains }] }) => blockchains.map((one: Json) => 'genesisData' in one),
    documented: [false, false, true],
    live: [false, false, false],
  },
  {
    quirk: 'genesisData in lists of subnets and chains',
    path: `${mainnet}/blockchains?pageSize=1`,
    show: ({ blockchains: [{ genesisData }] }) => typeof genesisData,
    documented: 'object',
    live: 'undefined',
  },
  {
    quirk: 'genesisData of the X-chain',
    path: `${mainnet}/blockchains/x-chain`,
    show: ({ genesisData }) => genesisData && keys(genesisData),
    documented: undefined,
    live: ['data', 'encoding'],
  },
  ...['p-chain', 'x-chain'].flatMap((chain) => [
    {
      quirk: 'sourceChain and destinationChain of X- and P-chain transactions',
      path: `${mainnet}/blockchains/${chain}/transactions?txTypes=ImportTx&${addresses}&pageSize=1`,
      show: chainsOfFirst,
      documented: ['string', 'undefined'],
      live: ['string', 'string'],
    },
    {
      quirk: 'sourceChain and destinationChain of X- and P-chain transactions',
      path: `${mainnet}/blockchains/${chain}/transactions?txTypes=ExportTx&${addresses}&pageSize=1`,
      show: chainsOfFirst,
      documented: ['undefined', 'string'],
      live: ['string', 'string'],
    },
  ]),
  {
    quirk: 'Time of a consumed UTXO of the X- and C-chain',
    path: `${xChain}/transactions?pageSize=1`,
    show: ({ transactions: [{ consumedUtxos, ...tx }] }) => {
      const [utxo] = consumedUtxos
      return (utxo.timestamp ?? utxo.blockTimestamp) === (tx.timestamp ?? tx.blockTimestamp)
    },
    documented: false,
    live: true,
  },
  {
    quirk: 'Credentials of spent UTXOs and of accounts on the X- and C-chain',
    path: `${xChain}/transactions?pageSize=1`,
    show: ({ transactions: [{ consumedUtxos }] }) => consumedUtxos[0].credentials?.map(lengthsOf),
    documented: undefined,
    live: [{ publicKey: 44, signature: 87 }],
  },
  {
    quirk: 'Credentials of spent UTXOs and of accounts on the X- and C-chain',
    path: `${mainnet}/blockchains/c-chain/transactions?txTypes=ExportTx&${addresses}&pageSize=1`,
    show: ({ transactions: [{ evmInputs }] }) => evmInputs?.[0].credentials.map(lengthsOf),
    documented: undefined,
    live: [{ publicKey: 44, signature: 87 }],
  },
]

const evmCases: readonly Case[] = [
  {
    quirk: 'Milliseconds and delay of EVM blocks since Granite',
    path: '/v1/chains/43114/blocks?pageSize=1',
    show: ({ blocks: [block] }) => [
      block.blockTimestampMilliseconds / block.blockTimestamp,
      block.blockMinDelayExcess,
    ],
    documented: [Number.NaN, undefined],
    live: [1000, 7_970_124],
  },
  {
    quirk: 'Milliseconds and delay of EVM blocks since Granite',
    path: `${held}/transactions:listNative?pageSize=1`,
    show: ({ transactions: [transaction] }) => [
      transaction.blockTimestampMilliseconds / transaction.blockTimestamp,
      transaction.blockMinDelayExcess,
    ],
    documented: [Number.NaN, undefined],
    live: [1000, 7_970_124],
  },
  ...['listErc20', 'listErc721', 'listErc1155'].map((list) => ({
    quirk: 'Milliseconds and delay of EVM blocks since Granite',
    path: `/v1/chains/930114/addresses/${ewoq}/transactions:${list}?pageSize=1`,
    show: ({ transactions: [transfer] }: Json) => [
      transfer.blockTimestampMilliseconds / transfer.blockTimestamp,
      transfer.blockMinDelayExcess,
    ],
    documented: [Number.NaN, undefined],
    live: [1000, undefined],
  })),
  {
    quirk: 'pricingProviders of ERC-20 and ERC-1155 contracts',
    path: '/v1/chains/43114/addresses/0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    show: ({ pricingProviders }) => pricingProviders,
    documented: undefined,
    live: { coingeckoCoinId: 'usd-coin' },
  },
  {
    quirk: 'Contract metadata of an account without code',
    path: `/v1/chains/43114/addresses/${ewoq.toLowerCase()}`,
    show: ({ message, ...rest }, code) => [code, message === undefined ? rest : message],
    documented: [404, `Contract "${ewoq.toLowerCase()}" does not exist on chain 43114`],
    live: [200, { address: ewoq, ercType: 'UNKNOWN' }],
  },
]

let server: Snowglobe
let latest: string
beforeAll(async () => {
  server = await startServer()
  latest = (await server.inject(`${xChain}/transactions?pageSize=1`)).json().transactions[0].txHash
})
afterAll(() => server.close())

const cases = [...contractCases, ...primaryNetworkCases, ...evmCases]

test.each(cases)('$quirk: $path', async ({ path, body, show, documented, live }) => {
  const visible = async (dialect: Dialect) => {
    const response = await server.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { 'x-snowglobe-dialect': dialect },
      ...(body && { payload: inWorld(body) }),
    })
    const page = response.json() as Json
    return show('result' in page ? page.result : page, response.statusCode)
  }
  expect(await visible('documented')).toEqual(documented)
  expect(await visible('live')).toEqual(live)
})

test('every quirk has a case, and every case a quirk', () => {
  const names = new Set(cases.map(({ quirk }) => quirk))
  expect([...names].sort()).toEqual(quirks.map(({ name }) => name).sort())
})

/** The body with the id that only the world knows. */
const inWorld = (body: object): object =>
  JSON.parse(JSON.stringify(body).replace('the latest X-chain transaction', latest))
