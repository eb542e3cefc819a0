import { oneOf } from './columns.ts'

/**
 * Calls of contracts to other accounts while a transaction executed. The keys are
 * made as those of transfers; columns as in the tables of the EVM chains.
 */
export const evmInternalTables = `
-- What failed by itself is reverted; a transaction that failed has none. Value in wei.
CREATE TABLE internal_transaction (
  seq INTEGER PRIMARY KEY,
  tx_seq INTEGER NOT NULL REFERENCES evm_transaction,
  type TEXT NOT NULL ${oneOf('type', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT')},
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  gas_used TEXT NOT NULL,
  is_reverted INTEGER NOT NULL CHECK (is_reverted IN (0, 1))
) STRICT;

-- Those from or to an address that move native value or create a contract.
CREATE TABLE internal_activity (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES internal_transaction,
  PRIMARY KEY (chain_id, address, seq)
) STRICT, WITHOUT ROWID;
`
