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

/* Parameters of the Metrics API beside the contract, typed by hand from the published documents. */

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

const metric = (operationId: string, values: readonly string[], beside = {}) =>
  row({ operationId, name: 'metric', in: 'path', kind: 'one of', values, beside })

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
