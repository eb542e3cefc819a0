import { clock, constant, from, many, row } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { mainnet, newAsset, newUtxo, pChainId } from './primary-parts.ts'

/** With 20 places. */
const ratio = (text: string) => text.padEnd(22, '0')

const seq = 8_000_000_000_000
const owner = 'avax1qurswpc8qurswpc8qurswpc8qurswpc8x32neu'
const avax = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'

/** The only stakes that run: a validator that is connected, and a delegation to it. */
const stake = (number: number, columns: Record<string, string | number>) =>
  row('staking_period', {
    tx_seq: seq + number,
    network: 'mainnet',
    subnet_id: pChainId,
    node_id: 'NodeID-A',
    tx_id: `stake${number}`,
    shares: 100_000,
    has_low_uptime: 0,
    owed: '9',
    start_timestamp: 1,
    end_timestamp: 2_000_000_000,
    start_height: 1,
    ...columns,
  })
const alone = [
  "UPDATE staking_period SET end_height = 1 WHERE network = 'mainnet'",
  stake(0, { kind: 'validator', weight: '1000', reward: '200' }),
  stake(1, { kind: 'delegator', weight: '500', reward: '30' }),
]
const stakes = {
  validator: `staking_period WHERE tx_seq = ${seq}`,
  delegation: `staking_period WHERE tx_seq = ${seq + 1}`,
}

const details: View = {
  of: 'getNetworkDetails',
  pick: `SELECT max(height) AS height FROM primary_block WHERE network = 'mainnet' AND chain = 'P'`,
  setup: [
    ...alone,
    row('node_peer', {
      network: 'mainnet',
      position: 900,
      node_id: 'NodeID-A',
      ip: '',
      public_ip: '',
      version: 'avalanchego/1.2.3',
      upgrade_time: 0,
    }),
    `UPDATE primary_block SET current_supply = '6000'
     WHERE network = 'mainnet' AND chain = 'P' AND height = :height`,
  ],
  url: mainnet,
  rows: {
    ...stakes,
    peer: "node_peer WHERE network = 'mainnet' AND position = 900",
    newest: "primary_block WHERE network = 'mainnet' AND chain = 'P' AND height = :height",
  },
  fields: {
    'validatorDetails.validatorCount': constant(1),
    'validatorDetails.totalAmountStaked': 'validator.weight',
    'validatorDetails.estimatedAnnualStakingReward': many(
      from('validator.reward', (reward: string) => String(Number(reward) + 30)),
      from('delegation.reward', (reward: string) => String(Number(reward) + 200)),
    ),
    'validatorDetails.stakingDistributionByVersion.0.version': 'peer.version',
    'validatorDetails.stakingDistributionByVersion.0.amountStaked': many(
      from('validator.weight', (weight: string) => String(Number(weight) + 500), { to: '2500' }),
      from('delegation.weight', (weight: string) => String(Number(weight) + 1000), { to: '2000' }),
    ),
    'validatorDetails.stakingDistributionByVersion.0.validatorCount': constant(1),
    'validatorDetails.stakingRatio': many(
      from('validator.weight', (weight: string) => ratio(weight === '1000' ? '0.25' : '0.5'), {
        to: '2500',
      }),
      from('delegation.weight', (weight: string) => ratio(weight === '500' ? '0.25' : '0.5'), {
        to: '2000',
      }),
      from(
        'newest.current_supply',
        (supply: string) => ratio(supply === '6000' ? '0.25' : '0.05'),
        {
          to: '30000',
          orElse: `1500.${'0'.repeat(20)}`,
        },
      ),
    ),
    'delegatorDetails.delegatorCount': constant(1),
    'delegatorDetails.totalAmountStaked': 'delegation.weight',
  },
}

const chainsOfAddress: View = {
  of: 'getChainIdsForAddresses',
  setup: [
    `INSERT INTO address_transaction (network, chain, address, tx_seq, tx_type, timestamp)
     VALUES ('mainnet', 'P', '${owner}', ${seq}, 'BaseTx', 1)`,
  ],
  url: `${mainnet}/addresses:listChainIds?addresses=P-${owner}`,
  rows: { own: `address_transaction WHERE address = '${owner}'` },
  fields: {
    'addresses.0.address': constant(owner),
    'addresses.0.blockchainIds.0': from(
      'own.chain',
      (chain) => (chain === 'P' ? pChainId : '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'),
      { to: 'C' },
    ),
  },
}

/** Genesis, and one thing of each kind, in nAVAX; 3 blocks of fees would be wei. */
const supply: View = {
  of: 'getAvaxSupply',
  pick: `SELECT max(height) AS height FROM primary_block WHERE network = 'mainnet' AND chain = 'P'`,
  setup: [
    ...alone,
    'DELETE FROM transaction_amount',
    "UPDATE utxo SET asset_id = 'other' WHERE network = 'mainnet'",
    'DELETE FROM transaction_l1_validator',
    'UPDATE l1_validator SET paid_until = NULL',
    "UPDATE evm_block SET fees_spent = '0'",
    "UPDATE evm_block SET fees_spent = '3000000004' WHERE chain_id = '43114' AND number = 1",
    ...['P', 'X', 'C'].map((chain, index) =>
      row('primary_transaction', {
        seq: seq + index,
        network: 'mainnet',
        chain,
        tx_id: `tx${index}`,
        tx_type: 'BaseTx',
        timestamp: 5,
        block_number: '6',
        block_id: `block${index}`,
        position: 0,
        bytes: '(zeroblob(1))',
      }),
    ),
    ...[0, 1, 2].map((index) =>
      row('transaction_amount', {
        tx_seq: seq + index,
        kind: 'burned',
        position: 0,
        network: 'mainnet',
        asset_id: avax,
        amount: String(1_000_000_000 * (index + 1)),
      }),
    ),
    row('transaction_l1_validator', {
      tx_seq: seq,
      position: 0,
      validation_id: 'v',
      validation_id_hex: '0x',
      node_id: '',
      subnet_id: '',
      weight: 1,
      remaining_balance: 1,
      balance_change: 500_000_000,
    }),
    newAsset('other'),
    ...newUtxo(seq, {
      asset_id: avax,
      amount: '7000000000',
      reward_type: 'VALIDATOR',
      locktime: 0,
      stakeable_locktime: null,
    }),
    ...newUtxo(seq + 1, {
      asset_id: avax,
      amount: '8000000000',
      reward_type: null,
      locktime: 2_000_000_000,
      stakeable_locktime: null,
    }),
  ],
  url: '/v1/avax/supply',
  rows: {
    ...stakes,
    burnedP: `transaction_amount WHERE tx_seq = ${seq} AND kind = 'burned'`,
    burnedX: `transaction_amount WHERE tx_seq = ${seq + 1}`,
    burnedC: `transaction_amount WHERE tx_seq = ${seq + 2}`,
    l1: `transaction_l1_validator WHERE tx_seq = ${seq}`,
    block: "evm_block WHERE chain_id = '43114' AND number = 1",
    reward: `utxo WHERE seq = ${seq}`,
    locked: `utxo WHERE seq = ${seq + 1}`,
  },
  fields: {},
}
const avaxOf = (nAvax: number, atoms = 0): string =>
  `${Math.floor(nAvax / 1e9)}.${String(nAvax % 1e9).padStart(9, '0')}${String(atoms).padStart(9, '0')}`.replace(
    /\.?0+$/,
    '',
  )
/** 360 million and 7 less 1, a half, 2, 3 and what is in the block. */
const supplyLess = (nAvax: number, atoms: number) => {
  const total =
    360_000_000n * 10n ** 18n + 7n * 10n ** 18n - BigInt(nAvax) * 10n ** 9n - BigInt(atoms)
  const text = String(total)
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, '')
}
const base = { P: 1_500_000_000, X: 2_000_000_000, C: 3_000_000_003 }
const totals = many(
  from('burnedP.amount', (it: string) => supplyLess(Number(it) + 500_000_000 + base.X + base.C, 4)),
  from('burnedX.amount', (it: string) => supplyLess(base.P + Number(it) + base.C, 4)),
  from('burnedC.amount', (it: string) => supplyLess(base.P + base.X + Number(it) + 3, 4)),
  from('l1.balance_change', (it: number) => supplyLess(1_000_000_000 + it + base.X + base.C, 4), {
    orElse: supplyLess(1_000_000_000 + base.X + base.C, 4),
  }),
  from(
    'block.fees_spent',
    (it: string) =>
      supplyLess(base.P + base.X + 3_000_000_000 + Math.floor(Number(it) / 1e9), Number(it) % 1e9),
    { to: '5000000006' },
  ),
  from('reward.amount', (it: string) =>
    supplyLess(base.P + base.X + base.C - (Number(it) - 7_000_000_000), 4),
  ),
)
const supplied: View = {
  ...supply,
  fields: {
    circulatingSupply: totals,
    totalSupply: totals,
    totalPBurned: many(
      from('burnedP.amount', (it: string) => avaxOf(Number(it) + 500_000_000)),
      from('l1.balance_change', (it: number) => avaxOf(1_000_000_000 + it), { orElse: '1' }),
    ),
    totalXBurned: from('burnedX.amount', (it: string) => avaxOf(Number(it))),
    totalCBurned: many(
      from('burnedC.amount', (it: string) => avaxOf(Number(it) + 3, 4)),
      from(
        'block.fees_spent',
        (it: string) => avaxOf(3_000_000_000 + Math.floor(Number(it) / 1e9), Number(it) % 1e9),
        { to: '5000000006' },
      ),
    ),
    totalStaked: many(
      from('validator.weight', (it: string) => avaxOf(Number(it) + 500)),
      from('delegation.weight', (it: string) => avaxOf(Number(it) + 1000)),
    ),
    totalLocked: many(
      from('locked.amount', (it: string) => avaxOf(Number(it))),
      from('locked.locktime', (it: number) => (it > 1_768_435_200 ? '8' : '0'), {
        to: 1_768_435_200,
      }),
    ),
    totalRewards: from('reward.amount', (it: string) => avaxOf(Number(it))),
    genesisUnlock: constant('360000000'),
    l1ValidatorFees: from('l1.balance_change', (it: number) => avaxOf(it), { orElse: '0' }),
    lastUpdated: clock((seconds) => new Date(seconds * 1000).toISOString()),
  },
}

/** The primary network as a whole. */
export const primaryNetwork: FieldTable = [details, chainsOfAddress, supplied]
