import type { PeerRelease } from '../../../schemas/definition/node.ts'
import type { Random } from '../random.ts'
import { nodeIdOfName } from './names.ts'
import type { NodeBuilder, NodeSetup, StakedNode } from './setup.ts'

/** Number of places for validators; nodes that validate nothing have later places. */
const placesOfValidators = 100_000

/**
 * Writes the tracked subnets and the peers of the node. Peers are all validators of the primary
 * network except those with the least stake, validators of the other subnets, and some nodes that
 * validate nothing.
 */
export function writePeers(builder: NodeBuilder, setup: NodeSetup): void {
  const { network, nodeId, subnets } = setup
  for (const { subnetId, validators } of subnets)
    builder.insert('node_subnet', {
      network,
      subnet_id: subnetId,
      own_stake: String(stakeOf(validators, nodeId)),
      total_stake: String(validators.reduce((sum, { stake }) => sum + stake, 0n)),
    })

  for (const [position, peer] of peersOf(setup).entries()) {
    writePeer(builder, setup, peer, position)
    writePeerSubnets(builder, setup, peer)
    writeVotes(builder, setup, peer.nodeId)
    writeBench(builder, setup, peer.nodeId)
  }
}

/** A connected node; its addresses follow from its place. */
type ConnectedNode = Pick<StakedNode, 'nodeId' | 'place'>

/** Returns the peers in the order of the validators; those without stake come last. */
function peersOf({ network, nodeId, subnets, definition }: NodeSetup): ConnectedNode[] {
  const [primary = [], ...others] = subnets.map(({ validators }) => validators)
  const rising = primary
    .filter((validator) => validator.nodeId !== nodeId)
    .sort((a, b) => Number(a.stake > b.stake) - Number(a.stake < b.stake))
  const unreachable = new Set([
    nodeId,
    ...rising.slice(0, definition.unconnectedValidators).map((validator) => validator.nodeId),
  ])
  const idle = Array.from({ length: definition.otherPeers }, (_, index) => ({
    nodeId: nodeIdOfName(network, `peer-${index + 1}`),
    place: placesOfValidators + index,
  }))
  const byId = new Map(
    [...primary, ...others.flat(), ...idle].map((node): [string, ConnectedNode] => [
      node.nodeId,
      node,
    ]),
  )
  return [...byId.values()].filter((node) => !unreachable.has(node.nodeId))
}

function writePeer(
  { insert, streams }: NodeBuilder,
  { network, definition }: NodeSetup,
  { nodeId, place }: ConnectedNode,
  position: number,
): void {
  const random = streams.stream(`${network} connection of ${nodeId}`)
  const host = hostOf(place)
  // An inbound connection comes from any port; the port that the peer reports is its listening
  // port.
  const port = random.chance(0.5) ? 9651 : random.int(32_768, 60_999)
  const release = releaseOf(random, definition.peerReleases)
  insert('node_peer', {
    network,
    position,
    node_id: nodeId,
    ip: `${host}:${port}`,
    public_ip: place % 8 === 7 ? '' : `${host}:9651`,
    version: release.version,
    upgrade_time: Date.parse(release.upgradeTime ?? neverReported) / 1000,
    sent_seconds_ago: random.int(0, 20),
    received_seconds_ago: random.int(0, 40),
  })
}

/**
 * Returns an address in the blocks that RFC 5737 and RFC 3849 reserve for documentation; some peers
 * have IPv6.
 */
const hostOf = (place: number): string =>
  place % 6 === 5 || place > 253
    ? `[2001:db8::${(place + 1).toString(16)}]`
    : `198.51.100.${place + 1}`

/** Upgrade time of a release that does not report one: 0 seconds. */
const neverReported = '1970-01-01T00:00:00Z'

function releaseOf(random: Random, releases: readonly PeerRelease[]): PeerRelease {
  const deck = releases.flatMap((release) => Array<PeerRelease>(release.share).fill(release))
  return random.pick(deck)
}

/**
 * Writes the subnets of peers. Every peer tracks the primary network; a validator of another subnet
 * tracks that too.
 */
function writePeerSubnets(
  { insert, streams }: NodeBuilder,
  { network, subnets, definition: { peerUptimes } }: NodeSetup,
  { nodeId, place }: ConnectedNode,
): void {
  const { least: min, most: max } = peerUptimes[place % peerUptimes.length] ?? {
    least: 100,
    most: 100,
  }
  const random = streams.stream(`${network} uptimes seen by ${nodeId}`)
  subnets.forEach(({ subnetId, validators }, index) => {
    const stake = stakeOf(validators, nodeId)
    if (index > 0 && stake === 0n) return
    insert('node_peer_subnet', {
      network,
      node_id: nodeId,
      subnet_id: subnetId,
      stake: String(stake),
      observed_uptime: random.int(min, max),
    })
  })
}

function writeVotes(
  { insert, streams }: NodeBuilder,
  { network, definition }: NodeSetup,
  nodeId: string,
): void {
  const random = streams.stream(`${network} votes of ${nodeId}`)
  for (const { acp, support, object } of definition.acpVotes) {
    const supports = random.chance(support)
    const objects = random.chance(object)
    if (supports || objects)
      insert('node_peer_acp', { network, node_id: nodeId, acp, supports: supports ? 1 : 0 })
  }
}

function writeBench(
  { insert, streams }: NodeBuilder,
  { network, subnets }: NodeSetup,
  nodeId: string,
): void {
  const random = streams.stream(`${network} bench of ${nodeId}`)
  for (const { aliases, blockchainId } of subnets[0]?.chains ?? [])
    if (random.chance(0.08))
      insert('node_peer_bench', { network, node_id: nodeId, chain: aliases[0] ?? blockchainId })
}

const stakeOf = (validators: readonly StakedNode[], nodeId: string): bigint =>
  validators.find((node) => node.nodeId === nodeId)?.stake ?? 0n
