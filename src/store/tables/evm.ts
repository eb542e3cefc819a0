import { network, oneOf } from './columns.ts'

/**
 * EVM chains: blocks, transactions, balances. Values in wei and gas are decimal text. Addresses are
 * EIP-55 text that compares without case (NOCASE), hashes lower-case hex after 0x.
 *
 * A transaction's `seq` grows with block and index within its chain, so a range of blocks is a
 * range of `seq`: the unique index over (chain_id, block_number, block_index) gives its ends.
 */
export const evmTables = `
CREATE TABLE evm_chain (
  chain_id TEXT PRIMARY KEY,
  ${network},
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
  token_description TEXT,
  token_logo_uri TEXT,
  multicall TEXT,
  first_day INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
  PRIMARY KEY (chain_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX evm_block_by_hash ON evm_block (chain_id, hash);
CREATE INDEX evm_block_by_time ON evm_block (chain_id, timestamp);

-- recipient is the created contract when call_type is CONTRACT_CREATION. method_hash is the
-- selector of a call, else ''. raw and receipt are the bytes that the block's roots are made of.
CREATE TABLE evm_transaction (
  seq INTEGER PRIMARY KEY,
  chain_id TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  block_index INTEGER NOT NULL,
  hash TEXT NOT NULL,
  status INTEGER NOT NULL CHECK (status IN (0, 1)),
  type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 2),
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  nonce INTEGER NOT NULL,
  value TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  gas_used TEXT NOT NULL,
  gas_price TEXT NOT NULL,
  call_type TEXT NOT NULL
    ${oneOf('call_type', 'NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION')},
  method_hash TEXT NOT NULL,
  method_name TEXT,
  raw BLOB NOT NULL,
  receipt BLOB NOT NULL,
  FOREIGN KEY (chain_id, block_number) REFERENCES evm_block
) STRICT;
CREATE UNIQUE INDEX evm_transaction_by_block
  ON evm_transaction (chain_id, block_number, block_index);
CREATE UNIQUE INDEX evm_transaction_by_hash ON evm_transaction (chain_id, hash);
CREATE INDEX evm_transaction_failed ON evm_transaction (chain_id, seq) WHERE status = 0;

-- Transactions from or to an address.
CREATE TABLE evm_native_activity (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES evm_transaction,
  PRIMARY KEY (chain_id, address, seq)
) STRICT, WITHOUT ROWID;

-- Native balance after each block that changed it; before the first row it is 0.
CREATE TABLE evm_balance (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  block_number INTEGER NOT NULL,
  balance TEXT NOT NULL,
  PRIMARY KEY (chain_id, address, block_number),
  FOREIGN KEY (chain_id, block_number) REFERENCES evm_block
) STRICT, WITHOUT ROWID;
`
