import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/**
 * Heights of a span: it covers the states after block `before` and after each block up to `last`.
 */
export interface BlockSpan {
  /** Height; -1 stands for before the first block. */
  readonly before: number
  readonly last: number
}

/** Returns the blocks of an EVM chain between two times, epoch seconds, both included. */
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
