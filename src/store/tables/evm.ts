/** EVM chains, their blocks and transactions. Values in wei and gas are decimal text. */
export const evmTables = `
CREATE TABLE evm_chain (
  chain_id TEXT PRIMARY KEY,
  network TEXT NOT NULL CHECK (network IN ('mainnet', 'fuji')),
  blockchain_id TEXT NOT NULL UNIQUE,
  subnet_id TEXT NOT NULL,
  vm_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  rpc_url TEXT NOT NULL,
  explorer_url TEXT,
  logo_uri TEXT,
  token_name TEXT NOT NULL,
  token_symbol TEXT NOT NULL,
  token_decimals INTEGER NOT NULL,
  token_logo_uri TEXT,
  multicall TEXT,
  first_day INTEGER NOT NULL,
  last_day INTEGER NOT NULL
) STRICT;

CREATE TABLE evm_block (
  chain_id TEXT NOT NULL REFERENCES evm_chain,
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  parent_hash TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  base_fee TEXT NOT NULL,
  gas_used TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  gas_cost TEXT NOT NULL,
  fees_spent TEXT NOT NULL,
  cumulative_transactions TEXT NOT NULL,
  header BLOB NOT NULL,
  PRIMARY KEY (chain_id, number),
  UNIQUE (chain_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE evm_transaction (
  chain_id TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  block_index INTEGER NOT NULL,
  hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  type INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT,
  created_contract TEXT,
  nonce INTEGER NOT NULL,
  value TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  gas_used TEXT NOT NULL,
  gas_price TEXT NOT NULL,
  raw BLOB NOT NULL,
  PRIMARY KEY (chain_id, block_number, block_index),
  UNIQUE (chain_id, hash),
  FOREIGN KEY (chain_id, block_number) REFERENCES evm_block
) STRICT, WITHOUT ROWID;

-- Transactions of each UTC day (day = epoch seconds / 86400); days without any have no row.
CREATE TABLE evm_daily_transactions (
  chain_id TEXT NOT NULL REFERENCES evm_chain,
  day INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  PRIMARY KEY (chain_id, day)
) STRICT, WITHOUT ROWID;
`
