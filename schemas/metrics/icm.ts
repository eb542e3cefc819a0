import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage } from '../paging.ts'
import { Cb58Id, EpochSeconds, NetworkParameter, oneOf, withOptions } from '../scalars.ts'
import { WindowValues } from './chain-metrics.ts'
import { seriesPage, seriesRange, TimeInterval } from './series.ts'

/** Grouping of messages; the last value is one text, with a comma in it. */
export const IcmGroups = oneOf(
  ['srcBlockchainId', 'destBlockchainId', 'srcBlockchainId,destBlockchainId'],
  { $id: 'IcmGroups' },
)
export type IcmGroups = Static<typeof IcmGroups>

const chains = { srcBlockchainId: Type.String(), destBlockchainId: Type.String() }

/** Messages of an hour, day, week or month; an id is empty if several chains count together. */
export const IcmValue = Type.Object(
  { value: Type.Integer({ minimum: 0 }), timestamp: EpochSeconds, ...chains },
  { $id: 'IcmValue' },
)
export type IcmValue = Static<typeof IcmValue>

const filter = (side: string) =>
  Type.Optional(withOptions(Cb58Id, { description: `Only messages ${side} this blockchain.` }))
const filters = {
  srcBlockchainId: filter('from'),
  destBlockchainId: filter('to'),
  groupBy: Type.Optional(IcmGroups),
  network: Type.Optional(NetworkParameter),
}
const shared = { method: 'GET', section: 'extra', tag: 'Metrics of messages' } as const

/** G-134 */
export const getIcmSummary = operation({
  ...shared,
  operationId: 'getIcmSummary',
  path: '/v2/icm/summary',
  computeUnits: 100,
  summary: 'Interchain messages in the hour, day, week, month, year before now',
  description: 'With groupBy: of the group with the most messages.',
  params: Type.Object({}),
  query: Type.Object(filters),
  response: Type.Object({ result: Type.Object({ ...chains, ...WindowValues.properties }) }),
})

/** G-134 */
export const getIcmTimeseries = operation({
  ...shared,
  operationId: 'getIcmTimeseries',
  path: '/v2/icm/timeseries',
  computeUnits: 100,
  summary: 'Interchain messages by hour, day, week or month, newest first',
  params: Type.Object({}),
  query: Type.Object({ ...seriesRange, ...filters, timeInterval: TimeInterval, ...seriesPage }),
  response: Type.Object({ ...nextPage, results: Type.Array(IcmValue) }),
})

/** Older form that one official client uses. */
export const getTeleporterMetricsByChain = operation({
  ...shared,
  operationId: 'getTeleporterMetricsByChain',
  path: '/v2/chains/{chainId}/teleporterMetrics/{metric}',
  computeUnits: 100,
  summary: 'Interchain messages that a chain has sent, been delivered, or both',
  params: Type.Object({
    chainId: Type.String({
      description: 'An EVM chain id or the base-58 blockchain id of an EVM chain.',
    }),
    metric: oneOf([
      'teleporterSourceTxnCount',
      'teleporterDestinationTxnCount',
      'teleporterTotalTxnCount',
    ]),
  }),
  query: Type.Object({}),
  response: Type.Object({ result: Type.Object({ value: Type.Integer({ minimum: 0 }) }) }),
})
