import { currentRelease, type Peer } from '../../schemas/info.ts'
import { nodeIds } from '../json-rpc/argument-readers.ts'
import { primaryNetworkId } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { secondsText } from '../time/time-text.ts'
import { groupBy } from '../util/grouping.ts'
import type { World } from '../world/world.ts'
import { infoMethod } from './info-method.ts'

/**
 * `info.peers`: all connected nodes, or the requested ones in the order of the request. Nodes that
 * are not connected are left out. G-87: a node that is requested twice comes once.
 */
export const peers = infoMethod('info.peers', { nodeIDs: nodeIds }, (world, args, { dialect }) => {
  const connected = world.all(selectPeers, {
    network: world.nodeNetwork,
    subnetId: primaryNetworkId,
  })
  const toPeer = currentRelease.in(dialect) ? liveShape(world) : documentedShape(world)
  const found = args.nodeIDs.length === 0 ? connected : selected(connected, args.nodeIDs)
  return { numPeers: String(found.length), peers: found.map(toPeer) }
})

function selected(connected: readonly PeerRow[], ids: readonly string[]): PeerRow[] {
  const byId = new Map(connected.map((peer) => [peer.node_id, peer]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Builds the documented shape; lists are in the order of their texts, numbers too. */
function documentedShape(world: World): (row: PeerRow) => Peer {
  const network = world.nodeNetwork
  const now = world.clock.nowSeconds()
  const subnets = grouped(world.all(selectSubnets, { network }))
  const benches = grouped(world.all(selectBenches, { network }))
  return (row) => ({
    ip: row.ip,
    publicIP: row.public_ip,
    nodeID: row.node_id,
    version: row.version,
    lastSent: timeOf(now, row.sent_seconds_ago),
    lastReceived: timeOf(now, row.received_seconds_ago),
    observedUptime: String(row.observed_uptime),
    trackedSubnets: subnets.get(row.node_id) ?? [],
    benched: benches.get(row.node_id) ?? [],
  })
}

/** Builds the live shape: the new fields of the current release stand between the older ones. */
function liveShape(world: World): (row: PeerRow) => Peer {
  const toDocumented = documentedShape(world)
  const votes = world.all(selectVotes, { network: world.nodeNetwork })
  const supported = grouped(votes.filter(({ supports }) => supports === 1))
  const objected = grouped(votes.filter(({ supports }) => supports === 0))
  return (row) => {
    const { ip, publicIP, nodeID, version, benched, ...rest } = toDocumented(row)
    return {
      ip,
      publicIP,
      nodeID,
      version,
      upgradeTime: row.upgrade_time,
      ...rest,
      supportedACPs: supported.get(row.node_id) ?? [],
      objectedACPs: objected.get(row.node_id) ?? [],
      benched,
    }
  }
}

/** Formats a time; never is the zero time. */
const timeOf = (now: number, secondsAgo: number | null): string =>
  secondsText(secondsAgo === null ? 0 : now - secondsAgo)

/** Groups values by node, in the order of the rows. */
const grouped = <Value>(rows: readonly { node_id: string; value: Value }[]) =>
  new Map(
    Array.from(
      groupBy(rows, ({ node_id }) => node_id),
      ([node, of]) => [node, of.map(({ value }) => value)],
    ),
  )

interface PeerRow {
  node_id: string
  ip: string
  public_ip: string
  version: string
  upgrade_time: number
  sent_seconds_ago: number | null
  received_seconds_ago: number | null
  observed_uptime: number
}

const selectPeers = statement<{ network: Network; subnetId: string }, PeerRow>(`
  SELECT p.*, s.observed_uptime
  FROM node_peer p
  JOIN node_peer_subnet s USING (network, node_id)
  WHERE network = :network AND s.subnet_id = :subnetId
  ORDER BY p.position`)

const selectSubnets = statement<{ network: Network }, { node_id: string; value: string }>(`
  SELECT node_id, subnet_id AS value FROM node_peer_subnet
  WHERE network = :network ORDER BY subnet_id`)

const selectBenches = statement<{ network: Network }, { node_id: string; value: string }>(`
  SELECT node_id, chain AS value FROM node_peer_bench WHERE network = :network ORDER BY chain`)

const selectVotes = statement<
  { network: Network },
  { node_id: string; value: number; supports: 0 | 1 }
>(`
  SELECT node_id, acp AS value, supports FROM node_peer_acp
  WHERE network = :network ORDER BY CAST(acp AS TEXT)`)
