import { network } from './columns.ts'

const identityTables = `
-- The one node whose interfaces are served, on either network. network_id is the number.
CREATE TABLE node (
  ${network} PRIMARY KEY,
  network_id INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  bls_public_key TEXT NOT NULL,
  bls_proof_of_possession TEXT NOT NULL,
  ip TEXT NOT NULL,
  version TEXT NOT NULL,
  database_version TEXT NOT NULL,
  rpc_protocol_version INTEGER NOT NULL,
  git_commit TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Plugins have no alias.
CREATE TABLE node_vm (
  ${network} REFERENCES node,
  vm_id TEXT NOT NULL,
  alias TEXT,
  version TEXT NOT NULL,
  PRIMARY KEY (network, vm_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE node_fx (
  ${network} REFERENCES node,
  fx_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (network, fx_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE node_chain (
  ${network} REFERENCES node,
  blockchain_id TEXT NOT NULL,
  is_bootstrapped INTEGER NOT NULL CHECK (is_bootstrapped IN (0, 1)),
  PRIMARY KEY (network, blockchain_id)
) STRICT, WITHOUT ROWID;

-- Case matters. A chain's own id is one of its aliases.
CREATE TABLE node_chain_alias (
  ${network},
  alias TEXT NOT NULL,
  blockchain_id TEXT NOT NULL,
  PRIMARY KEY (network, alias),
  FOREIGN KEY (network, blockchain_id) REFERENCES node_chain (network, blockchain_id)
) STRICT, WITHOUT ROWID;
`

const rulesTables = `
-- In nAVAX.
CREATE TABLE node_fees (
  ${network} PRIMARY KEY REFERENCES node,
  tx_fee INTEGER NOT NULL,
  create_asset_tx_fee INTEGER NOT NULL,
  create_subnet_tx_fee INTEGER NOT NULL,
  transform_subnet_tx_fee INTEGER NOT NULL,
  create_blockchain_tx_fee INTEGER NOT NULL,
  add_primary_network_validator_fee INTEGER NOT NULL,
  add_primary_network_delegator_fee INTEGER NOT NULL,
  add_subnet_validator_fee INTEGER NOT NULL,
  add_subnet_delegator_fee INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Times are RFC 3339; the duration is in nanoseconds.
CREATE TABLE node_upgrades (
  ${network} PRIMARY KEY REFERENCES node,
  apricot_phase_1_time TEXT NOT NULL,
  apricot_phase_2_time TEXT NOT NULL,
  apricot_phase_3_time TEXT NOT NULL,
  apricot_phase_4_time TEXT NOT NULL,
  apricot_phase_4_min_p_chain_height INTEGER NOT NULL,
  apricot_phase_5_time TEXT NOT NULL,
  apricot_phase_pre_6_time TEXT NOT NULL,
  apricot_phase_6_time TEXT NOT NULL,
  apricot_phase_post_6_time TEXT NOT NULL,
  banff_time TEXT NOT NULL,
  cortina_time TEXT NOT NULL,
  cortina_x_chain_stop_vertex_id TEXT NOT NULL,
  durango_time TEXT NOT NULL,
  etna_time TEXT NOT NULL,
  fortuna_time TEXT NOT NULL,
  granite_time TEXT NOT NULL,
  granite_epoch_duration INTEGER NOT NULL,
  helicon_time TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Proposals that the node's release asks every validator about.
CREATE TABLE node_current_acp (
  ${network} REFERENCES node,
  acp INTEGER NOT NULL,
  PRIMARY KEY (network, acp)
) STRICT, WITHOUT ROWID;
`

const peerTables = `
-- Subnets that the node tracks, the primary network among them. Stakes are in the subnet's unit;
-- own_stake 0 is a subnet that the node does not validate.
CREATE TABLE node_subnet (
  ${network} REFERENCES node,
  subnet_id TEXT NOT NULL,
  own_stake TEXT NOT NULL,
  total_stake TEXT NOT NULL,
  PRIMARY KEY (network, subnet_id)
) STRICT, WITHOUT ROWID;

-- Connected nodes. How long ago they were heard is in seconds, NULL for never, so that it stays
-- true while the clock runs; upgrade_time is epoch seconds.
CREATE TABLE node_peer (
  ${network} REFERENCES node,
  position INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  ip TEXT NOT NULL,
  public_ip TEXT NOT NULL,
  version TEXT NOT NULL,
  upgrade_time INTEGER NOT NULL,
  sent_seconds_ago INTEGER,
  received_seconds_ago INTEGER,
  PRIMARY KEY (network, position),
  UNIQUE (network, node_id)
) STRICT, WITHOUT ROWID;

-- What a peer tracks, its stake there, and this node's uptime there as it observed it, in percent.
CREATE TABLE node_peer_subnet (
  ${network},
  node_id TEXT NOT NULL,
  subnet_id TEXT NOT NULL,
  stake TEXT NOT NULL,
  observed_uptime INTEGER NOT NULL CHECK (observed_uptime BETWEEN 0 AND 100),
  PRIMARY KEY (network, node_id, subnet_id),
  FOREIGN KEY (network, node_id) REFERENCES node_peer (network, node_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE node_peer_acp (
  ${network},
  node_id TEXT NOT NULL,
  acp INTEGER NOT NULL,
  supports INTEGER NOT NULL CHECK (supports IN (0, 1)),
  PRIMARY KEY (network, node_id, acp),
  FOREIGN KEY (network, node_id) REFERENCES node_peer (network, node_id)
) STRICT, WITHOUT ROWID;

-- Chains, by alias where they have one, on which the node does not query the peer for a while.
CREATE TABLE node_peer_bench (
  ${network},
  node_id TEXT NOT NULL,
  chain TEXT NOT NULL,
  PRIMARY KEY (network, node_id, chain),
  FOREIGN KEY (network, node_id) REFERENCES node_peer (network, node_id)
) STRICT, WITHOUT ROWID;
`

/** The node behind the info interface, the rules it reports, and its peers. */
export const nodeTables = [identityTables, rulesTables, peerTables].join('\n')
