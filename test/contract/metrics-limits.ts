import {
  cChainOfMainnet,
  chainId,
  type Limit,
  networks,
  page,
  pageToken,
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
]

/** Operations whose range may not end before it starts, with a sample of their path. */
export const metricsWithRange = ['getEvmChainMetrics']
