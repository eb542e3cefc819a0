import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import type { World } from '../world/world.ts'

/** Stake on a subnet in its own unit: of the node itself, and in total. */
interface TrackedStake {
  readonly own: bigint
  readonly total: bigint
}

/** Returns the stake; undefined for a subnet that the node does not track. */
export function trackedStake(world: World, subnetId: string): TrackedStake | undefined {
  const row = world.get(selectStake, { network: world.nodeNetwork, subnetId })
  return row && { own: BigInt(row.own_stake), total: BigInt(row.total_stake) }
}

const selectStake = statement<
  { network: Network; subnetId: string },
  { own_stake: string; total_stake: string }
>(`
  SELECT own_stake, total_stake FROM node_subnet
  WHERE network = :network AND subnet_id = :subnetId`)
