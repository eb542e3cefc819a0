import { constant, from, key, many, nextPage, row, text } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { mainnet, newUtxo } from './primary-parts.ts'

const seq = 8_000_000_000_000
const now = 1_768_435_200
const primaryNetwork = '11111111111111111111111111111111LpoYY'
const subnet = '2sinVZEYcHtHgDgjgRFcstats5f17PeWey3uY7agqoD6hD6ejz'
const node = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'

type Columns = Record<string, string | number | null>

const transaction = (number: number, columns: Columns = {}) =>
  row('primary_transaction', {
    seq: seq + number,
    network: 'mainnet',
    chain: 'P',
    tx_id: `tx${number}`,
    tx_type: 'AddPermissionlessValidatorTx',
    timestamp: 5,
    block_number: '6',
    block_id: `block${number}`,
    position: 0,
    bls_public_key: '0x07',
    bls_proof_of_possession: '0x08',
    bytes: '(zeroblob(1))',
    ...columns,
  })

/** A stake that runs around now, with the transaction that began it and who is rewarded. */
const stake = (number: number, columns: Columns = {}, ofTransaction: Columns = {}) => [
  transaction(number, ofTransaction),
  ...[0, 1].map((position) =>
    row('transaction_address', {
      tx_seq: seq + number,
      role: 'reward',
      position,
      address: `address${position}${number}`,
    }),
  ),
  row('staking_period', {
    tx_seq: seq + number,
    network: 'mainnet',
    subnet_id: primaryNetwork,
    node_id: node,
    tx_id: `tx${number}`,
    kind: 'validator',
    weight: '1000',
    shares: 45_000,
    has_low_uptime: 0,
    outage_interval: 300,
    outage_start: 200,
    outage_length: 30,
    reward: '77',
    owed: '9',
    start_timestamp: now - 1_000,
    end_timestamp: now + 1_000,
    start_height: 1,
    end_height: null,
    ...columns,
  }),
]

/** Sums of delegations to it. */
const sums = (columns: Columns) =>
  row('validator_delegations', {
    validator_seq: seq,
    begun: 0,
    begun_weight: '0',
    running: 0,
    running_weight: '0',
    running_fees: '0',
    paid_fees: '0',
    ...columns,
  })
/** An earlier period of the same node. */
const earlier = stake(-9, { start_timestamp: 8, end_timestamp: 9, end_height: 2, shares: 30_000 })

const rows = {
  stake: `staking_period WHERE tx_seq = ${seq}`,
  transaction: `primary_transaction WHERE seq = ${seq}`,
  reward: `transaction_address WHERE tx_seq = ${seq} AND position = 1`,
  sums: `validator_delegations WHERE validator_seq = ${seq}`,
  other: `staking_period WHERE tx_seq = ${seq - 1}`,
  peer: `node_peer WHERE network = 'mainnet' AND position = 900`,
  bench: `node_peer_bench WHERE network = 'mainnet' AND node_id = '${node}'`,
}

/** Fields of every validation on which others depend. */
const identity = {
  txHash: 'stake.tx_id',
  delegationFee: from(
    'stake.shares',
    (shares: number) => (shares === 45_000 ? '4.5000000000000000' : '12.3456000000000000'),
    { to: 123_456 },
  ),
  'blsCredentials.publicKey': from('transaction.bls_public_key', (it) => it, {
    within: 'blsCredentials',
  }),
  'blsCredentials.proofOfPossession': from('transaction.bls_proof_of_possession', (it) => it, {
    within: 'blsCredentials',
  }),
  nodeId: constant(node),
  subnetId: constant(primaryNetwork),
}
const times = (start: number, end: number) => ({
  startTimestamp: from('stake.start_timestamp', (it) => it, { to: start }),
  endTimestamp: from('stake.end_timestamp', (it) => it, { to: end }),
})
const benchedOn = (chain: string, to: string) =>
  from('bench.chain', (it) => (it === chain ? 100 : 0), { to })

const active: Partial<View> & Pick<View, 'fields'> = {
  setup: [
    ...earlier,
    "UPDATE staking_period SET end_height = 1 WHERE network = 'mainnet' AND kind <> 'delegator'",
    ...stake(-1, { node_id: 'NodeID-B', weight: '3000' }),
    ...stake(1, { node_id: 'NodeID-C', weight: '4000', end_height: 7 }),
    ...stake(0),
    sums({ begun: 3, begun_weight: '900', running: 2, running_weight: '300', running_fees: '20' }),
    row('node_peer', {
      network: 'mainnet',
      position: 900,
      node_id: node,
      ip: '198.51.100.200:1',
      public_ip: '',
      version: 'avalanchego/1.2.3',
      upgrade_time: 0,
    }),
    row('node_peer_bench', { network: 'mainnet', node_id: node, chain: 'P' }),
  ],
  fields: {
    ...identity,
    ...times(now - 900, now + 900),
    amountStaked: text('stake.weight', { to: '2000' }),
    stakePercentage: many(
      from('stake.weight', (weight: string) => (weight === '1000' ? 25 : 40), { to: '2000' }),
      from('other.weight', (weight: string) => (weight === '3000' ? 25 : 50), { to: '1000' }),
    ),
    delegatorCount: 'sums.running',
    amountDelegated: text('sums.running_weight', { to: '400' }),
    delegationCapacity: many(
      from('stake.weight', (weight: string) => String(Number(weight) * 4 - 300), { to: '2000' }),
      from('sums.running_weight', (weight: string) => String(4_000 - Number(weight)), {
        to: '400',
      }),
    ),
    uptimePerformance: many(
      // Of 1,000 seconds it was away for three times 30.
      from('stake.start_timestamp', (start: number) => (start === now - 900 ? 90 : 91), {
        to: now - 900,
      }),
      from('stake.outage_interval', (interval: number) => (interval === 300 ? 91 : 94), {
        to: 400,
      }),
      from('stake.outage_start', (start: number) => (start === 200 ? 91 : 90), { to: 90 }),
      from('stake.outage_length', (length: number) => (length === 30 ? 91 : 88), { to: 40 }),
    ),
    avalancheGoVersion: 'peer.version',
    'potentialRewards.validationRewardAmount': 'stake.reward',
    'potentialRewards.delegationRewardAmount': many(
      from('stake.owed', (owed: string) => String(20 + Number(owed))),
      from('sums.running_fees', (fees: string) => String(9 + Number(fees)), { to: '21' }),
    ),
    'potentialRewards.rewardAddresses.1': 'reward.address',
    'validatorHealth.reachabilityPercent': constant(100),
    'validatorHealth.benchedPChainRequestsPercent': benchedOn('P', 'X'),
    'validatorHealth.benchedXChainRequestsPercent': benchedOn('X', 'X'),
    'validatorHealth.benchedCChainRequestsPercent': benchedOn('C', 'X'),
    geolocation: constant(null),
    validationStatus: constant('active'),
  },
}

/** On the C-chain instead, of a node that is not connected but the served one. */
const activeItself: typeof active = {
  setup: [
    ...(active.setup ?? []).slice(0, -2),
    `DELETE FROM node WHERE network = 'mainnet'`,
    row('node', {
      network: 'mainnet',
      network_id: 1,
      node_id: node,
      bls_public_key: '',
      bls_proof_of_possession: '',
      ip: '',
      version: 'avalanchego/3.2.1',
      database_version: '',
      rpc_protocol_version: 1,
      git_commit: '',
    }),
    row('node_peer_bench', { network: 'mainnet', node_id: node, chain: 'X' }),
  ],
  fields: {
    avalancheGoVersion: 'itself.version',
    'validatorHealth.reachabilityPercent': constant(100),
    'validatorHealth.benchedPChainRequestsPercent': constant(0),
    'validatorHealth.benchedXChainRequestsPercent': benchedOn('X', 'C'),
    'validatorHealth.benchedCChainRequestsPercent': benchedOn('C', 'C'),
  },
}

const rewardUtxo = (number: number, columns: Columns) =>
  newUtxo(seq + number, { reward_type: 'VALIDATOR_FEE', staked: 0, ...columns })

const completed: typeof active = {
  setup: [
    ...earlier,
    ...stake(0, { end_timestamp: now }, { reward_tx_id: 'rewarding' }),
    sums({ begun: 3, begun_weight: '900', paid_fees: '300' }),
    transaction(10, { tx_id: 'rewarding', tx_type: 'RewardValidatorTx' }),
    ...rewardUtxo(0, { emitted_by: seq + 10, reward_type: 'VALIDATOR', amount: '1000' }),
    ...rewardUtxo(1, { emitted_by: seq + 10, amount: '20' }),
  ],
  fields: {
    ...identity,
    ...times(now - 1_001, now - 1),
    amountStaked: 'stake.weight',
    delegatorCount: 'sums.begun',
    amountDelegated: 'sums.begun_weight',
    'rewards.validationRewardAmount': 'paid.amount',
    'rewards.delegationRewardAmount': many(
      from('fee.amount', (amount: string) => String(Number(amount) + 300)),
      // Fees that came when delegations ended, before Cortina.
      from('sums.paid_fees', (fees: string) => String(Number(fees) + 20), { to: '301' }),
    ),
    'rewards.rewardAddresses.1': 'reward.address',
    'rewards.rewardTxHash': key(['transaction.reward_tx_id', 'rewarding.tx_id']),
    validationStatus: constant('completed'),
  },
  rows: {
    ...rows,
    rewarding: `primary_transaction WHERE seq = ${seq + 10}`,
    paid: `utxo WHERE seq = ${seq}`,
    fee: `utxo WHERE seq = ${seq + 1}`,
  },
}

const pending: typeof active = {
  setup: [...earlier, ...stake(0, { start_timestamp: now + 1, start_height: null })],
  fields: {
    ...identity,
    ...times(now + 2, now + 900),
    amountStaked: 'stake.weight',
    subnetId: 'stake.subnet_id',
    validationStatus: constant('pending'),
  },
}

const removed: typeof active = {
  setup: [
    ...earlier,
    ...stake(0, { kind: 'appointed', subnet_id: subnet, end_height: 900_000 }),
    row('primary_block', {
      seq: seq + 20,
      network: 'mainnet',
      chain: 'P',
      height: 900_000,
      block_id: 'ending',
      parent_id: '',
      timestamp: now + 999,
      block_type: 'x',
      tx_count: 1,
      size_bytes: 1,
    }),
    transaction(21, {
      tx_id: 'removal',
      tx_type: 'RemoveSubnetValidatorTx',
      block_id: 'ending',
      node_id: node,
      subnet_id: subnet,
    }),
  ],
  fields: {
    txHash: 'stake.tx_id',
    nodeId: constant(node),
    subnetId: constant(subnet),
    'blsCredentials.publicKey': identity['blsCredentials.publicKey'],
    'blsCredentials.proofOfPossession': identity['blsCredentials.proofOfPossession'],
    ...times(now - 900, now + 1_900),
    amountStaked: 'stake.weight',
    removeTxHash: 'removal.tx_id',
    removeTimestamp: 'removal.timestamp',
    validationStatus: constant('removed'),
  },
  rows: { ...rows, removal: `primary_transaction WHERE seq = ${seq + 21}` },
}

const itself = { ...rows, itself: "node WHERE network = 'mainnet'" }
const views = [active, { ...activeItself, rows: itself }, completed, pending, removed]

/** ValidatorDetails of the published documents. */
export const validators: FieldTable = views.flatMap((view): View[] => {
  const own = {
    rows,
    ...view,
    item: 'validators.0',
    around: { nextPageToken: nextPage('validators') },
  }
  return [
    { ...own, of: 'listValidators', url: `${mainnet}/validators?pageSize=1&nodeIds=${node}` },
    { ...own, of: 'getSingleValidatorDetails', url: `${mainnet}/validators/${node}?pageSize=1` },
  ]
})
