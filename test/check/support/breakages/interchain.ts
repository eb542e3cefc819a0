import type { Breakage } from './breakage.ts'
import { deadAddress } from './evm-rows.ts'

const message = (where = '1') =>
  `SELECT seq, message_id AS id FROM icm_message WHERE ${where} LIMIT 1`

const delivered = `SELECT m.seq, m.message_id AS id, d.chain_id, d.tx_hash FROM icm_message m
  JOIN icm_delivery d ON d.message_seq = m.seq LIMIT 1`

/** Breakages of messages between chains. */
export const interchainBreakages: readonly Breakage[] = [
  {
    rule: 'icm-ids',
    pick: message(),
    change: "UPDATE icm_message SET nonce = '99' WHERE seq = :seq",
  },
  {
    rule: 'icm-sendings',
    pick: message('source_tx_hash IS NOT NULL'),
    change: "UPDATE icm_message SET reward_value = '0' WHERE seq = :seq",
  },
  {
    rule: 'icm-sendings',
    pick: message('source_tx_hash IS NOT NULL'),
    change: 'DELETE FROM icm_message WHERE seq = :seq',
  },
  {
    rule: 'icm-deliveries',
    pick: `SELECT m.seq, m.message_id AS id FROM icm_message m
           JOIN icm_delivery d ON d.message_seq = m.seq LIMIT 1`,
    change: 'UPDATE icm_delivery SET executed = 1 - executed WHERE message_seq = :seq',
  },
  {
    rule: 'icm-deliveries',
    pick: `SELECT m.seq, m.message_id AS id FROM icm_message m
           JOIN icm_delivery d ON d.message_seq = m.seq LIMIT 1`,
    change: 'DELETE FROM icm_delivery WHERE message_seq = :seq',
  },
  {
    rule: 'icm-nonces',
    pick: `SELECT t.seq, n.message_id AS id FROM icm_message m
           JOIN evm_transaction t ON t.hash = m.source_tx_hash
           JOIN icm_message n ON n.source_tx_hash IS NOT NULL
             AND n.source_evm_chain_id = m.source_evm_chain_id AND n.nonce = '2'
           WHERE m.nonce = '1' LIMIT 1`,
    change: 'DELETE FROM evm_transaction WHERE seq = :seq',
  },
  {
    rule: 'icm-receipts',
    pick: `SELECT message_seq, m.message_id AS id FROM icm_receipt
           JOIN icm_message m ON m.seq = message_seq LIMIT 1`,
    change: `UPDATE icm_receipt SET relayer = '${deadAddress}' WHERE message_seq = :message_seq`,
  },
  {
    rule: 'icm-receipt-deliveries',
    pick: `SELECT message_seq, m.message_id AS id FROM icm_receipt_delivery
           JOIN icm_message m ON m.seq = message_seq LIMIT 1`,
    change: 'DELETE FROM icm_receipt_delivery WHERE message_seq = :message_seq',
  },
  {
    rule: 'icm-periods',
    pick: `SELECT interval, start, CAST(start AS TEXT) AS id FROM icm_period
           WHERE interval = 'day' LIMIT 1`,
    change: `UPDATE icm_period SET messages = messages + 1
             WHERE interval = :interval AND start = :start`,
  },
  {
    rule: 'icm-periods',
    pick: `SELECT interval, start, CAST(start AS TEXT) AS id FROM icm_period
           WHERE interval = 'week' LIMIT 1`,
    change: 'DELETE FROM icm_period WHERE interval = :interval AND start = :start',
  },
  {
    rule: 'icm-activity',
    pick: message(),
    change: 'DELETE FROM icm_activity WHERE seq = :seq',
  },
  {
    rule: 'warp-emissions',
    pick: 'SELECT message_id, message_id AS id FROM warp_message LIMIT 1',
    change:
      'UPDATE warp_message SET unsigned = flipped(unsigned, -1) WHERE message_id = :message_id',
  },
  {
    rule: 'warp-predicates',
    pick: delivered,
    change: `UPDATE evm_transaction SET raw = (
               SELECT raw FROM evm_transaction o JOIN icm_delivery d ON d.tx_hash = o.hash
               WHERE d.message_seq <> :seq LIMIT 1)
             WHERE chain_id = :chain_id AND hash = :tx_hash`,
  },
]
