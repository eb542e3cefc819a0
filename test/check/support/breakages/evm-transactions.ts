import type { Breakage } from './breakage.ts'
import { deadAddress, setTransaction, transaction, transfer } from './evm-rows.ts'

/** Breakages of transactions, of what they did, and of calls between contracts. */
export const evmTransactionBreakages: readonly Breakage[] = [
  { rule: 'evm-transactions', pick: transaction(), change: setTransaction("value = '3'") },
  {
    rule: 'evm-transactions',
    pick: transaction(),
    change: setTransaction(`sender = '${deadAddress}'`),
  },
  { rule: 'evm-receipts', pick: transaction('status = 0'), change: setTransaction('status = 1') },
  {
    rule: 'evm-nonces',
    pick: `SELECT seq, (SELECT hash FROM evm_transaction n WHERE n.chain_id = t.chain_id
             AND n.sender = t.sender AND n.nonce = t.nonce + 1) AS id
           FROM evm_transaction t WHERE nonce = 2 AND id IS NOT NULL LIMIT 1`,
    change: 'DELETE FROM evm_transaction WHERE seq = :seq',
  },
  {
    rule: 'evm-execution',
    // The call data of one transfer(address,uint256) and the logs of another.
    pick: transaction("method_hash = '0xa9059cbb' AND status = 1"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.method_hash = '0xa9059cbb'
                  AND o.status = 1 AND o.seq <> evm_transaction.seq LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-execution',
    // The logs of one message that was sent, and the call data of another.
    pick: transaction("method_name LIKE 'sendCrossChainMessage%'"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.seq <> evm_transaction.seq
                  AND o.method_name LIKE 'sendCrossChainMessage%' LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-execution',
    // Fails although its sender has the tokens.
    pick: transaction("method_hash = '0xa9059cbb' AND status = 1"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.status = 0 LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-execution',
    pick: `SELECT c.seq, t.hash AS id FROM contract c JOIN evm_transaction t
           ON t.seq = c.deployment_tx WHERE c.deployer_contract IS NULL LIMIT 1`,
    change: "UPDATE contract SET name = 'Another' WHERE seq = :seq",
  },
  {
    rule: 'evm-execution',
    pick: `SELECT c.seq, t.hash AS id FROM contract c JOIN evm_transaction t
           ON t.seq = c.deployment_tx WHERE c.deployer_contract IS NOT NULL LIMIT 1`,
    change: "UPDATE contract SET erc_type = 'ERC-1155' WHERE seq = :seq",
  },
  {
    rule: 'evm-activity',
    pick: transaction(),
    change: 'DELETE FROM evm_native_activity WHERE seq = :seq',
  },
  ...[
    'recipient = sender',
    "sender = '0x0000000000000000000000000000000000000001'",
    "type = CASE type WHEN 'CALL' THEN 'CREATE' ELSE 'CALL' END",
    "value = value || '0'",
    "gas_used = '1'",
    "gas_limit = '1'",
    'is_reverted = 1',
  ].map((values) => ({
    rule: 'evm-execution',
    pick: transfer('internal_transaction'),
    change: `UPDATE internal_transaction SET ${values} WHERE seq = :seq`,
  })),
  {
    rule: 'evm-execution',
    pick: transfer('internal_transaction'),
    change: 'DELETE FROM internal_transaction WHERE seq = :seq',
  },
  {
    rule: 'evm-execution',
    // Value without a giver, beside what was given.
    pick: transfer('internal_transaction'),
    change: `INSERT INTO internal_transaction
             SELECT seq + 500, tx_seq, type, sender, recipient, '7', '2300', '0', 0
             FROM internal_transaction WHERE seq = :seq`,
  },
  {
    rule: 'evm-execution',
    pick: `SELECT a.seq, t.hash AS id FROM internal_activity a
           JOIN evm_transaction t ON t.seq = a.seq / 1024 LIMIT 1`,
    change: 'DELETE FROM internal_activity WHERE seq = :seq',
  },
  {
    rule: 'evm-execution',
    // A call without value is in no list.
    pick: `SELECT x.seq, t.chain_id, t.hash AS id FROM internal_transaction x
           JOIN evm_transaction t ON t.seq = x.tx_seq WHERE x.value = '0' AND x.type = 'CALL' LIMIT 1`,
    change: `INSERT INTO internal_activity
             SELECT :chain_id, sender, seq FROM internal_transaction WHERE seq = :seq`,
  },
]
