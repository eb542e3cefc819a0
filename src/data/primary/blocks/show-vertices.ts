import type { Vertex } from '../../../../schemas/data/primary-blocks.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/** Reads vertices by `seq`, in the order of the list, with their parents and transactions. */
export const showVertices = (world: World, seqs: readonly number[]): Vertex[] =>
  world.all(selectVertices, { seqs: JSON.stringify(seqs) }).map(toVertex)

/** `parents` and `transactions` are JSON lists. */
interface Row {
  vertex_id: string
  parents: string
  height: number
  vertex_index: number
  timestamp: number
  tx_count: number
  transactions: string
  size_bytes: number
}

const selectVertices = statement<{ seqs: string }, Row>(`
  SELECT vertex_id, height, vertex_index, timestamp, tx_count, size_bytes,
         (SELECT json_group_array(parent_id ORDER BY position)
          FROM vertex_parent WHERE vertex_seq = vertex.seq) AS parents,
         (SELECT json_group_array(tx_id ORDER BY position)
          FROM primary_transaction AS tx
          WHERE tx.network = vertex.network AND chain = 'X' AND block_id = vertex_id)
           AS transactions
  FROM json_each(:seqs) AS asked CROSS JOIN vertex ON seq = asked.value
  ORDER BY asked.key`)

const toVertex = (row: Row): Vertex => ({
  vertexHash: row.vertex_id,
  parentHashes: JSON.parse(row.parents),
  vertexHeight: row.height,
  vertexIndex: row.vertex_index,
  vertexTimestamp: row.timestamp,
  txCount: row.tx_count,
  transactions: JSON.parse(row.transactions),
  vertexSizeBytes: row.size_bytes,
})
