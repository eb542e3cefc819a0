/** Weights of the deployed service's documentation, in compute units; see gap G-17. */
const weights: Readonly<Record<string, number>> = {
  listChains: 1,
  getChain: 1,
  listEvmBlocks: 10,
  getEvmBlock: 10,
  listPrimaryTransactions: 100,
  getBalances: 100,
  getPrimaryBlock: 100,
  getAverageTps: 100,
  listMetricsChains: 1,
  getMetricsChain: 1,
  getMetricsHealth: 1,
  getMetricsLiveness: 1,
  getEvmChainMetrics: 100,
  getEvmChainRollingWindowMetrics: 100,
  getIcmSummary: 100,
  getIcmTimeseries: 100,
  getTeleporterMetricsByChain: 100,
  getStakingMetrics: 100,
  getAddressesByBtcbBridged: 500,
  getValidatorsByDateRange: 500,
  getNftHoldersByContractAddress: 500,
  getAddressesByBalanceOverTime: 1000,
  compositeQueryV2: 3000,
}

const medium = 20

/**
 * Returns the cost of a request under `--rate-limit docs`; routes without a weight count as medium.
 */
export const computeUnitsOf = (operationId: string | undefined): number =>
  (operationId === undefined ? undefined : weights[operationId]) ?? medium
