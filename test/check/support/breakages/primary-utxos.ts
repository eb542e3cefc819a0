import type { Breakage } from './breakage.ts'
import { setUtxo } from './primary-rows.ts'

/** A consumed output, and the id of the transaction that consumes it. */
const consumed = (where = '1') =>
  `SELECT seq, consuming_tx_id AS id FROM utxo
   WHERE consumed_by IS NOT NULL AND stakeable_locktime IS NULL AND output_type = 'transfer'
     AND consumed_on_chain <> 'C' AND ${where} ORDER BY seq LIMIT 1`

/** Breakages of outputs, and of what consumes them. */
export const primaryUtxoBreakages: readonly Breakage[] = [
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
  ...['utxos = utxos + 1', "amount = amount || '0'"].map(
    (change): Breakage => ({
      rule: 'unspent-sums',
      pick: "SELECT owners, owners AS id FROM unspent_sum WHERE amount <> '0' LIMIT 1",
      change: `UPDATE unspent_sum SET ${change} WHERE owners = :owners`,
    }),
  ),
  ...['locktime = locktime + 1', 'stakeable_locktime = 7', "stake = 'locked'"].map(
    (change): Breakage => ({
      rule: 'unspent-sums',
      pick: "SELECT owners, owners AS id FROM unspent_sum WHERE stake = 'none' LIMIT 1",
      change: `UPDATE OR REPLACE unspent_sum SET ${change}
               WHERE owners = :owners AND stake = 'none'`,
    }),
  ),
  {
    rule: 'unspent-sums',
    pick: 'SELECT owners, owners AS id FROM unspent_sum LIMIT 1',
    change: 'DELETE FROM unspent_sum WHERE owners = :owners',
  },
  {
    rule: 'unspent-sums',
    pick: 'SELECT seq, owners AS id FROM utxo WHERE consumed_by IS NULL AND staked = 1 LIMIT 1',
    change: 'UPDATE utxo SET staked = 0 WHERE seq = :seq',
  },
]
