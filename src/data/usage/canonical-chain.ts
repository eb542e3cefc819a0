import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Returns the decimal id of an EVM chain for either of its ids; an unknown text stays as it is. */
export function canonicalChain(world: World): (chain: string) => string {
  const ids = new Map(
    world.all(selectIds, {}).map((row) => [row.blockchain_id, row.chain_id] as const),
  )
  return (chain) => ids.get(chain) ?? chain
}

const selectIds = statement<Record<string, never>, { chain_id: string; blockchain_id: string }>(
  'SELECT chain_id, blockchain_id FROM evm_chain',
)
