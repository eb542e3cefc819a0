import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../schemas/operation.ts'
import type { Sample } from './limit-cases.ts'
import { sampleQueries } from './metrics-limits.ts'

const params = {
  network: 'mainnet',
  blockchainId: 'x-chain',
  chainId: '43114',
  address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
  id: '00000000-0000-4000-8000-000000000000',
  operationId: '00000000-0000-4000-8000-000000000000',
  nodeId: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
  blockId: '0',
  tokenId: '1',
  assetId: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  messageId: '0'.repeat(64),
  subnetId: '11111111111111111111111111111111LpoYY',
  l1ValidationId: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  vertexHash: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  txHash: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
}

/** A metric of each operation that has several. */
const metrics: Readonly<Record<string, string>> = {
  getEvmChainMetrics: 'txCount',
  getEvmChainRollingWindowMetrics: 'txCount',
  getTeleporterMetricsByChain: 'teleporterTotalTxnCount',
  getStakingMetrics: 'validatorCount',
  getTotalL1ValidatorMetrics: 'totalValidatorFeesDaily',
  getMetricsByValidationId: 'validationFeesDaily',
  getMetricsByNodeId: 'perNodeDailyFeesPaid',
  getMetricsBySubnetId: 'perSubnetDailyFeesPaid',
}

/** An unsigned Warp message of the C-chain of mainnet: an addressed call without a payload. */
const message = [
  '0000', // codec version
  '00000001', // network
  '0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652', // source chain
  '00000022', // length of the rest
  '0000', // codec version
  '00000001', // addressed call
  '00000014', // length of the sender
  '8db97c7cece249c2b98bdc0226cc4c2a57bf52fc', // sender
  '00000000', // length of the payload
].join('')

const addresses = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

/** Operations that need addresses in their query, or something beside them. */
const needAddresses = [
  'getUtxosByAddresses',
  'getLastActivityTimestampByAddresses',
  'getChainIdsForAddresses',
  'listHistoricalPrimaryNetworkRewards',
  'listPendingPrimaryNetworkRewards',
]

const needThreshold = ['getAddressesByBtcbBridged', 'getAddressesByBalanceOverTime']

/** A request that validation accepts. */
export const sampleOf = ({ method, path, body, operationId }: Operation): Sample => ({
  method,
  path,
  params: {
    ...params,
    ...(Object.hasOwn(metrics, operationId) && { metric: metrics[operationId] ?? '' }),
    ...(operationId.startsWith('listActive') && { blockchainId: 'p-chain' }),
    ...(operationId === 'getTransaction' && { txHash: `0x${'0'.repeat(64)}` }),
  },
  ...(operationId === 'listVerticesByHeight' && { query: { vertexHeight: '1' } }),
  ...(operationId === 'getPrimaryNetworkRpcUsageMetrics' && { query: { network: 'fuji' } }),
  ...(needThreshold.includes(operationId) && { query: { threshold: '1' } }),
  ...(needAddresses.includes(operationId) && { query: { addresses } }),
  ...(body && { body: bodies[operationId] ?? bodyOf(body) }),
})

/** Bodies of operations whose body is a union, or has lists. */
const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  createWebhook: {
    ...{ eventType: 'address_activity', url: 'http://127.0.0.1:1/', chainId: '43114' },
    metadata: { addresses: [params.address] },
  },
  updateWebhook: { name: 'a' },
  addAddressesToWebhook: { addresses: [params.address] },
  removeAddressesFromWebhook: { addresses: [params.address] },
  postTransactionExportJob: {
    type: 'TRANSACTION_EXPORT_EVM',
    options: { addresses: [params.address], includeChains: ['43114'] },
  },
}

const bodyOf = ({ properties }: TSchema): Record<string, unknown> =>
  'message' in properties ? { message } : 'queries' in properties ? sampleQueries : { addresses }

/** Operations that accept only what a particular world holds: their refusals alone can be tried. */
export const needWorld: readonly string[] = [
  'aggregateSignatures',
  'getAggregatedSignatures',
  'listCollectionTokens',
  'getContract',
  'getCollectionToken',
  'reindexNft',
  'getIcmMessage',
  'getPrimaryTransaction',
  'getPrimaryBlock',
  'getVertex',
  'getTransaction',
  'getDeploymentTransaction',
  'listTransfers',
  'getTeleporterMessage',
  'getMetricsByValidationId',
  'getAssetDetails',
  'listAssetTransactions',
  'getNftHoldersByContractAddress',
  'getAddressesByBalanceOverTime',
  'getOperationResult',
  'getWebhook',
  'updateWebhook',
  'deactivateWebhook',
  'addAddressesToWebhook',
  'removeAddressesFromWebhook',
  'getAddressesFromWebhook',
  'getSharedSecret',
]
