import { constant, from, many, nextPage } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'

const now = 1_768_435_200
const today = now - 86_400
const isNumber = (cell: string | number) => Number(cell)

/** One validation of mainnet, active since 1,000 seconds before now, and the block in which it began. */
const pickValidation = `
  SELECT w.validation_id AS validation, w.subnet_id AS subnet, v.node_id AS node,
    w.from_height AS height
  FROM l1_validator_weight w JOIN l1_validator v ON v.validation_id = w.validation_id
  WHERE w.network = 'mainnet' AND w.is_active = 1 LIMIT 1`
const feeSetup = [
  'DELETE FROM l1_validator_weight WHERE validation_id <> :validation OR from_height <> :height',
  `UPDATE primary_block SET timestamp = ${now - 1_000}
   WHERE network = 'mainnet' AND chain = 'P' AND height = :height`,
]
const fee = from('block.timestamp', (at: number) => (now - at) * 512, { to: now - 2_000 })
const one = constant(1)
const everyFee = [
  ['getTotalL1ValidatorMetrics', '/v2/validators', 'totalValidatorFeesDaily', fee],
  ['getTotalL1ValidatorMetrics', '/v2/validators', 'totalCumulativeFeesDaily', fee],
  ['getTotalL1ValidatorMetrics', '/v2/validators', 'totalPayingValidatorsDaily', one],
  ['getMetricsByValidationId', '/v2/validation/{validation}', 'validationFeesDaily', fee],
  ['getMetricsByValidationId', '/v2/validation/{validation}', 'validationCumulativeFeesDaily', fee],
  ['getMetricsByNodeId', '/v2/validator/{node}', 'perNodeDailyFeesPaid', fee],
  ['getMetricsByNodeId', '/v2/validator/{node}', 'perNodeCumulativeFeesPaid', fee],
  ['getMetricsBySubnetId', '/v2/subnet/{subnet}', 'perSubnetDailyFeesPaid', fee],
  ['getMetricsBySubnetId', '/v2/subnet/{subnet}', 'perSubnetCumulativeFeesPaid', fee],
  ['getMetricsBySubnetId', '/v2/subnet/{subnet}', 'perSubnetPayingValidators', one],
] as const
const fees = everyFee.map(
  ([of, root, metric, value]): View => ({
    of,
    pick: pickValidation,
    setup: feeSetup,
    url: `${root}/metrics/${metric}`,
    item: 'results.0',
    rows: {
      block: "primary_block WHERE network = 'mainnet' AND chain = 'P' AND height = :height",
    },
    fields: { value, timestamp: constant(today) },
  }),
)

/** One stake of the primary network that runs, and no other. */
const stakes = (metric: string, kind: 'validator' | 'delegator'): View => ({
  of: 'getStakingMetrics',
  pick: `
    SELECT tx_seq AS stake FROM staking_period
    WHERE network = 'mainnet' AND subnet_id = '11111111111111111111111111111111LpoYY'
      AND kind = '${kind}' AND end_height IS NULL AND start_height IS NOT NULL LIMIT 1`,
  setup: ['DELETE FROM staking_period WHERE tx_seq <> :stake'],
  url: `/v2/networks/mainnet/metrics/${metric}?pageSize=1`,
  item: 'results.0',
  rows: { stake: 'staking_period WHERE tx_seq = :stake' },
  fields: {
    timestamp: constant(today),
    value: metric.endsWith('Weight')
      ? from('stake.weight', isNumber, { to: '77' })
      : many(
          from('stake.kind', (name) => (name === kind ? 1 : 0), {
            to: kind === 'validator' ? 'delegator' : 'validator',
          }),
          from('stake.end_timestamp', (end: number) => (end < now ? 0 : 1), { to: now - 5 }),
          from('stake.start_timestamp', (start: number) => (start < now ? 1 : 0), {
            to: now + 5,
          }),
        ),
  },
  around: { nextPageToken: nextPage('results') },
})

const cChain = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
/** Messages of one pair of chains: 5 of a day, 3 of an hour of it, none of the last. */
const messageSetup = [
  'DELETE FROM icm_message',
  'DELETE FROM icm_period',
  ...[
    ['month', 1_767_225_600, 7],
    ['day', today, 5],
    ['hour', today + 7_200, 3],
  ].map(
    ([interval, start, count]) => `INSERT INTO icm_period
      VALUES ('mainnet', '${interval}', ${start}, '${cChain}', 'there', ${count})`,
  ),
]
/** With a message in the second before the last day, whose first hours have values of their own then. */
const summarySetup = [
  'DELETE FROM icm_message WHERE seq > (SELECT min(seq) FROM icm_message)',
  `UPDATE icm_message SET seq = ${(now - 86_400 - Date.UTC(2020, 0, 1) / 1000) * 2048}`,
  ...messageSetup.slice(1),
]
const periods = Object.fromEntries(
  ['hour', 'day', 'month'].map((name) => [name, `icm_period WHERE interval = '${name}'`]),
)
const both = 'srcBlockchainId%2CdestBlockchainId'
const messages: View[] = [
  {
    of: 'getIcmTimeseries',
    setup: [
      ...messageSetup,
      "DELETE FROM icm_period WHERE interval = 'hour'",
      `INSERT INTO icm_period VALUES ('mainnet', 'hour', ${now - 3_600}, '${cChain}', 'there', 3)`,
      `INSERT INTO icm_period VALUES ('mainnet', 'hour', ${now - 36_000}, '${cChain}', 'there', 3)`,
    ],
    url: '/v2/icm/timeseries?pageSize=1',
    item: 'results.0',
    rows: { last: `icm_period WHERE interval = 'hour' AND start = ${now - 3_600}` },
    fields: {
      value: 'last.messages',
      timestamp: constant(now - 3_600),
      srcBlockchainId: constant(''),
      destBlockchainId: constant(''),
    },
    around: { nextPageToken: nextPage('results') },
  },
  {
    of: 'getIcmTimeseries',
    setup: messageSetup,
    url: `/v2/icm/timeseries?groupBy=${both}&timeInterval=day`,
    item: 'results.0',
    rows: {},
    fields: { srcBlockchainId: constant(cChain), destBlockchainId: constant('there') },
  },
  {
    of: 'getIcmSummary',
    setup: summarySetup,
    url: `/v2/icm/summary?groupBy=${both}`,
    item: 'result',
    rows: periods,
    fields: {
      srcBlockchainId: constant(cChain),
      destBlockchainId: constant('there'),
      lastHour: constant(0),
      lastDay: 'hour.messages',
      lastWeek: 'day.messages',
      ...Object.fromEntries(
        ['lastMonth', 'last90Days', 'lastYear', 'allTime'].map((name) => [name, 'month.messages']),
      ),
    },
  },
  {
    of: 'getTeleporterMetricsByChain',
    setup: [...messageSetup, 'DELETE FROM icm_delivery'],
    url: '/v2/chains/43114/teleporterMetrics/teleporterTotalTxnCount',
    rows: periods,
    fields: { 'result.value': 'month.messages' },
  },
]

/** Fees of L1 validators, stakers, and numbers of messages. */
export const validatorAndMessageMetrics: FieldTable = [
  ...fees,
  stakes('validatorCount', 'validator'),
  stakes('validatorWeight', 'validator'),
  stakes('delegatorCount', 'delegator'),
  stakes('delegatorWeight', 'delegator'),
  ...messages,
]
