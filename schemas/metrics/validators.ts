import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { Cb58Id, NetworkParameter, NodeId, oneOf, withOptions } from '../scalars.ts'
import { MetricsSeries, seriesPage, seriesRange, WholeMetricsSeries } from './series.ts'

const primaryNetwork = '11111111111111111111111111111111LpoYY'

/** Metrics of stakes: weights are in nAVAX, or in a subnet's own unit. */
export const NetworkMetric = oneOf(
  ['delegatorCount', 'delegatorWeight', 'validatorCount', 'validatorWeight'],
  { $id: 'NetworkMetric' },
)
export type NetworkMetric = Static<typeof NetworkMetric>

/** G-132 */
export const getStakingMetrics = operation({
  operationId: 'getStakingMetrics',
  method: 'GET',
  path: '/v2/networks/{network}/metrics/{metric}',
  computeUnits: 100,
  section: 'extra',
  tag: 'Metrics of validators',
  summary: 'Validators or delegators of a subnet at the end of each day, newest first',
  params: Type.Object({ network: NetworkParameter, metric: NetworkMetric }),
  query: Type.Object({
    ...seriesRange,
    ...seriesPage,
    subnetId: withOptions(Cb58Id, { default: primaryNetwork }),
  }),
  response: MetricsSeries,
})

const shared = { method: 'GET', section: 'extra', tag: 'Metrics of validators' } as const
const feeQuery = Type.Object(seriesRange)

/** Metrics of all L1 validators of mainnet. G-133 */
export const getTotalL1ValidatorMetrics = operation({
  ...shared,
  operationId: 'getTotalL1ValidatorMetrics',
  path: '/v2/validators/metrics/{metric}',
  computeUnits: 20,
  summary: 'Fees that L1 validators of mainnet paid each day, in nAVAX, or how many paid',
  params: Type.Object({
    metric: oneOf([
      'totalCumulativeFeesDaily',
      'totalValidatorFeesDaily',
      'totalPayingValidatorsDaily',
    ]),
  }),
  query: feeQuery,
  response: WholeMetricsSeries,
})

export const getMetricsByValidationId = operation({
  ...shared,
  operationId: 'getMetricsByValidationId',
  path: '/v2/validation/{l1ValidationId}/metrics/{metric}',
  computeUnits: 20,
  summary: 'Fees of an L1 validation each day, in nAVAX',
  params: Type.Object({
    l1ValidationId: Cb58Id,
    metric: oneOf(['validationCumulativeFeesDaily', 'validationFeesDaily']),
  }),
  query: feeQuery,
  response: WholeMetricsSeries,
})

export const getMetricsByNodeId = operation({
  ...shared,
  operationId: 'getMetricsByNodeId',
  path: '/v2/validator/{nodeId}/metrics/{metric}',
  computeUnits: 20,
  summary: 'Fees of the L1 validations of a node each day, in nAVAX',
  params: Type.Object({
    nodeId: NodeId,
    metric: oneOf(['perNodeCumulativeFeesPaid', 'perNodeDailyFeesPaid']),
  }),
  query: feeQuery,
  response: WholeMetricsSeries,
})

export const getMetricsBySubnetId = operation({
  ...shared,
  operationId: 'getMetricsBySubnetId',
  path: '/v2/subnet/{subnetId}/metrics/{metric}',
  computeUnits: 20,
  summary: 'Fees of the validators of an L1 each day, in nAVAX, or how many paid',
  params: Type.Object({
    subnetId: Cb58Id,
    metric: oneOf([
      'perSubnetDailyFeesPaid',
      'perSubnetCumulativeFeesPaid',
      'perSubnetPayingValidators',
    ]),
  }),
  query: feeQuery,
  response: WholeMetricsSeries,
})
