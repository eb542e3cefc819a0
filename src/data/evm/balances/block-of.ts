import { badRequest } from '../../../http/response/errors.ts'
import type { World } from '../../../world/world.ts'
import { latestBlock } from '../find-chain.ts'

/**
 * Returns the block after which balances are wanted: the latest one by default.
 * @throws 400 for a block that does not exist yet
 */
export function blockOf(world: World, chainId: string, blockNumber: string | undefined): number {
  const latest = latestBlock(world, chainId)
  if (blockNumber === undefined) return latest
  if (BigInt(blockNumber) > latest)
    throw badRequest(`blockNumber must not be above the latest block ${latest}`)
  return Number(blockNumber)
}
