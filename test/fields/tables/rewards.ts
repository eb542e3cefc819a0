import { constant, from, key, many, nextPage, row } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { assetAmount, assetRow, mainnet, newAsset, newUtxo } from './primary-parts.ts'

const seq = 8_000_000_000_000
const now = 1_768_435_200
const node = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'

/** A stake of the primary network that runs around now, and who takes its reward. */
const stake = (number: number, columns: Record<string, string | number | null> = {}) => [
  row('staking_period', {
    tx_seq: seq + number,
    network: 'mainnet',
    subnet_id: '11111111111111111111111111111111LpoYY',
    node_id: node,
    tx_id: `stake${number}`,
    kind: 'validator',
    weight: '1000',
    shares: 100_000,
    has_low_uptime: 0,
    reward: '200',
    owed: '9',
    start_timestamp: now - 1_000,
    end_timestamp: now + 3_000,
    start_height: 1,
    end_height: null,
    ...columns,
  }),
  ...[0, 1].map((position) =>
    row('transaction_address', {
      tx_seq: seq + number,
      role: 'reward',
      position,
      address: `address${position}${number}`,
    }),
  ),
  row('transaction_amount', {
    tx_seq: seq + number,
    kind: 'staked',
    position: 0,
    network: 'mainnet',
    asset_id: 'staked',
    amount: '5',
  }),
]

/** Three outputs that RewardValidatorTxs made for stakes of a node. */
const paid: View = {
  of: 'listHistoricalPrimaryNetworkRewards',
  setup: [
    newAsset('paid'),
    newAsset('besides'),
    ...[-1, 0, 1].flatMap((number) => [
      ...stake(number),
      ...newUtxo(seq + number, {
        asset_id: number === 0 ? 'paid' : 'besides',
        tx_id: `stake${number}`,
        emitted_by: seq + 10 + number,
        amount: '44',
      }),
      ...['one', 'two'].map((address) =>
        row('address_reward', {
          network: 'mainnet',
          address,
          utxo_seq: seq + number,
          node_id: node,
        }),
      ),
      ...[
        { seq: seq + number, tx_id: `stake${number}`, reward_tx_id: `rewarding${number}` },
        { seq: seq + 10 + number, tx_id: `rewarding${number}` },
      ].map((columns) =>
        row('primary_transaction', {
          network: 'mainnet',
          chain: 'P',
          tx_type: 'RewardValidatorTx',
          timestamp: 5,
          block_number: '6',
          block_id: `block${columns.seq}`,
          position: 0,
          bytes: '(zeroblob(1))',
          ...columns,
        }),
      ),
    ]),
  ],
  url: `${mainnet}/rewards?pageSize=3&nodeIds=${node}`,
  item: 'historicalRewards.1',
  rows: {
    stake: `staking_period WHERE tx_seq = ${seq}`,
    transaction: `primary_transaction WHERE seq = ${seq}`,
    rewarding: `primary_transaction WHERE seq = ${seq + 10}`,
    utxo: `utxo WHERE seq = ${seq}`,
    owner: `utxo_address WHERE utxo_seq = ${seq} AND position = 1`,
    asset: assetRow('paid'),
  },
  fields: {
    'addresses.1': 'owner.address',
    txHash: key(['utxo.tx_id', 'stake.tx_id']),
    amountStaked: 'stake.weight',
    nodeId: constant(node),
    startTimestamp: 'transaction.timestamp',
    endTimestamp: 'stake.end_timestamp',
    rewardType: constant('DELEGATOR'),
    utxoId: 'utxo.utxo_id',
    outputIndex: 'utxo.output_index',
    ...Object.fromEntries(
      Object.entries(assetAmount('utxo', 'asset')).map(([name, source]) => [
        `reward.${name}`,
        source,
      ]),
    ),
    rewardTxHash: key(['rewarding.tx_id', 'transaction.reward_tx_id']),
  },
}

const pendingRows = {
  stake: `staking_period WHERE tx_seq = ${seq}`,
  delegation: `staking_period WHERE tx_seq = ${seq + 1}`,
  owner: `transaction_address WHERE tx_seq = ${seq} AND position = 1`,
  delegator: `transaction_address WHERE tx_seq = ${seq + 1} AND position = 1`,
  amount: `transaction_amount WHERE tx_seq = ${seq}`,
  delegationAmount: `transaction_amount WHERE tx_seq = ${seq + 1}`,
  asset: assetRow('staked'),
}
const stakedBy = (stake: string, amount: string) => ({
  txHash: `${stake}.tx_id`,
  amountStaked: `${stake}.weight`,
  nodeId: constant(node),
  startTimestamp: from(`${stake}.start_timestamp`, (it) => it, { to: now - 3_000 }),
  endTimestamp: from(`${stake}.end_timestamp`, (it) => it, { to: now + 1_000 }),
  progress: many(
    from(`${stake}.start_timestamp`, (start: number) => (start === now - 3_000 ? 50 : 25), {
      to: now - 3_000,
    }),
    from(`${stake}.end_timestamp`, (end: number) => (end === now + 1_000 ? 50 : 25), {
      to: now + 1_000,
    }),
  ),
  ...Object.fromEntries(
    Object.entries(assetAmount(amount, 'asset', constant(''))).flatMap(([name, source]) =>
      name === 'amount' || name === 'assetId' ? [] : [[`estimatedReward.${name}`, source]],
    ),
  ),
  'estimatedReward.assetId': constant('staked'),
})
/** A validator with a delegation; another node's would be no others'. */
const pendingOf = (item: number, fields: View['fields']): View => ({
  of: 'listPendingPrimaryNetworkRewards',
  setup: [
    newAsset('staked'),
    ...stake(0),
    ...stake(1, { kind: 'delegator', weight: '300', reward: '77' }),
  ],
  url: `${mainnet}/rewards:listPending?nodeIds=${node}`,
  item: `pendingRewards.${item}`,
  rows: pendingRows,
  fields,
})

const pending: readonly View[] = [
  // The delegator gets nine tenths, rounded down, of which the validator has the rest.
  pendingOf(0, {
    'addresses.1': 'delegator.address',
    rewardType: constant('DELEGATOR'),
    'estimatedReward.amount': constant('69'),
  }),
  pendingOf(1, {
    'addresses.1': 'owner.address',
    rewardType: constant('VALIDATOR_FEE'),
    'estimatedReward.amount': constant('8'),
  }),
  pendingOf(2, {
    ...stakedBy('stake', 'amount'),
    rewardType: constant('VALIDATOR'),
    'estimatedReward.amount': 'stake.reward',
  }),
]

const pages: readonly View[] = [
  {
    of: 'listHistoricalPrimaryNetworkRewards',
    url: `${mainnet}/rewards?pageSize=2&addresses=avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5`,
    rows: {},
    fields: { nextPageToken: nextPage('historicalRewards') },
  },
  {
    of: 'listPendingPrimaryNetworkRewards',
    url: `${mainnet}/rewards:listPending?pageSize=2&addresses=avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5`,
    rows: {},
    fields: { nextPageToken: nextPage('pendingRewards') },
  },
]

/** Rewards of the published documents. */
export const rewards: FieldTable = [paid, ...pending, ...pages]
