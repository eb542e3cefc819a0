import type { Breakage } from './breakage.ts'
import { block, setBlock, setTransaction, setUtxo, transaction } from './primary-rows.ts'

/** Breakages of subnets, their chains and the validators of L1s. */
export const primaryL1Breakages: readonly Breakage[] = [
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
  // One that ran dry is charged less than it had.
  {
    rule: 'l1-fees',
    pick: `SELECT validation_id, validation_id AS id FROM l1_validator v
           WHERE paid_until IS NULL AND NOT EXISTS (
             SELECT 1 FROM transaction_l1_validator c
             WHERE c.validation_id = v.validation_id AND balance_change < 0) LIMIT 1`,
    change: `UPDATE transaction_l1_validator SET balance_change = balance_change - 1
             WHERE validation_id = :validation_id`,
  },
  // It goes on paying after its balance came back.
  {
    rule: 'l1-fees',
    pick: `SELECT w.network, w.validation_id AS id, w.validation_id, w.from_height
           FROM l1_validator_weight w JOIN l1_validator v USING (network, validation_id)
           WHERE v.weight = 0 ORDER BY w.from_height DESC LIMIT 1`,
    change: `DELETE FROM l1_validator_weight
             WHERE network = :network AND validation_id = :validation_id
               AND from_height = :from_height`,
  },
  // The charge of a network differs from those of its validators.
  {
    rule: 'l1-fees',
    pick: 'SELECT seq, network AS id FROM l1_validator WHERE paid_until IS NOT NULL LIMIT 1',
    change: 'UPDATE l1_validator SET paid_until = paid_until + 512 WHERE seq = :seq',
  },
  {
    rule: 'warp-messages',
    pick: transaction("tx_type = 'SetL1ValidatorWeightTx'"),
    change: setTransaction('bytes = resigned(bytes)'),
  },
]
