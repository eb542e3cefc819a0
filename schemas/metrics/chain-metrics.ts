import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { oneOf } from '../scalars.ts'
import { MetricsSeries, seriesPage, seriesRange, TimeInterval } from './series.ts'

const anyInterval = ['activeAddresses', 'activeSenders', 'gasUsed', 'txCount'] as const
const dayAndWindow = [
  'avgGps',
  'maxGps',
  'avgTps',
  'maxTps',
  'avgGasPrice',
  'maxGasPrice',
  'feesPaid',
  'contracts',
  'deployers',
] as const
const cumulative = [
  'cumulativeTxCount',
  'cumulativeAddresses',
  'cumulativeContracts',
  'cumulativeDeployers',
] as const

/** Metrics of EVM chains by the hour, day, week or month. */
export const ChainMetric = oneOf([...anyInterval, ...dayAndWindow, ...cumulative], {
  $id: 'ChainMetric',
})
export type ChainMetric = Static<typeof ChainMetric>

/** Metrics of EVM chains up to now. */
export const ChainWindowMetric = oneOf([...anyInterval, ...dayAndWindow], {
  $id: 'ChainWindowMetric',
})
export type ChainWindowMetric = Static<typeof ChainWindowMetric>

/**
 * Values of the hour, day and other windows before now; active addresses and senders have the first
 * three.
 */
export const WindowValues = Type.Object(
  {
    lastHour: Type.Number({ minimum: 0 }),
    lastDay: Type.Number({ minimum: 0 }),
    lastWeek: Type.Number({ minimum: 0 }),
    lastMonth: Type.Optional(Type.Number({ minimum: 0 })),
    last90Days: Type.Optional(Type.Number({ minimum: 0 })),
    lastYear: Type.Optional(Type.Number({ minimum: 0 })),
    allTime: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { $id: 'WindowValues' },
)
export type WindowValues = Static<typeof WindowValues>

const scopeParam = Type.String({
  description:
    'An EVM chain id, the base-58 blockchain id of an EVM chain, or mainnet, testnet or total for all chains of a network or of both.',
})
const shared = { method: 'GET', section: 'extra', tag: 'Metrics of chains' } as const

/** Tells whether a metric has values of hours, weeks and months too, and not of days alone. */
export const isOfAnyInterval = (metric: ChainMetric): boolean =>
  anyInterval.some((each) => each === metric)

/** Counts, gas and wei, in total and per second. G-116, G-117, G-121, G-122, G-124 */
export const getEvmChainMetrics = operation({
  ...shared,
  operationId: 'getEvmChainMetrics',
  path: '/v2/chains/{chainId}/metrics/{metric}',
  computeUnits: 100,
  summary: 'A metric of an EVM chain or of several by hour, day, week or month, newest first',
  description: `Metrics other than ${anyInterval.join(', ')} are of days alone: timeInterval must be day for them.`,
  params: Type.Object({ chainId: scopeParam, metric: ChainMetric }),
  query: Type.Object({ ...seriesRange, timeInterval: TimeInterval, ...seriesPage }),
  response: MetricsSeries,
})

/** Values of the same metrics up to now. G-123 */
export const getEvmChainRollingWindowMetrics = operation({
  ...shared,
  operationId: 'getEvmChainRollingWindowMetrics',
  path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}',
  computeUnits: 100,
  summary: 'A metric of an EVM chain or of several in the hour, day, week, month, year before now',
  params: Type.Object({ chainId: scopeParam, metric: ChainWindowMetric }),
  query: Type.Object({}),
  response: Type.Object({ result: WindowValues }),
})
