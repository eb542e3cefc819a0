import type { Network } from '../../../fixtures/networks.ts'
import type { DelegationStatus } from '../../../schemas/data/staking.ts'
import type { World } from '../../world/world.ts'
import { inBothOrders, mergeSeqs, type Wanted } from './seq-lists.ts'

/** Which delegations a list holds; what is absent filters nothing. */
export interface DelegatorFilter {
  readonly rewardAddresses: readonly string[] | undefined
  readonly nodeIds: readonly string[] | undefined
  readonly status: DelegationStatus | undefined
}

/** SQL for the status of a delegation at a time in epoch seconds. G-07 */
export const statusAt = (time: string) => `
  CASE WHEN ${time} < start_timestamp THEN 'pending'
       WHEN ${time} < end_timestamp THEN 'active'
       ELSE 'completed' END`

/** The `seq` of the first delegations that pass the filter, in the order of their starts. */
export function findDelegators(
  world: World,
  network: Network,
  { rewardAddresses, nodeIds, status }: DelegatorFilter,
  { range, order, limit }: Wanted,
): number[] {
  const bindings = {
    network,
    status: status ?? null,
    now: world.clock.nowSeconds(),
    ...range,
    limit,
  }
  if (rewardAddresses !== undefined) {
    const nodes = nodeIds === undefined ? null : JSON.stringify(nodeIds)
    const lists = rewardAddresses.map((address) =>
      world.all(selectByRewardAddress[order], { ...bindings, address, nodeIds: nodes }),
    )
    return mergeSeqs(lists, order, limit)
  }
  if (nodeIds === undefined) return mergeSeqs([world.all(selectAll[order], bindings)], order, limit)
  const lists = nodeIds.map((nodeId) => world.all(selectByNode[order], { ...bindings, nodeId }))
  return mergeSeqs(lists, order, limit)
}

type Bounded = {
  network: string
  status: DelegationStatus | null
  now: number
  low: number
  high: number
  limit: number
}
type Found = { seq: number }

const hasStatus = `(:status IS NULL OR :status = ${statusAt(':now')})`

const selectAll = inBothOrders<Bounded, Found>(
  (direction) => `
  SELECT seq FROM delegator
  WHERE network = :network AND seq BETWEEN :low AND :high AND ${hasStatus}
  ORDER BY seq ${direction} LIMIT :limit`,
)

const selectByNode = inBothOrders<Bounded & { nodeId: string }, Found>(
  (direction) => `
  SELECT seq FROM delegator
  WHERE network = :network AND node_id = :nodeId AND seq BETWEEN :low AND :high AND ${hasStatus}
  ORDER BY seq ${direction} LIMIT :limit`,
)

const selectByRewardAddress = inBothOrders<
  Bounded & { address: string; nodeIds: string | null },
  Found
>(
  (direction) => `
  SELECT delegator_seq AS seq
  FROM reward_address_delegator AS link JOIN delegator ON delegator.seq = delegator_seq
  WHERE link.network = :network AND address = :address AND delegator_seq BETWEEN :low AND :high
    AND (:nodeIds IS NULL OR node_id IN (SELECT value FROM json_each(:nodeIds)))
    AND ${hasStatus}
  ORDER BY delegator_seq ${direction} LIMIT :limit`,
)
