import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Count, EpochSeconds, NetworkParameter, oneOf } from '../scalars.ts'

const Text = Type.String()
const text = Type.Optional(Text)

const requestTypes = ['data', 'rpc'] as const
const timeRange = {
  startTimestamp: Type.Optional(EpochSeconds),
  endTimestamp: Type.Optional(EpochSeconds),
}

/** Fields by which usage is grouped. */
export const usageGroups = [
  'requestPath',
  'responseCode',
  'chainId',
  'apiKeyId',
  'requestType',
] as const
/** Field by which usage is grouped. */
export type UsageGroup = (typeof usageGroups)[number]

/** Lengths of periods of usage. */
export const usageIntervals = ['minute', 'hourly', 'daily', 'weekly', 'monthly'] as const
/** Length of a period of usage. */
export type UsageInterval = (typeof usageIntervals)[number]

const sums = {
  totalRequests: Count,
  requestsPerSecond: Type.Number({ minimum: 0 }),
  successRatePercent: Type.Number({ minimum: 0, maximum: 100 }),
  medianResponseTimeMsecs: Type.Number({ minimum: 0 }),
  invalidRequests: Count,
  apiCreditsUsed: Count,
  apiCreditsWasted: Count,
}
const groupValue = Type.Optional(Type.Union([Type.String(), Type.Number()]))

/** Requests of one interval and group. */
const UsageValue = Type.Object(
  { groupedBy: oneOf([...usageGroups, 'None']), groupValue, ...sums },
  { $id: 'UsageMetricsValueDTO' },
)
/** Usage of a group. */
export type UsageValue = Static<typeof UsageValue>

const Usage = Type.Object(
  {
    aggregateDuration: Text,
    orgId: Text,
    metrics: Type.Array(
      Type.Object({ timestamp: EpochSeconds, values: Type.Array(UsageValue) }, { $id: 'Metric' }),
    ),
  },
  { $id: 'UsageMetricsResponseDTO' },
)

const usageFilters = {
  orgId: text,
  ...timeRange,
  chainId: text,
  responseCode: text,
  requestType: Type.Optional(oneOf(requestTypes)),
  apiKeyId: text,
  requestPath: text,
}

const usageOperation = {
  method: 'GET',
  computeUnits: 200,
  section: 'extra',
  tag: 'Usage',
  params: Type.Object({}),
} as const

/** Requests of the key to the Data and Metrics APIs. G-213, G-214 */
export const getApiUsageMetrics = operation({
  ...usageOperation,
  operationId: 'getApiUsageMetrics',
  path: '/v1/apiUsageMetrics',
  summary: 'Counts of the requests that a key has sent, by time and group',
  description:
    'Both timestamps are rounded down to 00:00 UTC; the first day is included, the last is not. ' +
    'Intervals without requests are left out.',
  needsWriter: true,
  query: Type.Object({
    ...usageFilters,
    timeInterval: oneOf(usageIntervals, { default: 'daily' }),
    groupBy: Type.Optional(oneOf(usageGroups)),
  }),
  response: Usage,
})

/** A request of a key. */
const ApiLog = Type.Object(
  {
    orgId: Text,
    logId: Text,
    eventTimestamp: EpochSeconds,
    apiKeyId: Text,
    apiKeyAlias: Text,
    hostRegion: Text,
    requestType: oneOf(requestTypes),
    requestPath: Text,
    apiCreditsConsumed: Count,
    requestDurationMsecs: Type.Number({ minimum: 0 }),
    responseCode: Count,
    chainId: text,
    rpcMethod: text,
    metadata: Type.Object(
      { ipAddress: Text, host: Text, userAgent: Text },
      { $id: 'LogsFormatMetadata' },
    ),
  },
  { $id: 'LogsFormat' },
)
/** Request in the log of a key. */
export type ApiLog = Static<typeof ApiLog>

/** Requests that the journal remembers. G-215 */
export const getApiLogs = operation({
  ...usageOperation,
  operationId: 'getApiLogs',
  path: '/v1/apiLogs',
  summary: 'The latest requests of a key, newest first',
  needsWriter: true,
  query: Type.Object({ ...usageFilters, ...pageQuery({ size: 10, max: 100 }) }),
  response: Type.Object({ ...nextPage, orgId: Text, logs: Type.Array(ApiLog) }),
})

const rpcGroups = ['rpcMethod', 'responseCode', 'rlBypassToken'] as const
const nodeGroups = [
  'rpcMethod',
  'requestPath',
  'responseCode',
  'country',
  'continent',
  'userAgent',
] as const
const rpcIntervals = oneOf(['hourly', 'daily', 'weekly', 'monthly'], { default: 'daily' })

const rpcMetrics = Type.Array(
  Type.Object(
    {
      timestamp: EpochSeconds,
      values: Type.Array(
        Type.Object(
          {
            groupedBy: oneOf([...new Set([...rpcGroups, ...nodeGroups, 'None'] as const)]),
            groupValue,
            ...sums,
          },
          { $id: 'RpcUsageMetricsValueAggregated' },
        ),
      ),
    },
    { $id: 'RpcMetrics' },
  ),
)

const rpcQuery = {
  timeInterval: rpcIntervals,
  ...timeRange,
  responseCode: text,
  rpcMethod: text,
}

const SubnetRpcUsage = Type.Object(
  { aggregateDuration: Text, metrics: rpcMetrics, chainId: Text },
  { $id: 'SubnetRpcUsageMetricsResponseDTO' },
)

const subnetRpcUsage = {
  ...usageOperation,
  query: Type.Object({
    ...rpcQuery,
    groupBy: Type.Optional(oneOf(rpcGroups)),
    chainId: text,
    rlBypassApiToken: text,
  }),
  response: SubnetRpcUsage,
}

/** RPC calls are not counted. G-216 */
export const getSubnetRpcUsageMetrics = operation({
  ...subnetRpcUsage,
  operationId: 'getSubnetRpcUsageMetrics',
  path: '/v1/subnetRpcUsageMetrics',
  summary: 'Counts of the RPC calls to an L1: none',
})

/** {@link getSubnetRpcUsageMetrics} at its deprecated path. */
export const getRpcUsageMetrics = operation({
  ...subnetRpcUsage,
  operationId: 'getRpcUsageMetrics',
  path: '/v1/rpcUsageMetrics',
  summary: 'Counts of the RPC calls to an L1, at the deprecated path: none',
})

/** RPC calls are not counted. G-216 */
export const getPrimaryNetworkRpcUsageMetrics = operation({
  ...usageOperation,
  operationId: 'getPrimaryNetworkRpcUsageMetrics',
  path: '/v1/primaryNetworkRpcUsageMetrics',
  summary: 'Counts of the RPC calls to the primary network: none',
  query: Type.Object({
    ...rpcQuery,
    groupBy: Type.Optional(oneOf(nodeGroups)),
    requestPath: text,
    country: text,
    continent: text,
    userAgent: text,
    network: NetworkParameter,
  }),
  response: Type.Object(
    { aggregateDuration: Text, metrics: rpcMetrics, network: oneOf(['mainnet', 'testnet']) },
    { $id: 'PrimaryNetworkRpcUsageMetricsResponseDTO' },
  ),
})
