import { clock, from, many, nextPage, row, text, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { mainnet } from './primary-parts.ts'

const seq = 8_000_000_000_001
const now = 1_768_435_200

/** Three delegations; each runs for 2,000 seconds around the world's now. */
const delegatorSetup = [seq - 1, seq, seq + 1].flatMap((each) => [
  row('delegator', {
    seq: each,
    network: 'mainnet',
    tx_id: `tx${each - seq}`,
    node_id: 'NodeID-A',
    amount: '5',
    delegation_fee: '2.5',
    start_timestamp: now - 1_000,
    end_timestamp: now + 1_000,
    gross_reward: '6',
    net_reward: '7',
  }),
  ...[0, 1].map((position) =>
    row('delegator_reward_address', {
      delegator_seq: each,
      position,
      address: `address${position}${each - seq}`,
    }),
  ),
])

/** 2.6 Delegator; the estimates are extra fields (G-40). */
const delegators: View = {
  of: 'listDelegators',
  setup: delegatorSetup,
  url: `${mainnet}/delegators?pageSize=3`,
  item: 'delegators.1',
  rows: {
    delegator: `delegator WHERE seq = ${seq}`,
    reward: `delegator_reward_address WHERE delegator_seq = ${seq} AND position = 1`,
  },
  fields: {
    txHash: 'delegator.tx_id',
    nodeId: 'delegator.node_id',
    'rewardAddresses.1': 'reward.address',
    amountDelegated: 'delegator.amount',
    delegationFee: 'delegator.delegation_fee',
    startTimestamp: 'delegator.start_timestamp',
    endTimestamp: 'delegator.end_timestamp',
    grossReward: 'delegator.gross_reward',
    netReward: 'delegator.net_reward',
    estimatedGrossReward: 'delegator.gross_reward',
    estimatedNetReward: 'delegator.net_reward',
    // G-07: it has begun from its start on, and is over at its end.
    delegationStatus: many(
      from('delegator.start_timestamp', (start: number) => (start > now ? 'pending' : 'active'), {
        to: now + 1,
      }),
      from('delegator.end_timestamp', (end: number) => (end > now ? 'active' : 'completed'), {
        to: now,
      }),
    ),
  },
  around: { nextPageToken: nextPage('delegators') },
}

/** At its very start a delegation is active; it ends with the clock. */
const beginning: View = {
  ...delegators,
  setup: [
    ...delegatorSetup,
    `UPDATE delegator SET start_timestamp = ${now} WHERE seq = ${seq}`,
    `UPDATE delegator SET end_timestamp = ${now + 9_000_000} WHERE seq <> ${seq} AND network = 'mainnet'`,
  ],
  item: 'delegators.1',
  fields: {
    startTimestamp: 'delegator.start_timestamp',
    delegationStatus: many(
      from('delegator.start_timestamp', (start: number) => (start > now ? 'pending' : 'active')),
      clock((seconds) => (seconds < now + 1_000 ? 'active' : 'completed')),
    ),
  },
  around: {},
  url: `${mainnet}/delegators?pageSize=100`,
}

/** Three validators of an L1, active at the newest block. */
const validatorSetup = [
  ...[seq - 1, seq, seq + 1].flatMap((each) => [
    row('l1_validator', {
      seq: each,
      network: 'mainnet',
      validation_id: `validation${each - seq}`,
      validation_id_hex: `0x2${each - seq + 1}`,
      node_id: 'NodeID-A',
      subnet_id: 'subnet',
      weight: 3,
      paid_until: 4_000_000_000,
      min_nonce: 0,
      created_at: 5,
      bls_public_key: '0x06',
      bls_proof_of_possession: '0x07',
      balance_owner_threshold: 8,
      deactivation_owner_threshold: 9,
    }),
    ...['balance', 'deactivation'].flatMap((role) =>
      [0, 1].map((position) =>
        row('l1_validator_owner', {
          l1_validator_seq: each,
          role,
          position,
          address: `${role}${position}${each - seq}`,
        }),
      ),
    ),
  ]),
]
/** Fees since Etna at the newest block. */
const accrued = 1_000_000_000
const owner = (role: string) =>
  `l1_validator_owner WHERE l1_validator_seq = ${seq} AND role = '${role}' AND position = 1`

/** 2.6 L1Validator; of its credentials the public key (G-05). */
const l1Validators: View = {
  of: 'listL1Validators',
  pick: `SELECT max(height) AS height FROM primary_block WHERE network = 'mainnet' AND chain = 'P'`,
  setup: [
    ...validatorSetup,
    `UPDATE primary_block SET l1_validators_accrued_fees = ${accrued}
     WHERE network = 'mainnet' AND chain = 'P' AND height = :height`,
  ],
  url: `${mainnet}/l1Validators?pageSize=3&includeInactiveL1Validators=true`,
  item: 'validators.1',
  rows: {
    validator: `l1_validator WHERE seq = ${seq}`,
    balanceOwner: owner('balance'),
    deactivationOwner: owner('deactivation'),
    newest: "primary_block WHERE network = 'mainnet' AND chain = 'P' AND height = :height",
  },
  fields: {
    validationId: 'validator.validation_id',
    validationIdHex: 'validator.validation_id_hex',
    nodeId: 'validator.node_id',
    subnetId: 'validator.subnet_id',
    weight: 'validator.weight',
    // The rest of its balance; the list has those that have some.
    remainingBalance: many(
      from('validator.paid_until', (until: number) => until - accrued, {
        to: 5_000_000_000,
        orElse: 0,
      }),
      from('newest.l1_validators_accrued_fees', (fees: number) => 4_000_000_000 - fees, {
        orElse: 4_000_000_000,
      }),
    ),
    creationTimestamp: 'validator.created_at',
    'blsCredentials.publicKey': 'validator.bls_public_key',
    'remainingBalanceOwner.addresses.1': 'balanceOwner.address',
    'remainingBalanceOwner.threshold': 'validator.balance_owner_threshold',
    'deactivationOwner.addresses.1': 'deactivationOwner.address',
    'deactivationOwner.threshold': 'validator.deactivation_owner_threshold',
  },
  around: { blockHeight: text('newest.height'), nextPageToken: nextPage('validators') },
}

/** Each filter has a statement of its own. What a filter asks for does not change. */
const filtered = (query: string, change: string, ...filters: readonly string[]): View => ({
  ...l1Validators,
  setup: [...(l1Validators.setup ?? []), change],
  url: `${mainnet}/l1Validators?pageSize=3&${query}`,
  // Without a balance a validator is not active, and in no list without the flag.
  fields: without(l1Validators.fields, 'remainingBalance', ...filters),
  around: {},
})
const node = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'
const subnet = '11111111111111111111111111111111LpoYY'
const id = '2sinVZEYcHtHgDgjgRFcstats5f17PeWey3uY7agqoD6hD6ejz'
const oneOf = (column: string, value: string) =>
  `UPDATE l1_validator SET ${column} = '${value}' WHERE seq BETWEEN ${seq - 1} AND ${seq + 1}`
const byFilter = [
  filtered('', 'DELETE FROM l1_validator WHERE FALSE'),
  filtered(`nodeId=${node}`, oneOf('node_id', node), 'nodeId'),
  filtered(`subnetId=${subnet}`, oneOf('subnet_id', subnet), 'subnetId'),
  {
    ...filtered(
      `l1ValidationId=${id}`,
      `UPDATE l1_validator SET validation_id = '${id}' WHERE seq = ${seq}`,
      'validationId',
    ),
    item: 'validators.0',
  },
]

/** Specification 4.1.6 and 4.1.9. */
export const staking: FieldTable = [delegators, beginning, l1Validators, ...byFilter]
