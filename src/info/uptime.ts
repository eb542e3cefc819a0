import { currentRelease } from '../../schemas/info.ts'
import { id, ignoredBy } from '../json-rpc/argument-readers.ts'
import { rpcError } from '../json-rpc/method.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { rewardedUptime } from '../store/uptime-sql.ts'
import { infoMethod } from './info-method.ts'
import { trackedStake } from './stake.ts'

/**
 * `info.uptime`: the node's uptime as its peers observe it, weighted by their stake. Its own stake
 * counts as 100 %, that of unconnected validators as 0. Without `subnetID`, and always for the live
 * node, it concerns the primary network.
 */
export const uptime = infoMethod(
  'info.uptime',
  { subnetID: ignoredBy(currentRelease, id) },
  (world, { subnetID: subnetId }) => {
    const stake = trackedStake(world, subnetId)
    // G-72: the texts are those of the releases that have the argument.
    if (!stake) throw rpcError("couldn't get node uptime: subnet is not tracked")
    // A node that has not caught up with the P-chain does not know that it validates.
    const isNew = world.scenarios.node?.personality === 'bootstrapping'
    if (stake.own === 0n || isNew)
      throw rpcError("couldn't get node uptime: node is not a validator")

    let weighted = stake.own * 100n
    let rewarding = stake.own
    for (const peer of world.all(selectObservers, { network: world.nodeNetwork, subnetId })) {
      const peerStake = BigInt(peer.stake)
      weighted += peerStake * BigInt(peer.observed_uptime)
      if (peer.observed_uptime >= rewardedUptime) rewarding += peerStake
    }
    return {
      rewardingStakePercentage: percent(rewarding * 100n, stake.total),
      weightedAveragePercentage: percent(weighted, stake.total),
    }
  },
)

/** Returns the quotient with four decimals, rounded to the nearest. */
function percent(dividend: bigint, divisor: bigint): string {
  const tenThousandths = (dividend * 20_000n + divisor) / (divisor * 2n)
  const digits = String(tenThousandths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

const selectObservers = statement<
  { network: Network; subnetId: string },
  { stake: string; observed_uptime: number }
>(`
  SELECT stake, observed_uptime FROM node_peer_subnet
  WHERE network = :network AND subnet_id = :subnetId`)
