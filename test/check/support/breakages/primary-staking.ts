import type { Breakage } from './breakage.ts'
import { block, setBlock, setTransaction, setUtxo, transaction } from './primary-rows.ts'

/** The sums of a validator in which this one is more than nothing. */
const sumsWith = (column: string) =>
  `SELECT tx_seq AS seq, tx_id AS id FROM staking_period
   JOIN validator_delegations ON validator_seq = tx_seq WHERE CAST(${column} AS INTEGER) > 0 LIMIT 1`

/** Breakages of stakes and rewards, and of the keys of validators. */
export const primaryStakingBreakages: readonly Breakage[] = [
  {
    rule: 'address-rewards',
    pick: `SELECT utxo_seq, node_id AS id FROM address_reward LIMIT 1`,
    change: 'DELETE FROM address_reward WHERE utxo_seq = :utxo_seq',
  },
  {
    rule: 'address-rewards',
    pick: `SELECT utxo_seq, node_id AS id FROM address_reward LIMIT 1`,
    change: "UPDATE address_reward SET node_id = 'another' WHERE utxo_seq = :utxo_seq",
  },
  {
    rule: 'stake-rewards',
    pick: transaction("tx_type = 'AddPermissionlessValidatorTx'"),
    change: setTransaction("estimated_reward = '1'"),
  },
  {
    rule: 'stake-rewards',
    pick: transaction("tx_type = 'AddDelegatorTx' AND reward_tx_id IS NOT NULL"),
    change: setTransaction('reward_tx_id = NULL'),
  },
  {
    rule: 'reward-utxos',
    pick: `SELECT u.seq, u.tx_id AS id FROM utxo u WHERE reward_type = 'DELEGATOR' LIMIT 1`,
    change: setUtxo('bytes = richer(bytes)'),
  },
  {
    rule: 'reward-utxos',
    pick: 'SELECT seq, utxo_id AS id FROM utxo WHERE reward_type IS NULL AND staked = 0 LIMIT 1',
    change: setUtxo("reward_type = 'VALIDATOR'"),
  },
  {
    rule: 'current-supply',
    pick: block("chain = 'P' AND height = 30"),
    change: setBlock("current_supply = '1'"),
  },
  {
    rule: 'staking-periods',
    pick: 'SELECT tx_id, tx_id AS id FROM staking_period WHERE start_height > 0 LIMIT 1',
    change: 'UPDATE staking_period SET start_height = start_height + 1 WHERE tx_id = :tx_id',
  },
  {
    rule: 'staking-periods',
    pick: 'SELECT tx_id, tx_id AS id FROM staking_period LIMIT 1',
    change: 'DELETE FROM staking_period WHERE tx_id = :tx_id',
  },
  // Paid below the threshold.
  {
    rule: 'validator-uptimes',
    pick: `SELECT tx_seq, tx_id AS id FROM staking_period
           WHERE kind = 'validator' AND end_height IS NOT NULL AND has_low_uptime = 0 LIMIT 1`,
    change: `UPDATE staking_period SET outage_start = 0, outage_length = outage_interval / 4
             WHERE tx_seq = :tx_seq`,
  },
  // Unpaid above it.
  {
    rule: 'validator-uptimes',
    pick: `SELECT tx_seq, tx_id AS id FROM staking_period
           WHERE kind = 'validator' AND end_height IS NOT NULL AND has_low_uptime = 1 LIMIT 1`,
    change: 'UPDATE staking_period SET outage_length = outage_interval / 10 WHERE tx_seq = :tx_seq',
  },
  // A running stake that is to be rewarded, and one that is not.
  {
    rule: 'validator-uptimes',
    pick: `SELECT tx_seq, tx_id AS id FROM staking_period
           WHERE kind = 'validator' AND start_height IS NOT NULL AND end_height IS NULL LIMIT 1`,
    change: `UPDATE staking_period SET outage_start = 0, outage_length = outage_interval / 4
             WHERE tx_seq = :tx_seq`,
  },
  {
    rule: 'validator-uptimes',
    pick: `SELECT tx_seq, tx_id AS id FROM staking_period
           WHERE kind = 'validator' AND start_height IS NOT NULL AND end_height IS NULL LIMIT 1`,
    change: 'UPDATE staking_period SET has_low_uptime = 1 WHERE tx_seq = :tx_seq',
  },
  {
    rule: 'validator-uptimes',
    pick: `SELECT tx_seq, tx_id AS id FROM staking_period WHERE kind = 'validator' LIMIT 1`,
    change: 'DELETE FROM staking_period WHERE tx_seq = :tx_seq',
  },
  {
    rule: 'stake-validators',
    pick: `SELECT v.seq, d.tx_id AS id FROM delegator d
           JOIN primary_transaction v ON v.network = d.network AND v.node_id = d.node_id
             AND d.start_timestamp BETWEEN v.start_timestamp AND v.end_timestamp
           WHERE v.tx_type = 'AddValidatorTx' LIMIT 1`,
    change: 'DELETE FROM primary_transaction WHERE seq = :seq',
  },
  {
    rule: 'delegators',
    pick: 'SELECT seq, tx_id AS id FROM delegator LIMIT 1',
    change: "UPDATE delegator SET net_reward = '5' WHERE seq = :seq",
  },
  {
    rule: 'delegators',
    pick: 'SELECT seq, tx_id AS id FROM delegator LIMIT 1',
    change: 'DELETE FROM reward_address_delegator WHERE delegator_seq = :seq',
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('begun'),
    change: 'UPDATE validator_delegations SET begun = begun + 1 WHERE validator_seq = :seq',
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('begun_weight'),
    change: "UPDATE validator_delegations SET begun_weight = '1' WHERE validator_seq = :seq",
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('running'),
    change: 'UPDATE validator_delegations SET running = running - 1 WHERE validator_seq = :seq',
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('running_weight'),
    change: "UPDATE validator_delegations SET running_weight = '1' WHERE validator_seq = :seq",
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('running_fees'),
    change: "UPDATE validator_delegations SET running_fees = '1' WHERE validator_seq = :seq",
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('paid_fees'),
    change: "UPDATE validator_delegations SET paid_fees = '1' WHERE validator_seq = :seq",
  },
  {
    rule: 'validator-delegations',
    pick: sumsWith('begun'),
    change: 'DELETE FROM validator_delegations WHERE validator_seq = :seq',
  },
  {
    rule: 'validator-keys',
    pick: 'SELECT bls_public_key, bls_public_key AS id FROM validator_key LIMIT 1',
    change:
      'UPDATE validator_key SET pool_index = pool_index + 1 WHERE bls_public_key = :bls_public_key',
  },
  {
    rule: 'possession-proofs',
    pick: transaction("tx_type = 'AddPermissionlessValidatorTx' AND bls_public_key IS NOT NULL"),
    change: setTransaction('bytes = unproven(bytes)'),
  },
]
