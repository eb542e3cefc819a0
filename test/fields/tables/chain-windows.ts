import { constant, from, many } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { cellOf, isNumber, now, twoPeriods } from './evm-period-rows.ts'

const windows = '/v2/chains/43114/rollingWindowMetrics'
/** A time so late in an hour that less of it is left than is over. */
const windowNow = now + 2_700
const beyondWeek = ['lastMonth', 'last90Days', 'lastYear', 'allTime']
/**
 * Block 2 in the last hour with one transaction, which makes a contract, and block 1 before it. Where a
 * window begins while something happens its first hour is read from blocks, and its first day by hours:
 * blocks 3 and 4 are in the seconds before the last hour and the last day.
 */
const blockSetup = [
  `UPDATE meta SET now = ${windowNow}`,
  "DELETE FROM evm_block WHERE chain_id = '43114' AND number > 4",
  "DELETE FROM evm_transaction WHERE chain_id = '43114' AND seq <> :tx",
  `UPDATE evm_transaction SET block_number = 2, gas_price = '30' WHERE seq = :tx`,
  `UPDATE evm_block SET timestamp = ${windowNow - 7_000} WHERE chain_id = '43114' AND number = 1`,
  `UPDATE evm_block SET timestamp = ${windowNow - 3_000}, tx_count = 8, gas_used = '4000',
   fees_spent = '900' WHERE chain_id = '43114' AND number = 2`,
  `UPDATE evm_block SET timestamp = ${windowNow - 3_600} WHERE chain_id = '43114' AND number = 3`,
  `UPDATE evm_block SET timestamp = ${windowNow - 86_400} WHERE chain_id = '43114' AND number = 4`,
]
const pickTransaction = `
  SELECT deployment_tx AS tx, seq AS contract FROM contract
  WHERE chain_id = '43114' AND deployment_tx IS NOT NULL LIMIT 1`
const blockRows = {
  block: "evm_block WHERE chain_id = '43114' AND number = 2",
  parent: "evm_block WHERE chain_id = '43114' AND number = 1",
  tx: "evm_transaction WHERE chain_id = '43114'",
}
/** An hour of the last day, a day of the last week, and this month. */
const windowSetup = [
  ...blockSetup,
  "DELETE FROM evm_period WHERE scope = '43114'",
  ...twoPeriods('hour').slice(2),
  `UPDATE evm_period SET start = start - 7200 WHERE scope = '43114'`,
  ...twoPeriods('day').slice(2),
  ...twoPeriods('month').slice(2),
]
const windowRows = {
  hour: "evm_period WHERE scope = '43114' AND interval = 'hour'",
  day: "evm_period WHERE scope = '43114' AND interval = 'day'",
  month: "evm_period WHERE scope = '43114' AND interval = 'month'",
}

interface Windowed {
  readonly metric: string
  readonly lastHour: View['fields'][string]
  readonly fromPeriod: (row: 'hour' | 'day' | 'month') => View['fields'][string]
}
const window = ({ metric, lastHour, fromPeriod }: Windowed): View => ({
  of: 'getEvmChainRollingWindowMetrics',
  pick: pickTransaction,
  setup: windowSetup,
  url: `${windows}/${metric}`,
  item: 'result',
  rows: { ...blockRows, ...windowRows },
  fields: {
    lastHour,
    lastDay: fromPeriod('hour'),
    lastWeek: fromPeriod('day'),
    ...Object.fromEntries(beyondWeek.map((name) => [name, fromPeriod('month')])),
  },
})
const plain =
  (column: string, to?: string | number) =>
  (row: 'hour' | 'day' | 'month'): View['fields'][string] =>
    from(`${row}.${column}`, isNumber, to === undefined ? {} : { to })
/** Of block 2, 4,000 seconds after its parent. */
const perSecond = (column: string, amount: number) =>
  many(
    from(`block.${column}`, (cell: string | number) => Number(cell) / 4_000, {
      to: cellOf(column, 12),
    }),
    from('block.timestamp', (at: number) => amount / (at - windowNow + 7_000), {
      to: windowNow - 3_100,
    }),
    from('parent.timestamp', (at: number) => amount / (windowNow - 3_000 - at), {
      to: windowNow - 9_000,
    }),
  )

const everyWindow: View[] = [
  window({ metric: 'txCount', lastHour: 'block.tx_count', fromPeriod: plain('tx_count') }),
  window({
    metric: 'gasUsed',
    lastHour: from('block.gas_used', isNumber, { to: '5' }),
    fromPeriod: plain('gas_used', '6'),
  }),
  window({
    metric: 'feesPaid',
    lastHour: from('block.fees_spent', isNumber, { to: '5' }),
    fromPeriod: plain('fees_paid', '9007199254740993000'),
  }),
  window({ metric: 'contracts', lastHour: constant(1), fromPeriod: plain('contracts') }),
  window({
    metric: 'maxTps',
    lastHour: perSecond('tx_count', 8),
    fromPeriod: plain('max_tps', 0.75),
  }),
  window({
    metric: 'maxGps',
    lastHour: perSecond('gas_used', 4_000),
    fromPeriod: plain('max_gps', 0.75),
  }),
  window({
    metric: 'maxGasPrice',
    lastHour: from('tx.gas_price', isNumber, { to: '31' }),
    fromPeriod: plain('max_gas_price', '701'),
  }),
  window({
    metric: 'avgGasPrice',
    lastHour: many(
      from('tx.gas_price', (price: string) => Number(price) / 8, { to: '64' }),
      from('block.tx_count', (count: number) => 30 / count, { to: 4 }),
    ),
    fromPeriod: (row) =>
      many(
        from(`${row}.gas_prices`, (prices: string) => Number(prices) / 11, { to: '44' }),
        from(`${row}.tx_count`, (count: number) => 5_000 / count, { to: 4 }),
      ),
  }),
]

/** Where most of an hour is left, it is read from its row, less block 3 in its first second. */
const restOfHour = (metric: string, lastHour: View['fields'][string]): View => ({
  of: 'getEvmChainRollingWindowMetrics',
  pick: pickTransaction,
  setup: [
    ...blockSetup,
    `UPDATE meta SET now = ${now}`,
    "UPDATE evm_block SET timestamp = 1600000000 WHERE chain_id = '43114' AND number = 1",
    `UPDATE evm_block SET timestamp = ${now - 3_600}, tx_count = 3, gas_used = '1500',
     fees_spent = '200' WHERE chain_id = '43114' AND number = 3`,
    'UPDATE evm_transaction SET block_number = 3 WHERE seq = :tx',
    "DELETE FROM evm_period WHERE scope = '43114'",
    ...twoPeriods('hour').slice(2),
  ],
  url: `${windows}/${metric}`,
  item: 'result',
  rows: {
    hour: windowRows.hour,
    first: "evm_block WHERE chain_id = '43114' AND number = 3",
    tx: blockRows.tx,
  },
  fields: { lastHour },
})
const lessBehind: View[] = [
  restOfHour(
    'txCount',
    many(
      from('hour.tx_count', (count: number) => count - 3, { to: 90 }),
      from('first.tx_count', (count: number) => 11 - count, { to: 4 }),
    ),
  ),
  restOfHour(
    'gasUsed',
    many(
      from('hour.gas_used', (gas: string) => Number(gas) - 1_500, { to: '9000' }),
      from('first.gas_used', (gas: string) => 2_001 - Number(gas), { to: '5' }),
    ),
  ),
  restOfHour(
    'contracts',
    from('hour.contracts', (count: number) => count - 1, { to: 9 }),
  ),
  restOfHour(
    'avgGasPrice',
    many(
      from('hour.gas_prices', (prices: string) => (Number(prices) - 30) / 8, { to: '4430' }),
      from('hour.tx_count', (count: number) => 4_970 / (count - 3), { to: 8 }),
      from('tx.gas_price', (price: string) => (5_000 - Number(price)) / 8, { to: '200' }),
    ),
  ),
  restOfHour(
    'maxGasPrice',
    many(
      from('hour.max_gas_price', Number, { to: '701' }),
      // It was the highest, and nothing is left.
      from('tx.gas_price', (price: string) => (Number(price) < 700 ? 700 : 0), { to: '700' }),
    ),
  ),
]

/** Divided by what lies between blocks, by the window where nothing is before, by what lies behind. */
const rates: View[] = (['tx_count', 'gas_used'] as const).map((column) => {
  const divided = (row: string, seconds: number) =>
    from(`${row}.${column}`, (cell: string | number) => Number(cell) / seconds, {
      to: cellOf(column, 12),
    })
  const amount = column === 'tx_count' ? 11 : 2_001
  /** From the last block before a window to block 2. */
  const behind = (row: string, dividend: number, before: number) =>
    many(
      divided(row, windowNow - 3_000 - before),
      from('block.timestamp', (at: number) => dividend / (at - before), { to: windowNow - 3_100 }),
    )
  const view = window({
    metric: column === 'tx_count' ? 'avgTps' : 'avgGps',
    lastHour: constant(0),
    fromPeriod: () => constant(0),
  })
  return {
    ...view,
    fields: {
      ...view.fields,
      lastHour: behind('block', column === 'tx_count' ? 8 : 4_000, windowNow - 3_600),
      lastDay: behind('hour', amount, windowNow - 86_400),
      lastWeek: divided('day', 7 * 86_400),
      lastMonth: divided('month', 30 * 86_400),
      last90Days: divided('month', 90 * 86_400),
      lastYear: divided('month', 365 * 86_400),
      allTime: many(
        divided('month', 7_000),
        from('parent.timestamp', (at: number) => amount / (windowNow - at), {
          to: windowNow - 9_000,
        }),
      ),
    },
  }
})

/** One address that did something last in the first hour of the shortest window. */
const lastActive = (column: string) => [
  "DELETE FROM evm_last_active WHERE scope = '43114'",
  `INSERT INTO evm_last_active VALUES ('43114', '0x01', NULL, NULL, NULL)`,
  `UPDATE evm_last_active SET ${column} = ${windowNow - 3_300} WHERE scope = '43114'`,
]
const lastRow = { last: "evm_last_active WHERE scope = '43114'" }
const counted = (column: string, seconds: number) =>
  from(`last.${column}`, (at: number) => (at > windowNow - seconds ? 1 : 0), {
    to: windowNow - 7_000_000,
    orElse: 0,
  })

/** The address last seen in a window: in its first hour by their times, then by periods. */
const activity = (metric: string, column: string, sum: string): View => ({
  of: 'getEvmChainRollingWindowMetrics',
  pick: pickTransaction,
  setup: [...windowSetup, ...lastActive(column)],
  url: `${windows}/${metric}`,
  item: 'result',
  rows: { ...lastRow, ...windowRows },
  fields: {
    lastHour: counted(column, 3_600),
    lastDay: `hour.${sum}`,
    lastWeek: `day.${sum}`,
  },
})

/** The last deployer in a window, by the time of the only one. */
const deployers: View = {
  of: 'getEvmChainRollingWindowMetrics',
  setup: [`UPDATE meta SET now = ${windowNow}`, ...lastActive('deployed_at')],
  url: `${windows}/deployers`,
  item: 'result',
  rows: lastRow,
  fields: {
    lastHour: counted('deployed_at', 3_600),
    lastDay: counted('deployed_at', 86_400),
    lastWeek: counted('deployed_at', 7 * 86_400),
    lastMonth: counted('deployed_at', 30 * 86_400),
    last90Days: counted('deployed_at', 90 * 86_400),
    lastYear: counted('deployed_at', 365 * 86_400),
    allTime: counted('deployed_at', windowNow),
  },
}

/** Metrics of EVM chains in windows that end now. */
export const chainWindows: FieldTable = [
  ...everyWindow,
  ...lessBehind,
  ...rates,
  activity('activeAddresses', 'active_at', 'last_addresses'),
  activity('activeSenders', 'sent_at', 'last_senders'),
  deployers,
]
