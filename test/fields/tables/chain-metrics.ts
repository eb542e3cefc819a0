import { constant, from, many, nextPage, request } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { cellOf, type Interval, isNumber, newest, twoPeriods } from './evm-period-rows.ts'

const metrics = '/v2/chains/43114/metrics'

const series = (
  metric: string,
  value: View['fields'][string],
  interval: Interval = 'day',
): View => ({
  of: 'getEvmChainMetrics',
  setup: twoPeriods(interval),
  url: `${metrics}/${metric}?timeInterval=${interval}&pageSize=1`,
  item: 'results.0',
  rows: {
    period: `evm_period WHERE scope = '43114' AND interval = '${interval}'
             AND start = ${newest[interval]}`,
    before: `evm_period WHERE scope = '43114' AND interval = '${interval}'
             AND start < ${newest[interval]}`,
  },
  fields: { value, timestamp: constant(newest[interval]) },
  around: { nextPageToken: nextPage('results') },
})

const apart = 500_000_000
/** A second of the time between the last blocks of the two periods. */
const rate = (column: 'tx_count' | 'gas_used', amount: number) =>
  many(
    from(`period.${column}`, (cell: string | number) => Number(cell) / apart, {
      to: cellOf(column, 40),
    }),
    from('period.last_block_at', (at: number) => amount / (at - (newest.day - apart + 500)), {
      to: newest.day + 900,
    }),
    from('before.last_block_at', (at: number) => amount / (newest.day + 500 - at), {
      to: newest.day - apart + 100,
    }),
  )

const everyMetric: View[] = [
  series('txCount', 'period.tx_count'),
  series('gasUsed', from('period.gas_used', isNumber, { to: '77' })),
  series('feesPaid', from('period.fees_paid', isNumber, { to: '9007199254740993000' })),
  series('contracts', 'period.contracts'),
  series('deployers', 'period.deployers'),
  series('maxTps', from('period.max_tps', isNumber, { to: 0.25 })),
  series('maxGps', from('period.max_gps', isNumber, { to: 0.125 })),
  series('maxGasPrice', from('period.max_gas_price', isNumber, { to: '88' })),
  series(
    'avgGasPrice',
    many(
      from('period.gas_prices', (cell: string) => Number(cell) / 11, { to: '44' }),
      from('period.tx_count', (count: number) => 5000 / count, { to: 4 }),
    ),
  ),
  series('avgTps', rate('tx_count', 11)),
  series('avgGps', rate('gas_used', 2001)),
  series('activeAddresses', 'period.active_addresses'),
  series('activeSenders', 'period.active_senders'),
  series('cumulativeTxCount', 'period.cumulative_txs'),
  series('cumulativeAddresses', 'period.cumulative_addresses'),
  series('cumulativeContracts', 'period.cumulative_contracts'),
  series('cumulativeDeployers', 'period.cumulative_deployers'),
  ...(['hour', 'week', 'month'] as const).flatMap((interval) => [
    series('txCount', 'period.tx_count', interval),
    series('gasUsed', from('period.gas_used', isNumber, { to: '77' }), interval),
    series('activeAddresses', 'period.active_addresses', interval),
    series('activeSenders', 'period.active_senders', interval),
  ]),
]

/** A period without a row has what was counted so far, and nothing else. */
const emptyPeriods = Object.entries({
  txCount: constant(0),
  avgTps: constant(0),
  activeSenders: constant(0),
  cumulativeTxCount: 'before.cumulative_txs',
  cumulativeContracts: 'before.cumulative_contracts',
}).map(([metric, value]): View => {
  const view = series(metric, value)
  return {
    ...view,
    setup: [
      ...twoPeriods('day'),
      `DELETE FROM evm_period WHERE scope = '43114' AND start = ${newest.day}`,
    ],
    rows: { before: view.rows.before ?? '' },
  }
})

/** Chains together have rows of their own, but for what is an average a second. */
const together: View[] = [
  {
    of: 'getEvmChainMetrics',
    url: '/v2/chains/testnet/metrics/txCount?timeInterval=day&pageSize=1',
    item: 'results.0',
    rows: {
      period: `evm_period WHERE scope = 'fuji' AND interval = 'day' AND start = ${newest.day}`,
    },
    fields: { value: 'period.tx_count' },
  },
  {
    of: 'getEvmChainMetrics',
    url: '/v2/chains/total/metrics/activeSenders?timeInterval=day&pageSize=1',
    item: 'results.0',
    rows: {
      period: `evm_period WHERE scope = 'total' AND interval = 'day' AND start = ${newest.day}`,
    },
    fields: { value: 'period.active_senders' },
  },
  {
    of: 'getEvmChainMetrics',
    setup: [
      ...twoPeriods('day'),
      `DELETE FROM evm_period WHERE scope = '930114' AND start >= ${newest.day}`,
    ],
    url: '/v2/chains/mainnet/metrics/avgTps?timeInterval=day&pageSize=1',
    item: 'results.0',
    rows: {
      period: `evm_period WHERE scope = '43114' AND interval = 'day' AND start = ${newest.day}`,
    },
    fields: { value: from('period.tx_count', (count: number) => count / apart) },
  },
]

const metricsChain = {
  evmChainId: from('chain.chain_id', isNumber, { to: '43115' }),
  chainName: 'chain.name',
  blockchainId: 'chain.blockchain_id',
  subnetId: 'chain.subnet_id',
  network: from('chain.network', (name) => (name === 'fuji' ? 'testnet' : 'mainnet'), {
    to: 'fuji',
  }),
}
const ofName = "evm_chain WHERE rpc_url = 'https://api.avax.network/ext/bc/C/rpc'"

const chains: View[] = [
  {
    of: 'listMetricsChains',
    setup: ["DELETE FROM evm_chain WHERE chain_id <> '43114'"],
    url: '/v2/chains',
    item: 'chains.0',
    rows: { chain: ofName },
    fields: metricsChain,
  },
  {
    of: 'getMetricsChain',
    url: '/v2/chains/43114',
    rows: { chain: ofName },
    fields: {
      chainName: metricsChain.chainName,
      blockchainId: metricsChain.blockchainId,
      subnetId: metricsChain.subnetId,
      network: metricsChain.network,
      evmChainId: request({ '/v2/chains/43114': 43114, '/v2/chains/43113': 43113 }),
    },
  },
]

/** Metrics of EVM chains, and which chains have them. */
export const chainMetrics: FieldTable = [...chains, ...everyMetric, ...emptyPeriods, ...together]
