/**
 * State of the EVM chains: accounts, code and storage after each block that changed them, so that
 * every state is a query (G-314). Native balances are in `evm_balance`. Addresses are EIP-55 text that
 * compares without case. Read by `stateAt` in `src/store/evm-state.ts`.
 */
export const evmStateTables = `
-- Code of contracts by its Keccak-256 hash, 0x and lower-case hex.
CREATE TABLE evm_code (
  hash TEXT PRIMARY KEY,
  code BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Nonce of the next transaction and code after each block that changed one of them; before the
-- first row they are 0 and none. code_hash is NULL without code.
CREATE TABLE evm_account (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  block_number INTEGER NOT NULL,
  nonce INTEGER NOT NULL,
  code_hash TEXT REFERENCES evm_code,
  is_multi_coin INTEGER NOT NULL CHECK (is_multi_coin IN (0, 1)),
  PRIMARY KEY (chain_id, address, block_number)
) STRICT, WITHOUT ROWID;

-- Value of a slot after each block that changed it; before the first row it is 0. slot has 32
-- bytes; value is a big-endian number without leading zeros, empty for 0.
CREATE TABLE evm_storage (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  slot BLOB NOT NULL,
  block_number INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (chain_id, address, slot, block_number)
) STRICT, WITHOUT ROWID;

-- Nodes of the tries of the latest state. owner is '' for the accounts, else the address (lower
-- case) whose storage it is; path is the hexadecimal digits from the root to the node.
CREATE TABLE evm_trie_node (
  chain_id TEXT NOT NULL,
  owner TEXT NOT NULL,
  path TEXT NOT NULL,
  node BLOB NOT NULL,
  PRIMARY KEY (chain_id, owner, path)
) STRICT, WITHOUT ROWID;
`
