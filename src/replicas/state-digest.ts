import { createHash } from 'node:crypto'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import { networks } from '../networks/network.ts'
import { statement } from '../store/statement.ts'

/**
 * Returns a digest of the worlds: their entries and times, the last block of each chain, which
 * stands for all before it, and what callers have stored.
 */
export function stateDigest(handles: readonly WorldHandle[]): string {
  const worlds = handles.map(({ name, world, accounts }) => [
    ...[name, world.id, world.head, world.now],
    networks.map((network) => world.all(selectHeads, { network })),
    accounts.file.summary(),
  ])
  return createHash('sha256').update(JSON.stringify(worlds)).digest('hex').slice(0, 32)
}

/** Last blocks of the chains of a network. */
const selectHeads = statement<{ network: string }, { chain: string; block: string }>(`
  SELECT chain, (
    SELECT block_id FROM primary_block
    WHERE network = :network AND chain = head.chain ORDER BY height DESC LIMIT 1
  ) AS block
  FROM (SELECT 'P' AS chain UNION ALL SELECT 'X') AS head
  UNION ALL
  SELECT chain_id, (
    SELECT hash FROM evm_block WHERE chain_id = evm_chain.chain_id ORDER BY number DESC LIMIT 1
  )
  FROM evm_chain WHERE network = :network ORDER BY 1`)
