import type { Breakage } from './breakage.ts'
import { block, container, setBlock, thisContainer } from './primary-rows.ts'

/** Breakages of the blocks, vertices and containers of the primary networks. */
export const primaryBlockBreakages: readonly Breakage[] = [
  {
    rule: 'block-links',
    pick: block("chain = 'X' AND height = 2"),
    change: setBlock('parent_id = block_id'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'P' AND tx_count > 0"),
    change: setBlock('size_bytes = size_bytes + 1'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'C' AND height = 3"),
    change: setBlock('timestamp = timestamp + 1'),
  },
  {
    rule: 'block-contents',
    pick: block("chain = 'P' AND height = 0"),
    change: setBlock('tx_count = 1'),
  },
  {
    rule: 'platform-fees',
    pick: block('gas_capacity IS NOT NULL AND tx_count > 0'),
    change: setBlock('gas_capacity = gas_capacity - 1'),
  },
  {
    rule: 'platform-fees',
    pick: block('gas_excess IS NOT NULL AND tx_count > 0'),
    change: setBlock('gas_excess = gas_excess + 1'),
  },
  {
    rule: 'block-proposers',
    pick: block('proposer_node_id IS NOT NULL'),
    change: setBlock("proposer_node_id = 'NodeID-111111111111111111116DBWJs'"),
  },
  {
    rule: 'block-index',
    pick: `SELECT max(height) - 1 AS position, network, network || ' P' AS id FROM primary_block
           WHERE network = 'fuji' AND chain = 'P'`,
    change: `DELETE FROM container WHERE network = :network AND chain = 'P' AND kind = 'block'
             AND position = :position`,
  },
  {
    rule: 'vertices',
    pick: 'SELECT seq, vertex_id AS id FROM vertex WHERE tx_count > 0 LIMIT 1',
    change: 'UPDATE vertex SET height = height + 1 WHERE seq = :seq',
  },
  {
    rule: 'vertices',
    pick: 'SELECT v.seq, vertex_id AS id FROM vertex v JOIN vertex_parent ON vertex_seq = v.seq LIMIT 1',
    change: "UPDATE vertex_parent SET parent_id = 'x' WHERE vertex_seq = :seq",
  },
  {
    rule: 'transaction-index',
    pick: container("kind = 'tx' AND position = 2"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, -1) ${thisContainer}`,
  },
  {
    rule: 'container-ids',
    pick: container("kind = 'block' AND chain = 'X' AND position = 3"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, 10) ${thisContainer}`,
  },
  {
    rule: 'container-ids',
    pick: container("kind = 'vtx'"),
    change: `UPDATE container SET bytes = substr(bytes, 1, 40) ${thisContainer}`,
  },
  {
    rule: 'container-signatures',
    pick: container("kind = 'block' AND chain = 'X' AND position = 4"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, -1) ${thisContainer}`,
  },
  {
    rule: 'container-links',
    pick: container("kind = 'block' AND chain = 'X' AND position = 5"),
    change: `UPDATE container SET bytes = flipped_hex(bytes, 10) ${thisContainer}`,
  },
  {
    rule: 'container-order',
    pick: container("kind = 'block' AND position = 5"),
    change: `UPDATE container SET accepted_at = '2020-01-01T00:00:00Z' ${thisContainer}`,
  },
  {
    rule: 'container-order',
    pick: container("kind = 'tx' AND position = 5"),
    change: `UPDATE container SET accepted_at = '2026-01-14T00:00:00.10Z' ${thisContainer}`,
  },
]
