import type { Breakage } from './breakage.ts'
import { setTransaction } from './evm-rows.ts'

const block = (where: string) =>
  `SELECT chain_id, number, hash AS id FROM evm_block WHERE ${where} LIMIT 1`

const setBlock = (values: string) =>
  `UPDATE evm_block SET ${values} WHERE chain_id = :chain_id AND number = :number`

/** A row of the state after a block above 0, and the hash of the block. */
const ofState = (table: string, where = '') =>
  `SELECT s.chain_id, s.address, s.block_number AS number, k.hash AS id FROM ${table} s
   JOIN evm_block k ON k.chain_id = s.chain_id AND k.number = s.block_number
   WHERE s.block_number > 0 ${where} LIMIT 1`

/** A chain with rows of the table, and the number after its last block. */
const afterHead = (table: string) =>
  `SELECT chain_id, max(number) + 1 AS number,
     chain_id || ' block ' || (max(number) + 1) AS id FROM evm_block
   WHERE chain_id IN (SELECT chain_id FROM ${table}) GROUP BY chain_id LIMIT 1`

/** Breakages of blocks, of what is summed over them, and of balances. */
export const evmBlockBreakages: readonly Breakage[] = [
  { rule: 'evm-headers', pick: block('number = 4'), change: setBlock("gas_limit = '1'") },
  {
    rule: 'evm-headers',
    pick: block('number = 4'),
    change: setBlock('header = substr(header, 2)'),
  },
  {
    rule: 'evm-genesis',
    pick: `SELECT chain_id, number, chain_id || ' block 0' AS id FROM evm_block
           WHERE number = 0 AND chain_id = '43114'`,
    change: setBlock('hash = parent_hash'),
  },
  {
    rule: 'evm-genesis',
    pick: block("number = 0 AND chain_id = '930114'"),
    change: `UPDATE blockchain SET genesis_data = json_set(genesis_data, '$.gasLimit', '0x1')
             WHERE :number = 0 AND CAST(evm_chain_id AS TEXT) = :chain_id`,
  },
  {
    rule: 'evm-fees',
    pick: block("number = 1 AND chain_id = '930114'"),
    change: `UPDATE blockchain
             SET genesis_data = json_set(genesis_data, '$.config.feeConfig.minBaseFee', 7)
             WHERE :number = 1 AND CAST(evm_chain_id AS TEXT) = :chain_id`,
  },
  {
    rule: 'evm-fees',
    // Since Granite and without atomic transactions: the target's excess ends 125 bytes before the end.
    pick: block("chain_id = '43114' AND timestamp > 1768000000 AND length(header) = 612"),
    change: setBlock('header = flipped(header, -125)'),
  },
  ...['txAllowListConfig', 'contractDeployerAllowListConfig'].map(
    (list): Breakage => ({
      rule: 'evm-permissions',
      pick: `SELECT chain_id, hash AS id FROM evm_transaction
             WHERE chain_id = '930114' AND call_type = 'CONTRACT_CREATION' LIMIT 1`,
      change: `UPDATE blockchain
               SET genesis_data = json_set(genesis_data, '$.config.${list}', json('{}'))
               WHERE CAST(evm_chain_id AS TEXT) = :chain_id`,
    }),
  ),
  {
    rule: 'evm-links',
    pick: block('number = 4'),
    change: setBlock("cumulative_transactions = '1'"),
  },
  { rule: 'evm-links', pick: block('number = 5'), change: setBlock('parent_hash = hash') },
  {
    rule: 'evm-roots',
    pick: `SELECT seq, b.hash AS id FROM evm_transaction t JOIN evm_block b
           ON b.chain_id = t.chain_id AND b.number = t.block_number LIMIT 1`,
    change: setTransaction('raw = flipped(raw, -1)'),
  },
  {
    rule: 'evm-eras',
    pick: block("chain_id = '43113' AND number = 50"),
    change: setBlock('timestamp = 1600000000'),
  },
  {
    rule: 'evm-delays',
    // Of 2026: the block before is younger than Granite, too.
    pick: block('number > 1 AND timestamp > 1767225600'),
    change: setBlock(`timestamp = (SELECT p.timestamp + 1 FROM evm_block AS p
      WHERE p.chain_id = :chain_id AND p.number = :number - 1)`),
  },
  ...[
    'tx_count = tx_count + 1',
    "gas_used = '1'",
    "fees_paid = '1'",
    "gas_prices = '1'",
    "max_gas_price = '1'",
    'max_tps = max_tps / 2',
    'max_gps = max_gps / 2',
    'active_addresses = active_addresses + 1',
    'active_senders = active_senders - 1',
    'contracts = contracts + 1',
    'deployers = deployers + 1',
    'cumulative_txs = cumulative_txs - 1',
    'cumulative_addresses = cumulative_addresses + 1',
    'cumulative_contracts = cumulative_contracts + 1',
    'cumulative_deployers = cumulative_deployers + 1',
    'last_addresses = last_addresses + 1',
    'last_senders = last_senders + 1',
    'last_block_at = last_block_at - 1',
    'start = start + 1',
  ].map(
    (change): Breakage => ({
      rule: 'evm-periods',
      pick: `SELECT scope, interval, start, scope AS id FROM evm_period
             WHERE tx_count > 0 ORDER BY start DESC LIMIT 1 OFFSET 3`,
      change: `UPDATE evm_period SET ${change}
               WHERE scope = :scope AND interval = :interval AND start = :start`,
    }),
  ),
  {
    rule: 'evm-periods',
    pick: `SELECT start, CAST(start AS TEXT) AS id FROM evm_period
           WHERE scope = 'total' AND interval = 'week' LIMIT 1`,
    change: `DELETE FROM evm_period
             WHERE scope = 'total' AND interval = 'week' AND start = :start`,
  },
  ...['active_at', 'sent_at', 'deployed_at'].map(
    (column): Breakage => ({
      rule: 'evm-last-active',
      pick: `SELECT scope, address, address AS id FROM evm_last_active
             WHERE ${column} IS NOT NULL LIMIT 1`,
      change: `UPDATE evm_last_active SET ${column} = ${column} - 1
               WHERE scope = :scope AND address = :address`,
    }),
  ),
  {
    rule: 'evm-last-active',
    pick: "SELECT address, lower(address) AS id FROM evm_last_active WHERE scope = 'fuji' LIMIT 1",
    change: "DELETE FROM evm_last_active WHERE scope = 'fuji' AND address = :address",
  },
  {
    rule: 'evm-execution',
    pick: block('number = 7'),
    change: `UPDATE evm_balance SET balance = '1'
             WHERE chain_id = :chain_id AND block_number = :number`,
  },
  {
    rule: 'evm-execution',
    pick: "SELECT seq, block_id AS id FROM primary_transaction WHERE chain = 'C' LIMIT 1",
    change: 'DELETE FROM primary_transaction WHERE seq = :seq',
  },
  {
    rule: 'evm-execution',
    pick: ofState('evm_account'),
    change: `UPDATE evm_account SET nonce = nonce + 1
             WHERE chain_id = :chain_id AND address = :address AND block_number = :number`,
  },
  {
    rule: 'evm-execution',
    pick: ofState('evm_account', 'AND s.code_hash IS NOT NULL'),
    change: `UPDATE evm_account SET code_hash = (SELECT hash FROM evm_code
               WHERE hash <> evm_account.code_hash LIMIT 1)
             WHERE chain_id = :chain_id AND address = :address AND block_number = :number`,
  },
  {
    rule: 'evm-execution',
    pick: ofState('evm_storage'),
    change: `UPDATE evm_storage SET value = x'07'
             WHERE chain_id = :chain_id AND address = :address AND block_number = :number`,
  },
  {
    rule: 'evm-execution',
    // What was there before the world began is in the root of block 1.
    pick: `SELECT s.chain_id, s.address, k.hash AS id FROM evm_storage s JOIN evm_block k
           ON k.chain_id = s.chain_id AND k.number = 1 WHERE s.block_number = 0 LIMIT 1`,
    change: `UPDATE evm_storage SET value = x'07'
             WHERE chain_id = :chain_id AND address = :address AND block_number = 0`,
  },
  {
    rule: 'evm-execution',
    pick: ofState('evm_storage'),
    change: `DELETE FROM evm_storage
             WHERE chain_id = :chain_id AND address = :address AND block_number = :number`,
  },
  {
    rule: 'evm-execution',
    pick: 'SELECT hash, hash AS id FROM evm_code LIMIT 1',
    change: 'UPDATE evm_code SET code = flipped(code, -1) WHERE hash = :hash',
  },
  {
    rule: 'evm-execution',
    pick: `SELECT chain_id, path, chain_id || ' /' || path AS id FROM evm_trie_node
           WHERE owner = '' LIMIT 1`,
    change: `UPDATE evm_trie_node SET node = flipped(node, -1)
             WHERE chain_id = :chain_id AND owner = '' AND path = :path`,
  },
  {
    rule: 'evm-execution',
    pick: `SELECT chain_id, owner, chain_id || ' ' || owner || '/' AS id FROM evm_trie_node
           WHERE owner <> '' LIMIT 1`,
    change: `DELETE FROM evm_trie_node
             WHERE chain_id = :chain_id AND owner = :owner AND path = ''`,
  },
  {
    rule: 'evm-execution',
    pick: `SELECT chain_id, chain_id || ' abc/0' AS id FROM evm_chain LIMIT 1`,
    change: `INSERT INTO evm_trie_node VALUES (:chain_id, 'abc', '0', x'80')`,
  },
  {
    rule: 'evm-execution',
    pick: afterHead('evm_storage'),
    change: `INSERT INTO evm_storage
             SELECT chain_id, address, slot, :number, x'07' FROM evm_storage
             WHERE chain_id = :chain_id LIMIT 1`,
  },
  {
    rule: 'evm-execution',
    pick: afterHead('evm_account'),
    change: `INSERT INTO evm_account
             SELECT chain_id, address, :number, 77, code_hash, is_multi_coin FROM evm_account
             WHERE chain_id = :chain_id LIMIT 1`,
  },
  {
    rule: 'evm-execution',
    pick: block('number = 9'),
    // The state root is behind parent hash, uncles and coinbase.
    change: setBlock('header = flipped(header, 100)'),
  },
]
