import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Heights: what was so after block `before`, and after each block up to `last`, was so in a time. */
export interface BlockSpan {
  /** -1: before the first one. */
  readonly before: number
  readonly last: number
}

/** The blocks of an EVM chain between two times, epoch seconds, both included. */
export const blockSpan = (world: World, chainId: string, from: number, to: number): BlockSpan => ({
  before: blockUntil(world, chainId, from),
  last: blockUntil(world, chainId, to),
})

const blockUntil = (world: World, chainId: string, time: number): number =>
  world.get(selectLast, { chainId, time })?.number ?? -1

const selectLast = statement<{ chainId: string; time: number }, { number: number }>(`
  SELECT number
  FROM evm_block
  WHERE chain_id = :chainId AND timestamp <= :time
  ORDER BY timestamp DESC, number DESC
  LIMIT 1`)
