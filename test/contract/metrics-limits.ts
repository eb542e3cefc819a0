import {
  cChainOfMainnet,
  chainId,
  contractOfPath,
  type Limit,
  network,
  networks,
  notIds,
  notNodeIds,
  page,
  pageToken,
  pChain,
  row,
  timestamp,
} from './limit-rows.ts'

/* Parameters of the extra operations of the Metrics API, typed by hand from the published documents. */

const ofAnyInterval = ['activeAddresses', 'activeSenders', 'gasUsed', 'txCount']
const ofDays = [
  'avgGps',
  'maxGps',
  'avgTps',
  'maxTps',
  'avgGasPrice',
  'maxGasPrice',
  'feesPaid',
  'contracts',
  'deployers',
]
const soFar = [
  'cumulativeTxCount',
  'cumulativeAddresses',
  'cumulativeContracts',
  'cumulativeDeployers',
]

const metric = (operationId: string, values: readonly string[], needs = {}) =>
  row({ operationId, name: 'metric', in: 'path', kind: 'one of', values, needs })

const scope = (operationId: string) =>
  row({
    operationId,
    name: 'chainId',
    in: 'path',
    kind: 'text',
    accepted: ['43114', cChainOfMainnet, 'mainnet', 'testnet', 'total'],
  })

const optionalNetwork = (operationId: string) =>
  row({ operationId, name: 'network', in: 'query', kind: 'one of', values: networks })

const interval = (operationId: string) =>
  row({
    operationId,
    name: 'timeInterval',
    in: 'query',
    kind: 'one of',
    values: ['hour', 'day', 'week', 'month'],
    default: 'hour',
    rejected: ['minute', 'daily', 'Hour'],
  })

const range = (operationId: string) => [
  timestamp(operationId, 'startTimestamp'),
  timestamp(operationId, 'endTimestamp'),
]

const icmFilters = (operationId: string) => [
  ...['srcBlockchainId', 'destBlockchainId'].map((name) =>
    row({
      operationId,
      name,
      in: 'query',
      kind: 'text',
      accepted: [cChainOfMainnet],
      rejected: notIds,
    }),
  ),
  row({
    operationId,
    name: 'groupBy',
    in: 'query',
    kind: 'one of',
    values: ['srcBlockchainId', 'destBlockchainId', 'srcBlockchainId,destBlockchainId'],
    rejected: ['destBlockchainId,srcBlockchainId'],
  }),
  optionalNetwork(operationId),
]

/** Amounts may pass 2^53. */
const threshold = (operationId: string) =>
  row({
    operationId,
    name: 'threshold',
    in: 'query',
    kind: 'text',
    required: true,
    accepted: ['0', '1', '9'.repeat(78)],
    rejected: ['-1', '1.5', '01', '1e3', '0x1', 'ten'],
  })

const ofMembers = { minBalance: '1', evmChainId: '43114' }
const inDays = { firstDate: '2025-12-01', lastDate: '2025-12-31' }
const ofContract = { evmChainId: '43114', contractAddress: `0x${'1'.repeat(40)}` }
const ofSubject = { minBalance: '1', subjectAddress: `0x${'1'.repeat(40)}` }
const inSeconds = { startTs: 0, endTs: 1 }
/** A query of each type. */
const addressQueries: Readonly<Record<string, object>> = {
  AllTimeNativeBalance: { ...inDays, ...ofMembers },
  AnyTimeNativeBalance: { ...inDays, ...ofMembers },
  AllTimeErc20Balance: { ...inDays, ...ofMembers, ...ofContract },
  AnyTimeErc20Balance: { ...inDays, ...ofMembers, ...ofContract },
  AllTimeNftHolders: { ...inSeconds, ...ofContract },
  AnyTimeNftHolders: { ...inDays, ...ofContract },
  LatestBalance: { ...ofMembers, tokenType: 'NATIVE' },
  AllTimeStarsArenaBalance: { ...inDays, ...ofSubject },
  AnyTimeStarsArenaBalance: { ...inDays, ...ofSubject },
  LatestBalanceStarsArena: ofSubject,
}
const typesOfQueries = Object.keys(addressQueries)
const addressQuery = (type: string, change: object = {}, id = 'a') => ({
  ...{ id, type },
  params: { ...addressQueries[type], ...change },
})
/** A query of each type with each member of a wrong type, or without it. */
const spoiledQueries = typesOfQueries.flatMap((type) =>
  Object.keys(addressQueries[type] ?? {}).flatMap((name) => [
    [addressQuery(type, { [name]: -1 })],
    // Of NFTs either days or seconds are there.
    ...(type.endsWith('NftHolders') ? [] : [[addressQuery(type, { [name]: undefined })]]),
  ]),
)

const compositeQuery: Limit[] = [
  row({
    operationId: 'compositeQueryV2',
    name: 'queries',
    in: 'body',
    kind: 'text',
    required: true,
    accepted: [
      ...typesOfQueries.map((type) => [addressQuery(type)]),
      Array.from({ length: 20 }, (_, i) => addressQuery('LatestBalance', {}, String(i))),
    ],
    rejected: [
      [],
      {},
      'LatestBalance',
      [null],
      [[]],
      [{ id: 'a', type: 'LatestBalance' }],
      [{ type: 'LatestBalance', params: ofMembers }],
      [{ ...addressQuery('LatestBalance'), type: 'Balance' }],
      [{ ...addressQuery('LatestBalance'), type: undefined }],
      [{ ...addressQuery('LatestBalance'), id: 1 }],
      [addressQuery('LatestBalance', { tokenType: 'ERC721' })],
      [addressQuery('LatestBalance', { minBalance: '1.5' })],
      [addressQuery('LatestBalance', { minBalance: 1 })],
      [addressQuery('LatestBalance', { evmChainId: 'C' })],
      [addressQuery('AllTimeNftHolders', { startTs: -1 })],
      [addressQuery('AllTimeNftHolders', { startTs: 0.5 })],
      [addressQuery('AnyTimeNftHolders', { firstDate: '2025-1-1' })],
      Array.from({ length: 21 }, (_, i) => addressQuery('LatestBalance', {}, String(i))),
      ...spoiledQueries,
    ],
    rejectedByRoute: [
      [addressQuery('LatestBalance', { tokenType: 'ERC20' })],
      [addressQuery('AnyTimeNftHolders', inSeconds)],
      [addressQuery('AnyTimeNftHolders', { lastDate: undefined })],
      [addressQuery('AllTimeNftHolders', { endTs: undefined })],
      [addressQuery('AllTimeNftHolders', { startTs: 2 })],
      [addressQuery('AllTimeErc20Balance', { lastDate: '2025-11-30' })],
      [addressQuery('AnyTimeStarsArenaBalance', { lastDate: '2025-11-30' })],
      [addressQuery('AnyTimeNativeBalance', { lastDate: '2025-02-29' })],
      [addressQuery('AnyTimeNativeBalance', { lastDate: '2025-13-01' })],
      [addressQuery('LatestBalance'), addressQuery('LatestBalance')],
    ],
  }),
  row({
    operationId: 'compositeQueryV2',
    name: 'operator',
    in: 'body',
    kind: 'one of',
    values: ['AND', 'OR'],
    required: true,
    rejected: ['and', 'XOR'],
  }),
  row({
    operationId: 'compositeQueryV2',
    name: 'pageToken',
    in: 'body',
    kind: 'text',
    rejectedByRoute: ['x', '1', ''],
  }),
  row({
    operationId: 'compositeQueryV2',
    name: 'pageSize',
    in: 'body',
    kind: 'integer',
    min: 1,
    max: 10_000,
    default: 1000,
  }),
]

/** A body that every world answers. */
export const sampleQueries = { queries: [addressQuery('LatestBalance')], operator: 'AND' }

/** Every parameter of each operation. */
export const metricsLimits: readonly Limit[] = [
  optionalNetwork('listMetricsChains'),
  pageToken('listMetricsChains'),
  chainId('getMetricsChain'),
  scope('getEvmChainMetrics'),
  // Only days have all of them.
  metric('getEvmChainMetrics', [...ofAnyInterval, ...ofDays, ...soFar], { timeInterval: 'day' }),
  ...range('getEvmChainMetrics'),
  interval('getEvmChainMetrics'),
  ...page('getEvmChainMetrics', 100, 2160),
  scope('getEvmChainRollingWindowMetrics'),
  metric('getEvmChainRollingWindowMetrics', [...ofAnyInterval, ...ofDays]),
  ...icmFilters('getIcmSummary'),
  ...range('getIcmTimeseries'),
  ...icmFilters('getIcmTimeseries'),
  interval('getIcmTimeseries'),
  ...page('getIcmTimeseries', 100, 2160),
  chainId('getTeleporterMetricsByChain'),
  metric('getTeleporterMetricsByChain', [
    'teleporterSourceTxnCount',
    'teleporterDestinationTxnCount',
    'teleporterTotalTxnCount',
  ]),
  network('getStakingMetrics'),
  metric('getStakingMetrics', [
    'delegatorCount',
    'delegatorWeight',
    'validatorCount',
    'validatorWeight',
  ]),
  ...range('getStakingMetrics'),
  ...page('getStakingMetrics', 100, 2160),
  row({
    operationId: 'getStakingMetrics',
    name: 'subnetId',
    in: 'query',
    kind: 'text',
    default: pChain,
    accepted: [pChain],
    rejected: notIds,
  }),
  metric('getTotalL1ValidatorMetrics', [
    'totalCumulativeFeesDaily',
    'totalValidatorFeesDaily',
    'totalPayingValidatorsDaily',
  ]),
  ...range('getTotalL1ValidatorMetrics'),
  row({
    operationId: 'getMetricsByValidationId',
    name: 'l1ValidationId',
    in: 'path',
    kind: 'text',
    rejected: notIds,
  }),
  metric('getMetricsByValidationId', ['validationCumulativeFeesDaily', 'validationFeesDaily']),
  ...range('getMetricsByValidationId'),
  row({
    operationId: 'getMetricsByNodeId',
    name: 'nodeId',
    in: 'path',
    kind: 'text',
    accepted: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
    rejected: notNodeIds,
  }),
  metric('getMetricsByNodeId', ['perNodeCumulativeFeesPaid', 'perNodeDailyFeesPaid']),
  ...range('getMetricsByNodeId'),
  row({
    operationId: 'getMetricsBySubnetId',
    name: 'subnetId',
    in: 'path',
    kind: 'text',
    accepted: [pChain],
    rejected: notIds,
  }),
  metric('getMetricsBySubnetId', [
    'perSubnetDailyFeesPaid',
    'perSubnetCumulativeFeesPaid',
    'perSubnetPayingValidators',
  ]),
  ...range('getMetricsBySubnetId'),
  threshold('getAddressesByBtcbBridged'),
  ...page('getAddressesByBtcbBridged', 1000, 5000),
  chainId('getAddressesByBalanceOverTime'),
  contractOfPath('getAddressesByBalanceOverTime'),
  threshold('getAddressesByBalanceOverTime'),
  ...range('getAddressesByBalanceOverTime'),
  ...page('getAddressesByBalanceOverTime', 1000, 5000),
  chainId('getNftHoldersByContractAddress'),
  contractOfPath('getNftHoldersByContractAddress'),
  ...page('getNftHoldersByContractAddress', 1000, 5000),
  row({
    operationId: 'getValidatorsByDateRange',
    name: 'subnetId',
    in: 'path',
    kind: 'text',
    accepted: [pChain],
    rejected: notIds,
  }),
  ...range('getValidatorsByDateRange'),
  optionalNetwork('getValidatorsByDateRange'),
  ...page('getValidatorsByDateRange', 1000, 5000),
  ...compositeQuery,
]

/** Operations whose range may not end before it starts, with a sample of their path. */
export const metricsWithRange = [
  'getEvmChainMetrics',
  'getIcmTimeseries',
  'getStakingMetrics',
  'getTotalL1ValidatorMetrics',
  'getMetricsByNodeId',
  'getMetricsBySubnetId',
  'getValidatorsByDateRange',
]
