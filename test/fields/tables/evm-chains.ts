import type { Dialect } from '../../../src/http/request/dialect.ts'
import {
  constant,
  type Fields,
  from,
  image,
  many,
  nextPage,
  request,
  text,
  under,
  without,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { chain, graniteFields } from './evm-parts.ts'

/** 2.5 EvmBlock, but for what a request asks for. */
export const evmBlock: Fields = {
  blockTimestamp: 'block.timestamp',
  txCount: 'block.tx_count',
  baseFee: 'block.base_fee',
  gasUsed: 'block.gas_used',
  gasLimit: 'block.gas_limit',
  gasCost: 'block.gas_cost',
  parentHash: 'block.parent_hash',
  feesSpent: 'block.fees_spent',
  cumulativeTransactions: 'block.cumulative_transactions',
}
const blockNumber = text('block.number')
const blockHash = 'block.hash'
/** The decimal id, also for a request that has the blockchain id. G-26 */
const chainIdOf = (resource: string) =>
  request({
    [`${chain}/${resource}`]: '43114',
    [`/v1/chains/2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5/${resource}`]: '43114',
    [`/v1/chains/43113/${resource}`]: '43113',
  })

const pickBlock = (place: number) => `
  SELECT number, hash FROM evm_block WHERE chain_id = '43114'
  ORDER BY number DESC LIMIT 1 OFFSET ${place}`
const byNumber = { block: "evm_block WHERE chain_id = '43114' AND number = :number" }
const byHash = { block: "evm_block WHERE chain_id = '43114' AND hash = :hash" }

const blocks = (dialect: Dialect): View[] => {
  const fields: Fields = { ...evmBlock, ...(dialect === 'live' && graniteFields) }
  return [
    {
      of: 'listEvmBlocks',
      dialect,
      pick: pickBlock(0),
      url: `${chain}/blocks?pageSize=2`,
      item: 'blocks.0',
      rows: byHash,
      fields: { ...fields, blockNumber, chainId: chainIdOf('blocks') },
    },
    {
      of: 'listEvmBlocks',
      dialect,
      pick: pickBlock(1),
      url: `${chain}/blocks?pageSize=3`,
      item: 'blocks.1',
      rows: byNumber,
      fields: { ...fields, blockHash },
      around: { nextPageToken: nextPage('blocks') },
    },
    {
      of: 'getEvmBlock',
      dialect,
      pick: pickBlock(3),
      url: `${chain}/blocks/{number}`,
      rows: byNumber,
      fields: { ...fields, blockHash, chainId: chainIdOf('blocks/0') },
    },
    {
      of: 'getEvmBlock',
      dialect,
      pick: pickBlock(2),
      url: `${chain}/blocks/{hash}`,
      rows: byHash,
      fields: { ...fields, blockNumber },
    },
  ]
}

const publicRpcUrl = 'https://api.avax.network/ext/bc/C/rpc'
const cChainId = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
/** Requests without a socket are to this host. */
const ownRpcUrl = (name: string) => `http://localhost:80/ext/bc/${name}/rpc`

/** That of this server on the network of its node; the C-chain has its letter there. G-250 */
const rpcUrl = from(
  'chain.network',
  (name) => (name === 'mainnet' ? ownRpcUrl('C') : publicRpcUrl),
  { to: 'fuji' },
)
const rpcUrlById = from('chain.chain_id', (id) => ownRpcUrl(id === '43114' ? 'C' : cChainId))

/** An EVM chain as the listing shows it, which section 4.1 leaves open (G-09). */
export const chainInfo: Fields = {
  chainId: 'chain.chain_id',
  status: constant('OK'),
  chainName: 'chain.name',
  description: 'chain.description',
  platformChainId: 'chain.blockchain_id',
  subnetId: 'chain.subnet_id',
  vmId: 'chain.vm_id',
  vmName: constant('EVM'),
  explorerUrl: 'chain.explorer_url',
  rpcUrl,
  isTestnet: from('chain.network', (network) => network === 'fuji', { to: 'fuji' }),
  'utilityAddresses.multicall': from('chain.multicall', (address) => address, {
    within: 'utilityAddresses',
  }),
  ...under('networkToken', {
    name: 'chain.token_name',
    symbol: 'chain.token_symbol',
    decimals: 'chain.token_decimals',
    logoUri: image('chain.token_logo_uri'),
    description: 'chain.token_description',
  }),
  chainLogoUri: image('chain.logo_uri'),
  private: constant(false),
  'enabledFeatures.0': constant('nftIndexing'),
  'enabledFeatures.1': constant('teleporter'),
}

const byId = { chain: "evm_chain WHERE chain_id = '43114'" }

const chains: View[] = [
  // Mainnet first, then by the length and digits of the id.
  {
    of: 'listChains',
    url: '/v1/chains',
    rows: {},
    fields: Object.fromEntries(
      ['43114', '930114', '43113', '930113'].map((id, place) => [
        `chains.${place}.chainId`,
        constant(id),
      ]),
    ),
  },
  {
    of: 'listChains',
    setup: [`DELETE FROM evm_chain WHERE rpc_url <> '${publicRpcUrl}'`],
    url: '/v1/chains',
    item: 'chains.0',
    rows: { chain: 'evm_chain WHERE TRUE' },
    fields: { ...chainInfo, rpcUrl: many(rpcUrl, rpcUrlById) },
  },
  {
    of: 'getChain',
    pick: `SELECT blockchain_id AS blockchain FROM evm_chain WHERE chain_id = '43114'`,
    url: '/v1/chains/{blockchain}',
    rows: { chain: 'evm_chain WHERE blockchain_id = :blockchain' },
    fields: { ...without(chainInfo, 'platformChainId'), rpcUrl: many(rpcUrl, rpcUrlById) },
  },
  { of: 'getChain', url: '/v1/chains/43114', rows: byId, fields: without(chainInfo, 'chainId') },
  {
    of: 'getChain',
    url: '/v1/chains/930114',
    rows: { chain: "evm_chain WHERE chain_id = '930114'" },
    fields: {
      platformChainId: 'chain.blockchain_id',
      rpcUrl: from('chain.blockchain_id', (id: string) => ownRpcUrl(id)),
    },
  },
  {
    of: 'getChain',
    url: '/v1/chains/43113',
    rows: { chain: "evm_chain WHERE chain_id = '43113'" },
    fields: { rpcUrl: 'chain.rpc_url' },
  },
]

/** 2.7: transactions of a day by the seconds of a day; the newest is the day before now. */
const averageTps: View = {
  of: 'getAverageTps',
  setup: [
    "UPDATE evm_chain SET first_day = 20000 WHERE chain_id = '43114'",
    "DELETE FROM evm_period WHERE scope = '43114' AND start <> 1768262400",
  ],
  url: '/v1/avg_tps/43114',
  item: 'results.1',
  rows: {
    chain: "evm_chain WHERE chain_id = '43114'",
    day: "evm_period WHERE scope = '43114' AND interval = 'day'",
  },
  fields: { value: from('day.tx_count', (count: number) => count / 86_400) },
  around: {
    'results.0.value': constant(0),
    status: constant(200),
    nextPageToken: nextPage('results', ({ timestamp }: { timestamp: number }) => ({
      timestamp: timestamp - 86_400,
    })),
  },
}

/** The newest day is the last one that had begun, whether anything happened on it or not. */
const newestDay: View = {
  of: 'getAverageTps',
  setup: [
    "UPDATE evm_chain SET first_day = 20400 WHERE chain_id = '43114'",
    "DELETE FROM evm_period WHERE scope = '43114'",
  ],
  url: '/v1/avg_tps/43114',
  item: 'results.0',
  rows: { meta: 'meta WHERE TRUE' },
  around: { lastRun: from('meta.now', (now) => now, { to: 20_468 * 86_400 - 1_000 }) },
  fields: { timestamp: constant(20_467 * 86_400) },
}

/** Specification 4.1.18 and 4.2, blocks by id, and the listing of chains. */
export const evmChains: FieldTable = [
  ...blocks('documented'),
  ...blocks('live'),
  ...chains,
  averageTps,
  newestDay,
]
