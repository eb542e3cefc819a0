import { secondsOf2020 } from '../../time/time-units.ts'
import { network } from './columns.ts'

/** Messages of one network created in the same second, at most. */
export const messagesPerSecond = 1024

/** The first key of the messages of a second, mainnet's before fuji's; 0 for what is before 2020. */
export const firstMessageKey = (second: number): number =>
  Math.max(0, second - secondsOf2020) * 2 * messagesPerSecond

/**
 * Interchain messages of both networks and the Warp messages that carry them. Blockchain ids are
 * cb58, nonces and amounts decimal text, addresses as in the tables of the EVM chains.
 */
export const icmTables = `
-- seq grows with the time of sending, else of delivery. message_id is hex without 0x. The three
-- source columns are NULL when the world does not hold the source chain. The rest follows from
-- other tables: without a row in icm_delivery the message is pending.
CREATE TABLE icm_message (
  seq INTEGER PRIMARY KEY,
  ${network},
  message_id TEXT NOT NULL UNIQUE,
  icm_contract TEXT NOT NULL COLLATE NOCASE,
  source_blockchain_id TEXT NOT NULL,
  destination_blockchain_id TEXT NOT NULL,
  source_evm_chain_id TEXT NOT NULL,
  destination_evm_chain_id TEXT NOT NULL,
  nonce TEXT NOT NULL,
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  data TEXT,
  reward_address TEXT NOT NULL COLLATE NOCASE,
  reward_name TEXT NOT NULL,
  reward_symbol TEXT NOT NULL,
  reward_decimals INTEGER NOT NULL,
  reward_logo_uri TEXT,
  reward_usd TEXT,
  reward_value TEXT NOT NULL,
  source_tx_hash TEXT,
  source_timestamp INTEGER,
  source_gas_spent TEXT,
  FOREIGN KEY (source_evm_chain_id, source_tx_hash) REFERENCES evm_transaction (chain_id, hash)
) STRICT;
CREATE INDEX icm_message_by_source_tx ON icm_message (source_evm_chain_id, source_tx_hash);

CREATE TABLE icm_delivery (
  message_seq INTEGER PRIMARY KEY REFERENCES icm_message,
  executed INTEGER NOT NULL CHECK (executed IN (0, 1)),
  chain_id TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  gas_spent TEXT NOT NULL,
  reward_redeemer TEXT NOT NULL COLLATE NOCASE,
  deliverer TEXT NOT NULL COLLATE NOCASE,
  FOREIGN KEY (chain_id, tx_hash) REFERENCES evm_transaction (chain_id, hash)
) STRICT;
CREATE INDEX icm_delivery_by_tx ON icm_delivery (chain_id, tx_hash);

-- The receipts that a message carries: of messages that its source chain received.
CREATE TABLE icm_receipt (
  message_seq INTEGER NOT NULL REFERENCES icm_message,
  position INTEGER NOT NULL,
  nonce TEXT NOT NULL,
  relayer TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (message_seq, position)
) STRICT, WITHOUT ROWID;

-- Messages whose receipt came back to their source chain, and the message that carried it.
CREATE TABLE icm_receipt_delivery (
  message_seq INTEGER PRIMARY KEY REFERENCES icm_message,
  carrier_seq INTEGER NOT NULL REFERENCES icm_message
) STRICT;

-- Messages from or to an address.
CREATE TABLE icm_activity (
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES icm_message,
  network TEXT NOT NULL,
  PRIMARY KEY (address, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX icm_activity_by_network ON icm_activity (network, address, seq);

-- What EVM chains asked their validators to sign: message_id is the 0x hex sha256 of unsigned.
CREATE TABLE warp_message (
  message_id TEXT PRIMARY KEY,
  ${network},
  chain_id TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  unsigned BLOB NOT NULL,
  FOREIGN KEY (chain_id, block_number) REFERENCES evm_block
) STRICT, WITHOUT ROWID;
`
