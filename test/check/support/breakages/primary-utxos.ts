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
]
