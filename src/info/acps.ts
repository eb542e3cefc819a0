import type { Acps } from '../../schemas/info.ts'
import { JsonText } from '../json-rpc/json-text.ts'
import { primaryNetworkId } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { constantInfoMethod } from './info-method.ts'
import { trackedStake } from './stake.ts'

/**
 * `info.acps`: the votes of validators among the peers about proposals, by stake. A silent
 * validator abstains only from proposals that the node's release asks about.
 */
export const acps = constantInfoMethod('info.acps', (world) => {
  const network = world.nodeNetwork
  const total = trackedStake(world, primaryNetworkId)?.total ?? 0n
  const tallies = new Map<number, Tally>()
  for (const { acp } of world.all(selectCurrent, { network })) tallies.set(acp, newTally(true))
  for (const { acp, node_id, stake, supports } of world.all(selectVotes, {
    network,
    subnetId: primaryNetworkId,
  })) {
    const tally = tallies.get(acp) ?? newTally(false)
    tallies.set(acp, tally)
    const side = supports === 1 ? tally.support : tally.object
    side.weight += BigInt(stake)
    side.nodes.push(node_id)
  }
  // An object would order its keys as numbers; the node sorts them as texts.
  const members = [...tallies]
    .map(([acp, tally]) => [String(acp), toAcp(tally, total)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([acp, value]) => `"${acp}":${JSON.stringify(value)}`)
  return new JsonText(`{"acps":{${members.join()}}}`)
})

interface Tally {
  readonly isCurrent: boolean
  readonly support: { weight: bigint; nodes: string[] }
  readonly object: { weight: bigint; nodes: string[] }
}

const newTally = (isCurrent: boolean): Tally => ({
  isCurrent,
  support: { weight: 0n, nodes: [] },
  object: { weight: 0n, nodes: [] },
})

const toAcp = ({ isCurrent, support, object }: Tally, total: bigint): Acps['acps'][string] => ({
  supportWeight: String(support.weight),
  supporters: support.nodes,
  objectWeight: String(object.weight),
  objectors: object.nodes,
  abstainWeight: String(isCurrent ? total - support.weight - object.weight : 0n),
})

const selectCurrent = statement<{ network: Network }, { acp: number }>(
  'SELECT acp FROM node_current_acp WHERE network = :network',
)

/** Votes of validators of the primary network; a peer without stake has no vote. */
const selectVotes = statement<
  { network: Network; subnetId: string },
  { acp: number; node_id: string; stake: string; supports: 0 | 1 }
>(`
  SELECT a.acp, node_id, s.stake, a.supports
  FROM node_peer_acp a
  JOIN node_peer_subnet s USING (network, node_id)
  WHERE network = :network AND s.subnet_id = :subnetId
    AND s.stake <> '0'
  ORDER BY node_id`)
