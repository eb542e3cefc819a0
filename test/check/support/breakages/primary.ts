import type { Breakage } from './breakage.ts'

const transaction = (where: string) =>
  `SELECT seq, tx_id AS id FROM primary_transaction t WHERE ${where} ORDER BY seq LIMIT 1`

const block = (where: string) =>
  `SELECT seq, block_id AS id FROM primary_block WHERE ${where} ORDER BY seq LIMIT 1`

const container = (where: string) =>
  `SELECT network, chain, kind, position, id FROM container WHERE ${where} ORDER BY position LIMIT 1`

const thisContainer =
  'WHERE network = :network AND chain = :chain AND kind = :kind AND position = :position'

/** A consumed output, and the id of the transaction that consumes it. */
const consumed = (where = '1') =>
  `SELECT seq, consuming_tx_id AS id FROM utxo
   WHERE consumed_by IS NOT NULL AND stakeable_locktime IS NULL AND output_type = 'transfer'
     AND consumed_on_chain <> 'C' AND ${where} ORDER BY seq LIMIT 1`

const setUtxo = (values: string) => `UPDATE utxo SET ${values} WHERE seq = :seq`
const setTransaction = (values: string) =>
  `UPDATE primary_transaction SET ${values} WHERE seq = :seq`
const setBlock = (values: string) => `UPDATE primary_block SET ${values} WHERE seq = :seq`

/** The sums of a validator in which this one is more than nothing. */
const sumsWith = (column: string) =>
  `SELECT tx_seq AS seq, tx_id AS id FROM staking_period
   JOIN validator_delegations ON validator_seq = tx_seq WHERE CAST(${column} AS INTEGER) > 0 LIMIT 1`

/** Breakages of the primary networks, at least one for each of their rules. */
export const primaryBreakages: readonly Breakage[] = [
  {
    rule: 'transaction-ids',
    pick: transaction("chain = 'X'"),
    change: setTransaction('bytes = flipped(bytes, -1)'),
  },
  {
    rule: 'transaction-bytes',
    pick: transaction("tx_type = 'ImportTx'"),
    change: setTransaction('bytes = flipped(bytes, 9)'),
  },
  {
    rule: 'transaction-bytes',
    pick: transaction("tx_type = 'ExportTx' AND chain = 'C'"),
    change: setTransaction('bytes = substr(bytes, 1, 90)'),
  },
  {
    rule: 'transaction-order',
    pick: transaction(
      `chain = 'P' AND tx_type = 'BaseTx' AND
       (SELECT count(*) FROM utxo u WHERE u.tx_id = t.tx_id AND u.network = t.network) > 1`,
    ),
    change: setTransaction('bytes = reversed(bytes)'),
  },
  {
    rule: 'transaction-columns',
    pick: transaction("tx_type = 'AddDelegatorTx'"),
    change: setTransaction('end_timestamp = end_timestamp + 1'),
  },
  {
    rule: 'transaction-columns',
    pick: transaction("tx_type = 'BaseTx' AND chain = 'X'"),
    change: setTransaction("node_id = 'NodeID-111111111111111111116DBWJs'"),
  },
  {
    rule: 'signatures',
    pick: transaction("tx_type = 'CreateChainTx'"),
    change: setTransaction('bytes = flipped(bytes, -40)'),
  },
  {
    rule: 'utxo-bytes',
    pick: 'SELECT seq, utxo_id AS id FROM utxo WHERE consumed_by IS NULL LIMIT 1',
    change: setUtxo("amount = '1'"),
  },
  {
    rule: 'utxo-bytes',
    pick: 'SELECT seq, utxo_id AS id FROM utxo LIMIT 1',
    change: 'DELETE FROM utxo_address WHERE utxo_seq = :seq',
  },
  {
    rule: 'utxo-origins',
    pick: `SELECT u.seq, t.tx_id AS id FROM utxo u JOIN primary_transaction t ON t.seq = u.emitted_by
           WHERE u.tx_id = t.tx_id LIMIT 1`,
    change: 'DELETE FROM utxo WHERE seq = :seq',
  },
  {
    rule: 'utxo-origins',
    pick: 'SELECT seq, utxo_id AS id FROM utxo WHERE emitted_by IS NOT NULL LIMIT 1',
    change: setUtxo('emitted_by = emitted_by + 1'),
  },
  { rule: 'spending', pick: consumed(), change: setUtxo('consumed_by = consumed_by + 1') },
  { rule: 'spending', pick: consumed(), change: 'DELETE FROM utxo WHERE seq = :seq' },
  {
    rule: 'spending',
    pick: 'SELECT seq, utxo_id AS id FROM utxo WHERE consumed_by IS NULL LIMIT 1',
    change: setUtxo("consumed_by = 1, consumed_position = 0, consuming_tx_id = 'x'"),
  },
  { rule: 'locks', pick: consumed(), change: setUtxo('bytes = locked(bytes)') },
  {
    rule: 'locks',
    pick: consumed('emitted_by IS NOT NULL'),
    change: setUtxo('staked = 1'),
  },
  {
    rule: 'asset-conservation',
    pick: consumed("asset_id IN ('FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z')"),
    change: setUtxo('bytes = poorer(bytes)'),
  },
  {
    rule: 'transaction-amounts',
    pick: `SELECT t.seq, t.tx_id AS id FROM primary_transaction t JOIN transaction_amount a
           ON a.tx_seq = t.seq WHERE a.kind = 'burned' LIMIT 1`,
    change: "UPDATE transaction_amount SET amount = '7' WHERE tx_seq = :seq AND kind = 'burned'",
  },
  {
    rule: 'transaction-addresses',
    pick: transaction("tx_type = 'CreateSubnetTx'"),
    change: 'DELETE FROM transaction_address WHERE tx_seq = :seq',
  },
  {
    rule: 'atomic-transfers',
    pick: transaction("chain = 'C'"),
    change: "UPDATE atomic_evm_transfer SET amount = '1' WHERE tx_seq = :seq",
  },
  {
    rule: 'address-transactions',
    pick: transaction("chain = 'X'"),
    change: 'DELETE FROM address_transaction WHERE tx_seq = :seq',
  },
  {
    rule: 'asset-transactions',
    pick: transaction("chain = 'X'"),
    change: 'DELETE FROM asset_transaction WHERE tx_seq = :seq',
  },
  {
    rule: 'address-utxos',
    pick: 'SELECT seq, utxo_id AS id FROM utxo LIMIT 1',
    change: 'DELETE FROM address_utxo WHERE utxo_seq = :seq',
  },
  {
    rule: 'address-utxos',
    pick: 'SELECT seq, utxo_id AS id FROM utxo WHERE consumed_at IS NOT NULL LIMIT 1',
    change: 'UPDATE address_utxo SET spent_at = spent_at + 1 WHERE utxo_seq = :seq',
  },
  {
    rule: 'address-utxos',
    pick: 'SELECT seq, utxo_id AS id FROM utxo LIMIT 1',
    change: 'UPDATE address_utxo SET created_at = created_at + 1 WHERE utxo_seq = :seq',
  },
  {
    rule: 'address-owners',
    pick: 'SELECT owners AS id, address, owners FROM address_owners LIMIT 1',
    change: 'DELETE FROM address_owners WHERE owners = :owners AND address = :address',
  },
  {
    rule: 'address-owners',
    pick: "SELECT owners, owners || ' x' AS id FROM address_owners LIMIT 1",
    change: "UPDATE address_owners SET owners = owners || ' x' WHERE owners = :owners",
  },
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
    rule: 'assets',
    pick: "SELECT asset_id, network || ' ' || asset_id AS id FROM asset WHERE symbol <> 'AVAX' LIMIT 1",
    change: 'UPDATE asset SET denomination = denomination + 1 WHERE asset_id = :asset_id',
  },
  {
    rule: 'block-links',
    pick: block("chain = 'X' AND height = 2"),
    change: setBlock('parent_id = block_id'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'P' AND tx_count > 0"),
    change: setBlock('size_bytes = size_bytes + 1'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'C' AND height = 3"),
    change: setBlock('timestamp = timestamp + 1'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'P' AND height = 0"),
    change: setBlock('tx_count = 1'),
  },
  {
    rule: 'block-proposers',
    pick: block('proposer_node_id IS NOT NULL'),
    change: setBlock("proposer_node_id = 'NodeID-111111111111111111116DBWJs'"),
  },
  {
    rule: 'block-index',
    pick: `SELECT max(height) - 1 AS position, network, network || ' P' AS id FROM primary_block
           WHERE network = 'fuji' AND chain = 'P'`,
    change: `DELETE FROM container WHERE network = :network AND chain = 'P' AND kind = 'block'
             AND position = :position`,
  },
  {
    rule: 'vertices',
    pick: 'SELECT seq, vertex_id AS id FROM vertex WHERE tx_count > 0 LIMIT 1',
    change: 'UPDATE vertex SET height = height + 1 WHERE seq = :seq',
  },
  {
    rule: 'vertices',
    pick: 'SELECT v.seq, vertex_id AS id FROM vertex v JOIN vertex_parent ON vertex_seq = v.seq LIMIT 1',
    change: "UPDATE vertex_parent SET parent_id = 'x' WHERE vertex_seq = :seq",
  },
  {
    rule: 'transaction-index',
    pick: container("kind = 'tx' AND position = 2"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, -1) ${thisContainer}`,
  },
  {
    rule: 'eras',
    pick: transaction("tx_type = 'AdvanceTimeTx'"),
    change: setTransaction('timestamp = 1700000000'),
  },
  {
    rule: 'eras',
    pick: block("block_type = 'BanffStandardBlock'"),
    change: setBlock('timestamp = 1600000000'),
  },
  {
    rule: 'container-ids',
    pick: container("kind = 'block' AND chain = 'X' AND position = 3"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, 10) ${thisContainer}`,
  },
  {
    rule: 'container-ids',
    pick: container("kind = 'vtx'"),
    change: `UPDATE container SET bytes = substr(bytes, 1, 40) ${thisContainer}`,
  },
  {
    rule: 'container-signatures',
    pick: container("kind = 'block' AND chain = 'X' AND position = 4"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, -1) ${thisContainer}`,
  },
  {
    rule: 'container-links',
    pick: container("kind = 'block' AND chain = 'X' AND position = 5"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, 10) ${thisContainer}`,
  },
  {
    rule: 'container-order',
    pick: container("kind = 'block' AND position = 5"),
    change: `UPDATE container SET accepted_at = '2020-01-01T00:00:00Z' ${thisContainer}`,
  },
  {
    rule: 'container-order',
    pick: container("kind = 'tx' AND position = 5"),
    change: `UPDATE container SET accepted_at = '2026-01-14T00:00:00.10Z' ${thisContainer}`,
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
    rule: 'subnets',
    pick: "SELECT seq, network || ' ' || subnet_id AS id FROM subnet WHERE is_l1 = 1 LIMIT 1",
    change: 'UPDATE subnet SET is_l1 = 0 WHERE seq = :seq',
  },
  {
    rule: 'blockchains',
    pick: `SELECT seq, network || ' ' || blockchain_id AS id FROM blockchain
           WHERE create_block <> '0' LIMIT 1`,
    change: "UPDATE blockchain SET name = 'x' WHERE seq = :seq",
  },
  {
    rule: 'l1-validators',
    pick: 'SELECT seq, validation_id AS id FROM l1_validator WHERE paid_until IS NOT NULL LIMIT 1',
    change: 'UPDATE l1_validator SET paid_until = paid_until + 1 WHERE seq = :seq',
  },
  {
    rule: 'l1-validators',
    pick: 'SELECT seq, validation_id AS id FROM l1_validator LIMIT 1',
    change: 'DELETE FROM l1_validator_owner WHERE l1_validator_seq = :seq',
  },
  {
    rule: 'l1-changes',
    pick: `SELECT tx_seq, t.tx_id AS id FROM transaction_l1_validator
           JOIN primary_transaction t ON t.seq = tx_seq LIMIT 1`,
    change: 'UPDATE transaction_l1_validator SET weight = weight + 1 WHERE tx_seq = :tx_seq',
  },
  {
    rule: 'l1-returns',
    pick: `SELECT u.seq, t.tx_id AS id FROM utxo u JOIN primary_transaction t ON t.seq = u.emitted_by
           WHERE t.tx_type = 'DisableL1ValidatorTx' ORDER BY u.output_index DESC LIMIT 1`,
    change: setUtxo('bytes = richer(bytes)'),
  },
  {
    rule: 'l1-weights',
    pick: 'SELECT validation_id, validation_id AS id FROM l1_validator_weight LIMIT 1',
    change:
      'UPDATE l1_validator_weight SET weight = weight + 1 WHERE validation_id = :validation_id',
  },
  {
    rule: 'l1-blocks',
    pick: block('active_l1_validators IS NOT NULL'),
    change: setBlock('active_l1_validators = active_l1_validators + 1'),
  },
  {
    rule: 'warp-messages',
    pick: transaction("tx_type = 'SetL1ValidatorWeightTx'"),
    change: setTransaction('bytes = resigned(bytes)'),
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
