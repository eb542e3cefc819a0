import type { Network } from '../networks/network.ts'
import type { Statement } from '../store/statement.ts'
import type { World } from '../world/world.ts'

/**
 * Returns the one row that every network's node has.
 * @throws when the base holds no node, which is a fault of its generator
 */
export function only<Row>(world: World, statement: Statement<{ network: Network }, Row>): Row {
  const row = world.get(statement, { network: world.nodeNetwork })
  if (row === undefined)
    throw new Error(`internal error: the database has no node of ${world.nodeNetwork}`)
  return row
}
