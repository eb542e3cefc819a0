import type { Route } from '../http/rest/route.ts'
import { getMetricsChainRoute } from './chains/get-metrics-chain.ts'
import { listMetricsChainsRoute } from './chains/list-metrics-chains.ts'
import { getEvmChainMetricsRoute } from './evm/get-evm-chain-metrics.ts'
import { getEvmChainRollingWindowMetricsRoute } from './evm/get-evm-chain-rolling-window-metrics.ts'
import { getAverageTpsRoute } from './get-average-tps.ts'
import { getMetricsHealthRoute } from './get-metrics-health.ts'
import { getMetricsLivenessRoute } from './get-metrics-liveness.ts'
import { getIcmSummaryRoute } from './icm/get-icm-summary.ts'
import { getIcmTimeseriesRoute } from './icm/get-icm-timeseries.ts'
import { getTeleporterMetricsByChainRoute } from './icm/get-teleporter-metrics-by-chain.ts'
import { getMetricsByNodeIdRoute } from './l1-fees/get-metrics-by-node-id.ts'
import { getMetricsBySubnetIdRoute } from './l1-fees/get-metrics-by-subnet-id.ts'
import { getMetricsByValidationIdRoute } from './l1-fees/get-metrics-by-validation-id.ts'
import { getTotalL1ValidatorMetricsRoute } from './l1-fees/get-total-l1-validator-metrics.ts'
import { compositeQueryV2Route } from './looking-glass/composite-query-v2.ts'
import { getAddressesByBalanceOverTimeRoute } from './looking-glass/get-addresses-by-balance-over-time.ts'
import { getAddressesByBtcbBridgedRoute } from './looking-glass/get-addresses-by-btcb-bridged.ts'
import { getNftHoldersByContractAddressRoute } from './looking-glass/get-nft-holders-by-contract-address.ts'
import { getValidatorsByDateRangeRoute } from './looking-glass/get-validators-by-date-range.ts'
import { getStakingMetricsRoute } from './staking/get-staking-metrics.ts'

/** Routes of the Metrics API. */
export const metricsRoutes: readonly Route[] = [
  getAverageTpsRoute,
  listMetricsChainsRoute,
  getMetricsChainRoute,
  getEvmChainMetricsRoute,
  getEvmChainRollingWindowMetricsRoute,
  getIcmSummaryRoute,
  getIcmTimeseriesRoute,
  getTeleporterMetricsByChainRoute,
  getStakingMetricsRoute,
  getTotalL1ValidatorMetricsRoute,
  getMetricsByValidationIdRoute,
  getMetricsByNodeIdRoute,
  getMetricsBySubnetIdRoute,
  getAddressesByBtcbBridgedRoute,
  getValidatorsByDateRangeRoute,
  getNftHoldersByContractAddressRoute,
  getAddressesByBalanceOverTimeRoute,
  compositeQueryV2Route,
  getMetricsHealthRoute,
  getMetricsLivenessRoute,
]
