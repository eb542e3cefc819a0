import { oneOf } from './columns.ts'

/** Keys of transfers that one transaction has room for. */
export const transfersPerTransaction = 1024

/**
 * Contracts, their tokens and who moved and holds them. Amounts and token ids are decimal text in
 * the smallest unit; addresses as in the tables of the EVM chains.
 *
 * A transfer's `seq` is that of its transaction * {@link transfersPerTransaction} + its place among
 * the transfers of the transaction, so a range of transactions (or blocks) is a range of transfers.
 */
export const evmContractTables = `
-- Also what an answer tells of an address that is a known contract. Contracts that were there
-- before the world began have no deployer and no deployment_tx.
CREATE TABLE contract (
  seq INTEGER PRIMARY KEY,
  chain_id TEXT NOT NULL REFERENCES evm_chain,
  address TEXT NOT NULL COLLATE NOCASE,
  erc_type TEXT NOT NULL ${oneOf('erc_type', 'ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN')},
  name TEXT,
  symbol TEXT,
  decimals INTEGER,
  description TEXT,
  official_site TEXT,
  email TEXT,
  logo_asset_id TEXT,
  logo_uri TEXT,
  banner_asset_id TEXT,
  banner_uri TEXT,
  color TEXT,
  coingecko_coin_id TEXT,
  -- What the service thinks of an ERC-20 token; NULL where it thinks nothing.
  reputation TEXT ${oneOf('reputation', 'Malicious', 'Benign')},
  -- What the simulator uses it for, and whether everyday life may; no answer shows them.
  role TEXT,
  everyday INTEGER NOT NULL DEFAULT 0 CHECK (everyday IN (0, 1)),
  deployer TEXT COLLATE NOCASE,
  deployer_contract TEXT COLLATE NOCASE,
  deployment_tx INTEGER REFERENCES evm_transaction,
  UNIQUE (chain_id, address)
) STRICT;
CREATE INDEX contract_by_deployer ON contract (chain_id, deployer, seq);
CREATE INDEX contract_by_deployment ON contract (deployment_tx) WHERE deployment_tx IS NOT NULL;

CREATE TABLE contract_link (
  contract_seq INTEGER NOT NULL REFERENCES contract,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  PRIMARY KEY (contract_seq, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE contract_tag (
  contract_seq INTEGER NOT NULL REFERENCES contract,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (contract_seq, position)
) STRICT, WITHOUT ROWID;

-- index_status in lower case, as the contract documents it. attributes is JSON text: attributes
-- of an ERC-721 token, properties of an ERC-1155 one. reindexed_at: when somebody last had the
-- metadata read again.
CREATE TABLE nft_token (
  seq INTEGER PRIMARY KEY,
  contract_seq INTEGER NOT NULL REFERENCES contract,
  token_id TEXT NOT NULL,
  token_uri TEXT NOT NULL,
  index_status TEXT NOT NULL,
  metadata_updated_at INTEGER,
  reindexed_at INTEGER,
  metadata_name TEXT,
  metadata_symbol TEXT,
  image_uri TEXT,
  description TEXT,
  animation_uri TEXT,
  external_url TEXT,
  background TEXT,
  metadata_decimals INTEGER,
  attributes TEXT,
  UNIQUE (contract_seq, token_id)
) STRICT;
CREATE INDEX nft_token_by_contract ON nft_token (contract_seq, seq);

-- Who holds what now. seq is that of the transfer by which the holder got it. An ERC-721 token has
-- one row, its owner's, or none when it was burned.
CREATE TABLE nft_balance (
  seq INTEGER PRIMARY KEY,
  chain_id TEXT NOT NULL REFERENCES evm_chain,
  holder TEXT NOT NULL COLLATE NOCASE,
  erc_type TEXT NOT NULL ${oneOf('erc_type', 'ERC-721', 'ERC-1155')},
  contract_seq INTEGER NOT NULL REFERENCES contract,
  token_seq INTEGER NOT NULL REFERENCES nft_token,
  balance TEXT NOT NULL,
  UNIQUE (token_seq, holder)
) STRICT;
CREATE INDEX nft_balance_by_holder ON nft_balance (chain_id, holder, seq);
CREATE INDEX nft_balance_by_type ON nft_balance (chain_id, holder, erc_type, seq);
CREATE INDEX nft_balance_by_contract ON nft_balance (chain_id, holder, contract_seq, seq);

-- Balance after each block that changed it; before the first row it is 0.
CREATE TABLE erc20_balance (
  contract_seq INTEGER NOT NULL REFERENCES contract,
  holder TEXT NOT NULL COLLATE NOCASE,
  block_number INTEGER NOT NULL,
  balance TEXT NOT NULL,
  PRIMARY KEY (contract_seq, holder, block_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX erc20_balance_by_holder ON erc20_balance (holder, contract_seq);

CREATE TABLE erc20_transfer (
  seq INTEGER PRIMARY KEY,
  tx_seq INTEGER NOT NULL REFERENCES evm_transaction,
  log_index INTEGER NOT NULL,
  contract_seq INTEGER NOT NULL REFERENCES contract,
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX erc20_transfer_by_contract ON erc20_transfer (contract_seq, seq);

CREATE TABLE erc721_transfer (
  seq INTEGER PRIMARY KEY,
  tx_seq INTEGER NOT NULL REFERENCES evm_transaction,
  log_index INTEGER NOT NULL,
  contract_seq INTEGER NOT NULL REFERENCES contract,
  token_seq INTEGER NOT NULL REFERENCES nft_token,
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX erc721_transfer_by_contract ON erc721_transfer (contract_seq, seq);

CREATE TABLE erc1155_transfer (
  seq INTEGER PRIMARY KEY,
  tx_seq INTEGER NOT NULL REFERENCES evm_transaction,
  log_index INTEGER NOT NULL,
  contract_seq INTEGER NOT NULL REFERENCES contract,
  token_seq INTEGER NOT NULL REFERENCES nft_token,
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX erc1155_transfer_by_contract ON erc1155_transfer (contract_seq, seq);

-- Transfers from or to an address, the zero address of mints and burns included.
CREATE TABLE erc20_activity (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES erc20_transfer,
  PRIMARY KEY (chain_id, address, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE erc721_activity (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES erc721_transfer,
  PRIMARY KEY (chain_id, address, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE erc1155_activity (
  chain_id TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  seq INTEGER NOT NULL REFERENCES erc1155_transfer,
  PRIMARY KEY (chain_id, address, seq)
) STRICT, WITHOUT ROWID;

-- US dollars for one whole token, decimal text, from a time on (epoch seconds); contract is '' for
-- the chain's own token, and usd is '' where a price ends.
CREATE TABLE token_price (
  chain_id TEXT NOT NULL REFERENCES evm_chain,
  contract TEXT NOT NULL COLLATE NOCASE,
  since INTEGER NOT NULL,
  usd TEXT NOT NULL,
  PRIMARY KEY (chain_id, contract, since)
) STRICT, WITHOUT ROWID;

-- Units of a currency for one US dollar, decimal text.
CREATE TABLE currency_rate (
  currency TEXT PRIMARY KEY,
  per_usd TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
