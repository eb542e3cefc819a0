import type { Breakage } from './primary-breakages.ts'

const block = (where: string) =>
  `SELECT chain_id, number, hash AS id FROM evm_block WHERE ${where} LIMIT 1`

const setBlock = (values: string) =>
  `UPDATE evm_block SET ${values} WHERE chain_id = :chain_id AND number = :number`

const transaction = (where = '1') =>
  `SELECT seq, hash AS id FROM evm_transaction WHERE ${where} LIMIT 1`

const setTransaction = (values: string) => `UPDATE evm_transaction SET ${values} WHERE seq = :seq`

/** A transfer or a call, and the hash of the transaction that it is in. */
const transfer = (table: string) =>
  `SELECT x.seq, t.hash AS id FROM ${table} x JOIN evm_transaction t ON t.seq = x.tx_seq LIMIT 1`

const message = (where = '1') =>
  `SELECT seq, message_id AS id FROM icm_message WHERE ${where} LIMIT 1`

const delivered = `SELECT m.seq, m.message_id AS id, d.chain_id, d.tx_hash FROM icm_message m
  JOIN icm_delivery d ON d.message_seq = m.seq LIMIT 1`

const nobody = '0x000000000000000000000000000000000000dEaD'

/** Breakages of EVM chains, interchain messages and what refers to them; one for each rule at least. */
export const evmBreakages: readonly Breakage[] = [
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
  { rule: 'evm-transactions', pick: transaction(), change: setTransaction("value = '3'") },
  {
    rule: 'evm-transactions',
    pick: transaction(),
    change: setTransaction(`sender = '${nobody}'`),
  },
  { rule: 'evm-receipts', pick: transaction('status = 0'), change: setTransaction('status = 1') },
  {
    rule: 'evm-nonces',
    pick: `SELECT seq, (SELECT hash FROM evm_transaction n WHERE n.chain_id = t.chain_id
             AND n.sender = t.sender AND n.nonce = t.nonce + 1) AS id
           FROM evm_transaction t WHERE nonce = 2 LIMIT 1`,
    change: 'DELETE FROM evm_transaction WHERE seq = :seq',
  },
  {
    rule: 'evm-effects',
    // The call data of one transfer(address,uint256) and the logs of another.
    pick: transaction("method_hash = '0xa9059cbb' AND status = 1"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.method_hash = '0xa9059cbb'
                  AND o.status = 1 AND o.seq <> evm_transaction.seq LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-effects',
    // The logs of one message that was sent, and the call data of another.
    pick: transaction("method_name LIKE 'sendCrossChainMessage%'"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.seq <> evm_transaction.seq
                  AND o.method_name LIKE 'sendCrossChainMessage%' LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-effects',
    // Fails although its sender has the tokens.
    pick: transaction("method_hash = '0xa9059cbb' AND status = 1"),
    change: setTransaction(
      `receipt = (SELECT receipt FROM evm_transaction o WHERE o.status = 0 LIMIT 1)`,
    ),
  },
  {
    rule: 'evm-effects',
    pick: `SELECT c.seq, t.hash AS id FROM contract c JOIN evm_transaction t
           ON t.seq = c.deployment_tx WHERE c.deployer_contract IS NULL LIMIT 1`,
    change: "UPDATE contract SET name = 'Another' WHERE seq = :seq",
  },
  {
    rule: 'evm-effects',
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
    rule: 'internal-transactions',
    pick: transfer('internal_transaction'),
    change: `UPDATE internal_transaction SET ${values} WHERE seq = :seq`,
  })),
  {
    rule: 'internal-transactions',
    pick: transfer('internal_transaction'),
    change: 'DELETE FROM internal_transaction WHERE seq = :seq',
  },
  {
    rule: 'internal-transactions',
    // Value that nobody gave, beside what was given.
    pick: transfer('internal_transaction'),
    change: `INSERT INTO internal_transaction
             SELECT seq + 500, tx_seq, type, sender, recipient, '7', '2300', '0', 0
             FROM internal_transaction WHERE seq = :seq`,
  },
  {
    rule: 'internal-transactions',
    pick: `SELECT a.seq, t.hash AS id FROM internal_activity a
           JOIN evm_transaction t ON t.seq = a.seq / 1024 LIMIT 1`,
    change: 'DELETE FROM internal_activity WHERE seq = :seq',
  },
  {
    rule: 'internal-transactions',
    // A call without value is in nobody's list.
    pick: `SELECT x.seq, t.chain_id, t.hash AS id FROM internal_transaction x
           JOIN evm_transaction t ON t.seq = x.tx_seq WHERE x.value = '0' AND x.type = 'CALL' LIMIT 1`,
    change: `INSERT INTO internal_activity
             SELECT :chain_id, sender, seq FROM internal_transaction WHERE seq = :seq`,
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
    rule: 'native-balances',
    pick: block('number = 7'),
    change: `UPDATE evm_balance SET balance = '1'
             WHERE chain_id = :chain_id AND block_number = :number`,
  },
  {
    rule: 'native-balances',
    pick: "SELECT seq, block_id AS id FROM primary_transaction WHERE chain = 'C' LIMIT 1",
    change: 'DELETE FROM primary_transaction WHERE seq = :seq',
  },
  {
    rule: 'contract-addresses',
    pick: `SELECT seq, '${nobody}' AS id FROM contract
           WHERE deployer IS NOT NULL AND deployer_contract IS NULL LIMIT 1`,
    change: `UPDATE contract SET address = '${nobody}' WHERE seq = :seq`,
  },
  {
    rule: 'contract-addresses',
    pick: 'SELECT seq, address AS id FROM contract WHERE deployer_contract IS NOT NULL LIMIT 1',
    change: `UPDATE contract SET deployer_contract = '${nobody}' WHERE seq = :seq`,
  },
  {
    rule: 'erc20-transfers',
    pick: transfer('erc20_transfer'),
    change: "UPDATE erc20_transfer SET value = '1' WHERE seq = :seq",
  },
  {
    rule: 'erc20-transfers',
    pick: transfer('erc20_transfer'),
    change: 'DELETE FROM erc20_activity WHERE seq = :seq',
  },
  {
    rule: 'erc721-transfers',
    pick: transfer('erc721_transfer'),
    change: 'DELETE FROM erc721_transfer WHERE seq = :seq',
  },
  {
    rule: 'erc721-transfers',
    pick: transfer('erc721_transfer'),
    change: 'UPDATE erc721_transfer SET contract_seq = contract_seq + 1 WHERE seq = :seq',
  },
  {
    rule: 'erc1155-transfers',
    pick: transfer('erc1155_transfer'),
    change: `UPDATE erc1155_transfer SET recipient = '${nobody}' WHERE seq = :seq`,
  },
  {
    rule: 'erc20-balances',
    pick: `SELECT b.contract_seq, b.block_number, k.hash AS id FROM erc20_balance b
           JOIN contract c ON c.seq = b.contract_seq
           JOIN evm_block k ON k.chain_id = c.chain_id AND k.number = b.block_number LIMIT 1`,
    change: `UPDATE erc20_balance SET balance = '1'
             WHERE contract_seq = :contract_seq AND block_number = :block_number`,
  },
  {
    rule: 'wrapped-deposits',
    // The selector of deposit().
    pick: transaction("method_hash = '0xd0e30db0' AND status = 1"),
    change: setTransaction(
      `raw = (SELECT raw FROM evm_transaction o WHERE o.method_hash = '0xd0e30db0'
              AND o.value <> evm_transaction.value LIMIT 1)`,
    ),
  },
  {
    rule: 'nft-balances',
    pick: 'SELECT seq, chain_id AS id FROM nft_balance LIMIT 1',
    change: `UPDATE nft_balance SET holder = '${nobody}' WHERE seq = :seq`,
  },
  {
    rule: 'nft-tokens',
    pick: `SELECT n.seq, c.address AS id FROM nft_token n JOIN contract c ON c.seq = n.contract_seq
           LIMIT 1`,
    change: "UPDATE nft_token SET token_id = '987654321' WHERE seq = :seq",
  },
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
    change: `UPDATE icm_receipt SET relayer = '${nobody}' WHERE message_seq = :message_seq`,
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
  {
    rule: 'evm-chains',
    pick: "SELECT chain_id, chain_id AS id FROM evm_chain WHERE chain_id = '930114'",
    change: "UPDATE evm_chain SET subnet_id = 'x' WHERE chain_id = :chain_id",
  },
  {
    rule: 'prices',
    pick: `SELECT contract, '${nobody}' AS id FROM token_price WHERE contract <> '' LIMIT 1`,
    change: `UPDATE token_price SET contract = '${nobody}' WHERE contract = :contract`,
  },
  {
    rule: 'node-upgrades',
    pick: "SELECT 'fuji' AS network, 'fuji' AS id",
    change: "UPDATE node_upgrades SET etna_time = '2024-01-01T00:00:00Z' WHERE network = :network",
  },
  {
    rule: 'node-upgrades',
    pick: "SELECT 'fuji' AS network, 'fuji' AS id",
    change: "UPDATE node_upgrades SET cortina_x_chain_stop_vertex_id = '' WHERE network = :network",
  },
  {
    rule: 'node-chains',
    pick: `SELECT blockchain_id, blockchain_id AS id FROM node_chain
           WHERE blockchain_id IN (SELECT blockchain_id FROM evm_chain) LIMIT 1`,
    change: 'DELETE FROM blockchain WHERE blockchain_id = :blockchain_id',
  },
  {
    rule: 'node-chains',
    pick: "SELECT '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5' AS chain, 'mainnet' AS id",
    change: 'DELETE FROM node_chain WHERE blockchain_id = :chain',
  },
  {
    rule: 'node-stakes',
    pick: 'SELECT subnet_id, subnet_id AS id FROM node_subnet LIMIT 1',
    change: "UPDATE node_subnet SET own_stake = '1' WHERE subnet_id = :subnet_id",
  },
  {
    rule: 'node-stakes',
    pick: 'SELECT node_id, node_id AS id FROM node_peer_subnet LIMIT 1',
    change: "UPDATE node_peer_subnet SET stake = '1' WHERE node_id = :node_id",
  },
  {
    rule: 'proposers',
    pick: `SELECT t.seq, b.proposer_id AS id FROM primary_transaction t
           JOIN primary_block b ON b.network = t.network AND b.proposer_node_id = t.node_id
             AND b.timestamp BETWEEN t.start_timestamp AND t.end_timestamp
           WHERE t.tx_type = 'AddValidatorTx' LIMIT 1`,
    change: 'DELETE FROM primary_transaction WHERE seq = :seq',
  },
]
