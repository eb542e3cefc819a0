import type { Breakage } from './breakage.ts'

/** Breakages of what the node tells, and of the chains that it knows. */
export const nodeBreakages: readonly Breakage[] = [
  {
    rule: 'evm-chains',
    pick: "SELECT chain_id, chain_id AS id FROM evm_chain WHERE chain_id = '930114'",
    change: "UPDATE evm_chain SET subnet_id = 'x' WHERE chain_id = :chain_id",
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
