/**
 * The primary side of both networks. In all tables: ids are cb58, heights that the contract shows
 * as text are TEXT, amounts are decimal text in the asset's smallest unit, times are epoch
 * seconds, addresses are bech32 without the prefix of a chain, `seq` grows in list order (by time
 * within a network and chain). `x_seq` columns refer to the `seq` of table x.
 */

import { chain, chainColumn, network, oneOf, sortableAmount } from './columns.ts'

/** In `address_utxo.spent_at`, while an output is not spent; epoch seconds. */
export const neverSpent = Number.MAX_SAFE_INTEGER

const blockTables = `
CREATE TABLE asset (
  ${network},
  asset_id TEXT NOT NULL,
  name TEXT NOT NULL,
  symbol TEXT NOT NULL,
  denomination INTEGER NOT NULL,
  type TEXT NOT NULL ${oneOf('type', 'secp256k1', 'nft')},
  cap TEXT NOT NULL ${oneOf('cap', 'fixed', 'variable')},
  created_at INTEGER NOT NULL,
  PRIMARY KEY (network, asset_id)
) STRICT, WITHOUT ROWID;

-- Inner blocks of the P- and X-chain and, with their EVM hash as id, of the C-chain. The proposer
-- columns are those of the outer block: all NULL where there is none, and all but the two ids NULL
-- for an option; an unsigned block has no node. Gas is that of the P-chain after the block, since
-- Etna (ACP-103).
CREATE TABLE primary_block (
  seq INTEGER PRIMARY KEY,
  ${network},
  ${chain},
  height INTEGER NOT NULL,
  block_id TEXT NOT NULL,
  parent_id TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  block_type TEXT NOT NULL,
  tx_count INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  l1_validators_accrued_fees INTEGER,
  active_l1_validators INTEGER,
  gas_capacity INTEGER,
  gas_excess INTEGER,
  current_supply TEXT,
  proposer_id TEXT,
  proposer_parent_id TEXT,
  proposer_node_id TEXT,
  proposer_p_chain_height INTEGER,
  proposer_timestamp INTEGER,
  UNIQUE (network, chain, height)
) STRICT;
CREATE UNIQUE INDEX primary_block_by_id ON primary_block (network, chain, block_id);
CREATE INDEX primary_block_by_node ON primary_block (network, chain, proposer_node_id, seq);

-- Vertices of the X-chain; vertex_index counts the vertices of the same height.
CREATE TABLE vertex (
  seq INTEGER PRIMARY KEY,
  ${network},
  vertex_id TEXT NOT NULL,
  height INTEGER NOT NULL,
  vertex_index INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  UNIQUE (network, vertex_id)
) STRICT;
CREATE INDEX vertex_by_height ON vertex (network, height, seq);
CREATE INDEX vertex_by_network ON vertex (network, seq);

CREATE TABLE vertex_parent (
  vertex_seq INTEGER NOT NULL REFERENCES vertex,
  position INTEGER NOT NULL,
  parent_id TEXT NOT NULL,
  PRIMARY KEY (vertex_seq, position)
) STRICT, WITHOUT ROWID;

-- Whatever an index endpoint of the node shows; bytes end in the checksum, accepted_at is RFC 3339.
-- It has a number, since WITHOUT ROWID rows as long as these would each take pages of their own.
CREATE TABLE container (
  seq INTEGER PRIMARY KEY,
  ${network},
  ${chain},
  kind TEXT NOT NULL ${oneOf('kind', 'block', 'tx', 'vtx')},
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  bytes TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX container_by_position ON container (network, chain, kind, position);
CREATE UNIQUE INDEX container_by_id ON container (network, chain, kind, id);
`

const transactionTables = `
-- Transactions of a block or vertex are those with its id as block_id, by position. Columns that
-- a type does not have are NULL. source_chain and destination_chain are blockchain ids.
CREATE TABLE primary_transaction (
  seq INTEGER PRIMARY KEY,
  ${network},
  ${chain},
  tx_id TEXT NOT NULL,
  tx_type TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  block_number TEXT NOT NULL,
  block_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  source_chain TEXT,
  destination_chain TEXT,
  start_timestamp INTEGER,
  end_timestamp INTEGER,
  delegation_fee_percent TEXT,
  node_id TEXT,
  subnet_id TEXT,
  estimated_reward TEXT,
  -- Of a stake that has ended: the RewardValidatorTx that ended it. Of that one: the stake.
  reward_tx_id TEXT,
  staking_tx_id TEXT,
  memo TEXT,
  owner_locktime INTEGER,
  owner_threshold INTEGER,
  bls_public_key TEXT,
  bls_proof_of_possession TEXT,
  chain_name TEXT,
  vm_id TEXT,
  genesis_data TEXT,
  manager_blockchain_id TEXT,
  manager_address TEXT,
  created_asset_id TEXT,
  bytes BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX primary_transaction_by_id ON primary_transaction (network, chain, tx_id);
CREATE UNIQUE INDEX primary_transaction_by_block
  ON primary_transaction (network, chain, block_id, position);
CREATE INDEX primary_transaction_by_chain ON primary_transaction (network, chain, seq);
CREATE INDEX primary_transaction_by_time ON primary_transaction (network, chain, timestamp, seq);
CREATE INDEX primary_transaction_by_type ON primary_transaction (network, chain, tx_type, seq);

-- Addresses that take the reward of a stake, or that own the subnet from this transaction on. Where a
-- validator's reward and its delegation fees have different owners, also those of each.
CREATE TABLE transaction_address (
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  role TEXT NOT NULL ${oneOf('role', 'reward', 'owner', 'stake reward', 'fee reward')},
  position INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (tx_seq, role, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_address_rewarded ON transaction_address (address, tx_seq)
  WHERE role = 'reward';

-- Sums per asset: of the outputs, of what was burned, staked, or put into L1 validators' balances.
CREATE TABLE transaction_amount (
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  kind TEXT NOT NULL ${oneOf('kind', 'value', 'burned', 'staked', 'l1_balance')},
  position INTEGER NOT NULL,
  ${network},
  asset_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (tx_seq, kind, position),
  FOREIGN KEY (network, asset_id) REFERENCES asset
) STRICT, WITHOUT ROWID;

-- L1 validators as a transaction left them; balance_change is signed.
CREATE TABLE transaction_l1_validator (
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  position INTEGER NOT NULL,
  validation_id TEXT NOT NULL,
  validation_id_hex TEXT NOT NULL,
  node_id TEXT NOT NULL,
  subnet_id TEXT NOT NULL,
  weight INTEGER NOT NULL,
  remaining_balance INTEGER NOT NULL,
  balance_change INTEGER,
  bls_public_key TEXT,
  bls_proof_of_possession TEXT,
  PRIMARY KEY (tx_seq, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_l1_validator_by_validation
  ON transaction_l1_validator (validation_id, tx_seq);

-- EVM side of the C-chain's atomic transactions: what an ExportTx takes, what an ImportTx gives.
CREATE TABLE atomic_evm_transfer (
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  position INTEGER NOT NULL,
  direction TEXT NOT NULL ${oneOf('direction', 'input', 'output')},
  evm_address TEXT NOT NULL,
  ${network},
  asset_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (tx_seq, position),
  FOREIGN KEY (network, asset_id) REFERENCES asset
) STRICT, WITHOUT ROWID;

-- Everybody among the owners of consumed or emitted UTXOs; on the C-chain also EVM addresses in
-- lower case.
CREATE TABLE address_transaction (
  ${network},
  ${chain},
  address TEXT NOT NULL,
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  tx_type TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  PRIMARY KEY (network, chain, address, tx_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_transaction_by_type
  ON address_transaction (network, chain, address, tx_type, tx_seq);

-- Transactions of the X-chain that consume or emit outputs of an asset.
CREATE TABLE asset_transaction (
  ${network},
  asset_id TEXT NOT NULL,
  tx_seq INTEGER NOT NULL REFERENCES primary_transaction,
  tx_type TEXT NOT NULL,
  PRIMARY KEY (network, asset_id, tx_seq),
  FOREIGN KEY (network, asset_id) REFERENCES asset
) STRICT, WITHOUT ROWID;
CREATE INDEX asset_transaction_by_type
  ON asset_transaction (network, asset_id, tx_type, tx_seq);

-- tx_id and output_index name the output; emitted_by is the transaction whose acceptance made it,
-- which for a reward is the RewardValidatorTx, and NULL for genesis. An output that is exported is
-- consumed_on_chain another chain than it is created on. stake_start is the time of the block. Written
-- when the output is made, and again when it is spent. owners is the threshold and the addresses.
CREATE TABLE utxo (
  seq INTEGER PRIMARY KEY,
  ${network},
  utxo_id TEXT NOT NULL,
  ${chainColumn('created_on_chain')},
  ${chainColumn('consumed_on_chain')},
  tx_id TEXT NOT NULL,
  output_index INTEGER NOT NULL,
  emitted_by INTEGER REFERENCES primary_transaction,
  asset_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  output_type TEXT NOT NULL
    ${oneOf('output_type', 'transfer', 'mint', 'nft transfer', 'nft mint', 'property owned', 'property mint')},
  owners TEXT NOT NULL,
  threshold INTEGER NOT NULL,
  locktime INTEGER NOT NULL,
  stakeable_locktime INTEGER,
  staked INTEGER NOT NULL CHECK (staked IN (0, 1)),
  stake_start INTEGER,
  stake_end INTEGER,
  reward_type TEXT ${oneOf('reward_type', 'VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE')},
  group_id INTEGER,
  payload TEXT,
  created_block TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  consumed_by INTEGER REFERENCES primary_transaction,
  -- Among the inputs of the consuming transaction.
  consumed_position INTEGER,
  consuming_tx_id TEXT,
  consuming_block TEXT,
  consumed_at INTEGER,
  bytes TEXT NOT NULL,
  UNIQUE (network, utxo_id),
  FOREIGN KEY (network, asset_id) REFERENCES asset
) STRICT;
CREATE INDEX utxo_by_emitter ON utxo (emitted_by, output_index);
CREATE INDEX utxo_by_consumer ON utxo (consumed_by, consumed_position)
  WHERE consumed_by IS NOT NULL;
-- With all that balances are made of and lists sort by, so that they read no other row.
CREATE INDEX utxo_unspent
  ON utxo (network, owners, consumed_on_chain, created_on_chain, asset_id, seq, amount, locktime,
    stakeable_locktime, stake_start, stake_end, created_at, utxo_id, consumed_by)
  WHERE consumed_by IS NULL;
-- Lists of what an owner has not spent.
CREATE INDEX utxo_unspent_by_making
  ON utxo (network, owners, created_on_chain, consumed_on_chain, created_at, utxo_id, asset_id,
    amount, consumed_by)
  WHERE consumed_by IS NULL;
-- Stakes that are over, and such that have not begun: few among those that run.
CREATE INDEX utxo_unspent_by_stake_end
  ON utxo (network, owners, stake_end, stake_start, consumed_on_chain, created_on_chain, asset_id,
    amount, locktime, stakeable_locktime, staked, consumed_by)
  WHERE consumed_by IS NULL AND staked = 1;
CREATE INDEX utxo_unspent_by_stake_start
  ON utxo (network, owners, stake_start, stake_end, consumed_on_chain, created_on_chain, asset_id,
    amount, locktime, stakeable_locktime, staked, consumed_by)
  WHERE consumed_by IS NULL AND staked = 1;
CREATE INDEX utxo_by_amount ON utxo
  (network, owners, created_on_chain, consumed_on_chain, ${sortableAmount('amount')}, utxo_id);

CREATE TABLE utxo_address (
  utxo_seq INTEGER NOT NULL REFERENCES utxo,
  position INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (utxo_seq, position)
) STRICT, WITHOUT ROWID;

-- spent_at is the output's consumed_at, and later than all times while nobody has spent it, so that
-- a balance reads what there is and not what there was.
CREATE TABLE address_utxo (
  ${network},
  address TEXT NOT NULL,
  utxo_seq INTEGER NOT NULL REFERENCES utxo,
  created_at INTEGER NOT NULL,
  spent_at INTEGER NOT NULL DEFAULT ${neverSpent},
  PRIMARY KEY (network, address, utxo_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_utxo_by_making ON address_utxo (network, address, created_at, utxo_seq);
CREATE INDEX address_utxo_by_spending ON address_utxo (network, address, spent_at, utxo_seq);

-- In which owners of outputs (utxo.owners) an address is, and how many of them have to sign.
CREATE TABLE address_owners (
  ${network},
  address TEXT NOT NULL,
  owners TEXT NOT NULL,
  threshold INTEGER NOT NULL,
  PRIMARY KEY (network, address, owners)
) STRICT, WITHOUT ROWID;

-- How many unspent outputs of some owners have these locks, and what they hold together; without one
-- there is no row. stake says whether they are staked, and whether they stay locked when their
-- stakes end, each at its own time. Without a stakeable lock its time is 0.
CREATE TABLE unspent_sum (
  ${network},
  owners TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  ${chainColumn('created_on_chain')},
  ${chainColumn('consumed_on_chain')},
  locktime INTEGER NOT NULL,
  stakeable_locktime INTEGER NOT NULL,
  stake TEXT NOT NULL ${oneOf('stake', 'none', 'unlocked', 'locked')},
  utxos INTEGER NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (network, owners, asset_id, created_on_chain, consumed_on_chain, locktime,
    stakeable_locktime, stake),
  FOREIGN KEY (network, asset_id) REFERENCES asset
) STRICT, WITHOUT ROWID;

-- The outputs that are rewards, by owner, and by the node whose stake was rewarded.
CREATE TABLE address_reward (
  ${network},
  address TEXT NOT NULL,
  utxo_seq INTEGER NOT NULL REFERENCES utxo,
  node_id TEXT NOT NULL,
  PRIMARY KEY (network, address, utxo_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_reward_by_node ON address_reward (network, node_id, utxo_seq);
`

/** Blocks, vertices, containers, transactions and UTXOs of the P-, X- and C-chain. */
export const primaryTables = [blockTables, transactionTables].join('\n')
