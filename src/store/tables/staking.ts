import { network, oneOf } from './columns.ts'

const subnetTables = `
-- The owner is the present one. The primary network has no conversion and no owner address.
CREATE TABLE subnet (
  seq INTEGER PRIMARY KEY,
  ${network},
  subnet_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  create_index TEXT NOT NULL,
  owner_locktime INTEGER NOT NULL,
  owner_threshold INTEGER NOT NULL,
  is_l1 INTEGER NOT NULL CHECK (is_l1 IN (0, 1)),
  conversion_tx_id TEXT,
  manager_blockchain_id TEXT,
  manager_address TEXT,
  UNIQUE (network, subnet_id)
) STRICT;
CREATE INDEX subnet_by_network ON subnet (network, seq);

CREATE TABLE subnet_owner (
  subnet_seq INTEGER NOT NULL REFERENCES subnet,
  position INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (subnet_seq, position)
) STRICT, WITHOUT ROWID;

-- evm_chain_id is 0 for chains that are no EVM; genesis_data is JSON, of EVM chains.
CREATE TABLE blockchain (
  seq INTEGER PRIMARY KEY,
  ${network},
  blockchain_id TEXT NOT NULL,
  subnet_id TEXT NOT NULL,
  name TEXT NOT NULL,
  vm_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  create_block TEXT NOT NULL,
  evm_chain_id INTEGER NOT NULL,
  genesis_data TEXT,
  UNIQUE (network, blockchain_id),
  FOREIGN KEY (network, subnet_id) REFERENCES subnet (network, subnet_id)
) STRICT;
CREATE INDEX blockchain_by_subnet ON blockchain (network, subnet_id, seq);
`

const stakeTables = `
-- By start, network and arrival: seq is (seconds from 2020 to the start) * 2^14, then a bit for fuji and
-- 13 bits that count. delegation_fee is percent text; rewards are estimates until the end.
CREATE TABLE delegator (
  seq INTEGER PRIMARY KEY,
  ${network},
  tx_id TEXT NOT NULL,
  node_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  delegation_fee TEXT NOT NULL,
  start_timestamp INTEGER NOT NULL,
  end_timestamp INTEGER NOT NULL,
  gross_reward TEXT NOT NULL,
  net_reward TEXT NOT NULL,
  UNIQUE (network, tx_id)
) STRICT;
CREATE INDEX delegator_by_network ON delegator (network, seq);
CREATE INDEX delegator_by_node ON delegator (network, node_id, seq);

CREATE TABLE delegator_reward_address (
  delegator_seq INTEGER NOT NULL REFERENCES delegator,
  position INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (delegator_seq, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE reward_address_delegator (
  ${network},
  address TEXT NOT NULL,
  delegator_seq INTEGER NOT NULL REFERENCES delegator,
  PRIMARY KEY (network, address, delegator_seq)
) STRICT, WITHOUT ROWID;

-- As the last block of the P-chain left them; weight 0 is a validator that was removed. paid_until is
-- the total of fees since Etna (primary_block.l1_validators_accrued_fees) at which the balance is used
-- up, NULL while inactive; min_nonce is the lowest that the next weight may have.
CREATE TABLE l1_validator (
  seq INTEGER PRIMARY KEY,
  ${network},
  validation_id TEXT NOT NULL,
  validation_id_hex TEXT NOT NULL,
  node_id TEXT NOT NULL,
  subnet_id TEXT NOT NULL,
  weight INTEGER NOT NULL,
  paid_until INTEGER,
  min_nonce INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  bls_public_key TEXT NOT NULL,
  bls_proof_of_possession TEXT NOT NULL,
  balance_owner_threshold INTEGER NOT NULL,
  deactivation_owner_threshold INTEGER NOT NULL,
  UNIQUE (network, validation_id),
  FOREIGN KEY (network, subnet_id) REFERENCES subnet (network, subnet_id)
) STRICT;
CREATE INDEX l1_validator_active ON l1_validator (network, seq) WHERE paid_until IS NOT NULL;
CREATE INDEX l1_validator_by_network ON l1_validator (network, seq);
CREATE INDEX l1_validator_by_node ON l1_validator (network, node_id, seq);
CREATE INDEX l1_validator_by_subnet ON l1_validator (network, subnet_id, seq);

CREATE TABLE l1_validator_owner (
  l1_validator_seq INTEGER NOT NULL REFERENCES l1_validator,
  role TEXT NOT NULL ${oneOf('role', 'balance', 'deactivation')},
  position INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (l1_validator_seq, role, position)
) STRICT, WITHOUT ROWID;

-- A stake from its transaction on. It counts from start_height on, before end_height: it waits while
-- the first is NULL, and has not ended while the second is. A validator's weight is the sum over its
-- node; delegators have no key of their own, and the fee (shares, millionths) of their validator.
-- owed is what a validator gets for delegations at its end. Of each outage_interval from the start on,
-- the node of a validator is offline for outage_length, after outage_start, in seconds; none of a
-- delegator's.
CREATE TABLE staking_period (
  tx_seq INTEGER PRIMARY KEY REFERENCES primary_transaction,
  ${network},
  subnet_id TEXT NOT NULL,
  node_id TEXT NOT NULL,
  tx_id TEXT NOT NULL,
  kind TEXT NOT NULL ${oneOf('kind', 'validator', 'delegator', 'appointed')},
  weight TEXT NOT NULL,
  shares INTEGER NOT NULL,
  has_low_uptime INTEGER NOT NULL CHECK (has_low_uptime IN (0, 1)),
  outage_interval INTEGER NOT NULL DEFAULT 86400 CHECK (outage_interval > 0),
  outage_start INTEGER NOT NULL DEFAULT 0,
  outage_length INTEGER NOT NULL DEFAULT 0,
  reward TEXT NOT NULL,
  owed TEXT NOT NULL,
  bls_public_key TEXT,
  start_timestamp INTEGER NOT NULL,
  end_timestamp INTEGER NOT NULL,
  start_height INTEGER,
  end_height INTEGER,
  UNIQUE (network, tx_id)
) STRICT;
CREATE INDEX staking_period_by_height ON staking_period (network, subnet_id, start_height);
CREATE INDEX staking_period_waiting ON staking_period (network, start_timestamp)
  WHERE start_height IS NULL;
CREATE INDEX staking_period_ending ON staking_period (network, end_timestamp)
  WHERE start_height IS NOT NULL AND end_height IS NULL;
CREATE INDEX staking_period_current ON staking_period (network, subnet_id, kind, node_id)
  WHERE start_height IS NOT NULL AND end_height IS NULL;
CREATE INDEX staking_period_running ON staking_period (network, tx_seq)
  WHERE start_height IS NOT NULL AND end_height IS NULL;
CREATE INDEX staking_period_validating ON staking_period (network, tx_seq)
  WHERE kind <> 'delegator';
CREATE INDEX staking_period_by_node
  ON staking_period (network, node_id, subnet_id, kind, start_timestamp);

-- What was delegated to a validator: all that ever began, and what of it runs, with the fees that its
-- rewards will bring the validator. paid_fees came when delegations ended, which only validators of
-- before Cortina had.
CREATE TABLE validator_delegations (
  validator_seq INTEGER PRIMARY KEY REFERENCES staking_period,
  begun INTEGER NOT NULL,
  begun_weight TEXT NOT NULL,
  running INTEGER NOT NULL,
  running_weight TEXT NOT NULL,
  running_fees TEXT NOT NULL,
  paid_fees TEXT NOT NULL
) STRICT;

-- Weight of an L1 validator and whether it signs, from a height on.
CREATE TABLE l1_validator_weight (
  ${network},
  subnet_id TEXT NOT NULL,
  validation_id TEXT NOT NULL,
  from_height INTEGER NOT NULL,
  weight INTEGER NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  PRIMARY KEY (network, subnet_id, validation_id, from_height),
  FOREIGN KEY (network, validation_id) REFERENCES l1_validator (network, validation_id)
) STRICT, WITHOUT ROWID;

-- Where the secret of a validator's BLS key is: its number in the pool of keys. The other keys of the
-- node follow from its name. A key that a wallet brought has neither.
CREATE TABLE validator_key (
  node_id TEXT NOT NULL,
  bls_public_key TEXT NOT NULL,
  node_name TEXT,
  pool_index INTEGER,
  CHECK ((node_name IS NULL) = (pool_index IS NULL)),
  PRIMARY KEY (node_id, bls_public_key)
) STRICT, WITHOUT ROWID;
`

/** Subnets, their chains, and who validates and delegates; forms as in the primary tables. */
export const stakingTables = [subnetTables, stakeTables].join('\n')
