import type { DelegationStatus } from '../../../../schemas/data/staking.ts'
import type { Network } from '../../../networks/network.ts'
import type { World } from '../../../world/world.ts'
import { asJson, type Found, inBothOrders, lateral, type Wanted } from '../seq-lists.ts'

/** Filter of a list of delegations; an absent field filters nothing. */
export interface DelegatorFilter {
  readonly rewardAddresses: readonly string[] | undefined
  readonly nodeIds: readonly string[] | undefined
  readonly status: DelegationStatus | undefined
}

/** Builds SQL for the status of a delegation at a time in epoch seconds. G-07 */
export const statusAt = (time: string) => `
  CASE WHEN ${time} < start_timestamp THEN 'pending'
       WHEN ${time} < end_timestamp THEN 'active'
       ELSE 'completed' END`

/** Returns the first delegations that pass the filter, in the order of their starts. */
export function findDelegators(
  world: World,
  network: Network,
  filter: DelegatorFilter,
  { range, order, limit }: Wanted,
): Found[] {
  const addresses = asJson(filter.rewardAddresses)
  const nodeIds = asJson(filter.nodeIds)
  const status = filter.status ?? null
  const bindings = { network, status, now: world.clock.nowSeconds(), ...range, limit }

  if (addresses !== null)
    return world.all(selectByRewardAddress[order], { ...bindings, addresses, nodeIds })
  if (nodeIds !== null) return world.all(selectByNode[order], { ...bindings, nodeIds })
  return world.all(selectAll[order], bindings)
}

type Bounded = {
  network: string
  status: DelegationStatus | null
  now: number
  low: number
  high: number
  limit: number
}
const hasStatus = `(:status IS NULL OR :status = ${statusAt(':now')})`

const selectAll = inBothOrders<Bounded, Found>(
  (direction) => `
  SELECT seq FROM delegator
  WHERE network = :network AND seq BETWEEN :low AND :high AND ${hasStatus}
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectByNode = inBothOrders<Bounded & { nodeIds: string }, Found>(
  (direction) => `
  SELECT found.value AS seq
  FROM json_each(:nodeIds) AS asked
  CROSS JOIN ${lateral(`
    SELECT seq FROM delegator
    WHERE network = :network AND node_id = asked.value AND seq BETWEEN :low AND :high
      AND ${hasStatus}
    ORDER BY seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectByRewardAddress = inBothOrders<
  Bounded & { addresses: string; nodeIds: string | null },
  Found
>(
  (direction) => `
  SELECT DISTINCT found.value AS seq
  FROM json_each(:addresses) AS asked
  CROSS JOIN ${lateral(`
    SELECT delegator_seq AS seq
    FROM reward_address_delegator AS link JOIN delegator ON delegator.seq = delegator_seq
    WHERE link.network = :network AND address = asked.value
      AND delegator_seq BETWEEN :low AND :high
      AND (:nodeIds IS NULL OR node_id IN (SELECT value FROM json_each(:nodeIds)))
      AND ${hasStatus}
    ORDER BY delegator_seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)
