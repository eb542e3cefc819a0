import type { Breakage } from './breakage.ts'
import { block, setBlock, setTransaction, transaction } from './primary-rows.ts'

/** Breakages of the transactions of the primary networks and who is in them. */
export const primaryTransactionBreakages: readonly Breakage[] = [
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
    rule: 'assets',
    pick: "SELECT asset_id, network || ' ' || asset_id AS id FROM asset WHERE symbol <> 'AVAX' LIMIT 1",
    change: 'UPDATE asset SET denomination = denomination + 1 WHERE asset_id = :asset_id',
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
]
