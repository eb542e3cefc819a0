import { nodeIdText } from '../formats/ids.ts'
import { networkConstants, upgradeNames } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { type ColumnValue, differences } from './compare.ts'
import { perWorld } from './per-world.ts'
import { l1Validators } from './primary/l1-replay.ts'
import { staking } from './primary/staking-replay.ts'
import { stopVertexId } from './primary/vertices.ts'
import type { Rule } from './rule.ts'
import { idText } from './texts.ts'

/** The node has its network's upgrades, and the stop vertex of this world. */
export const nodeUpgrades: Rule = {
  name: 'node-upgrades',
  check: (world, findings) =>
    findings.each(
      world.all(selectUpgrades, {}),
      ({ network }) => [network],
      (row) => {
        const { upgrades, apricotPhase4MinPChainHeight } = networkConstants[row.network]
        const times = upgradeNames.map((name) => [columnOf(name), upgrades[name]])
        return differences(row, {
          ...(Object.fromEntries(times) as Record<string, ColumnValue>),
          apricot_phase_4_min_p_chain_height: apricotPhase4MinPChainHeight,
          cortina_x_chain_stop_vertex_id: stopVertexId(world, row.network),
        })
      },
    ),
}

/** The chains of the node, including the three of the primary network, are blockchains. */
export const nodeChains: Rule = {
  name: 'node-chains',
  check(world, findings) {
    const known = new Set(
      world.all(selectBlockchains, {}).map((row) => `${row.network} ${row.blockchain_id}`),
    )
    const chains = world.all(selectChains, {})
    findings.each(
      chains,
      ({ blockchain_id }) => [blockchain_id],
      function* ({ network, blockchain_id }) {
        if (!known.has(`${network} ${blockchain_id}`))
          yield 'is listed as a chain of the node, but is no blockchain of its network'
      },
    )
    findings.each(
      new Set(chains.map(({ network }) => network)),
      (network) => [network],
      function* (network) {
        const own = chains.filter((row) => row.network === network)
        const { xChainId, cChainId } = networkConstants[network]
        for (const id of [xChainId, cChainId])
          if (!own.some(({ blockchain_id }) => blockchain_id === id))
            yield `does not list the chain ${id}`
      },
    )
  },
}

/** The stakes of the node and its peers equal those on the P-chain at its last block. */
export const nodeStakes: Rule = {
  name: 'node-stakes',
  check(world, findings) {
    const weights = finalWeights(world)
    const stakeOf = (network: Network, subnetId: string, nodeId: string) =>
      weights.get(`${network} ${subnetId}`)?.get(nodeId) ?? 0n
    findings.each(
      world.all(selectSubnets, {}),
      ({ node_id, subnet_id }) => [node_id, subnet_id],
      (row) => {
        const all = [...(weights.get(`${row.network} ${row.subnet_id}`)?.values() ?? [])]
        return differences(row, {
          own_stake: stakeOf(row.network, row.subnet_id, row.node_id),
          total_stake: all.reduce((sum, weight) => sum + weight, 0n),
        })
      },
    )
    findings.each(
      world.all(selectPeers, {}),
      ({ node_id, subnet_id }) => [node_id, subnet_id],
      (row) => differences(row, { stake: stakeOf(row.network, row.subnet_id, row.node_id) }),
    )
  },
}

/** Returns the final weights of nodes, by network and subnet; delegations count for the node. */
const finalWeights = perWorld((world): ReadonlyMap<string, ReadonlyMap<string, bigint>> => {
  const weights = new Map<string, Map<string, bigint>>()
  const add = (subnet: string, nodeId: string, weight: bigint) => {
    const nodes = weights.get(subnet) ?? new Map<string, bigint>()
    weights.set(subnet, nodes.set(nodeId, (nodes.get(nodeId) ?? 0n) + weight))
  }
  for (const { network, stakes } of staking(world))
    for (const { subnetId, nodeId, weight, startHeight, endHeight } of stakes)
      if (startHeight !== undefined && endHeight === undefined)
        add(`${network} ${subnetId}`, nodeId, weight)
  for (const { network, all } of l1Validators(world))
    for (const { registration, weight } of all)
      add(`${network} ${idText(registration.subnetId)}`, nodeIdText(registration.nodeId), weight)
  return weights
})

/** Returns the column of an upgrade: `apricot_phase_pre_6_time` for `apricotPhasePre6`. */
const columnOf = (name: string): string =>
  `${name.replaceAll(/[A-Z]|\d/g, (sign) => `_${sign.toLowerCase()}`)}_time`

const selectUpgrades = statement<Record<string, never>, { network: Network }>(
  'SELECT * FROM node_upgrades',
)

const selectChains = statement<Record<string, never>, { network: Network; blockchain_id: string }>(
  'SELECT network, blockchain_id FROM node_chain',
)

const selectBlockchains = statement<
  Record<string, never>,
  { network: Network; blockchain_id: string }
>('SELECT network, blockchain_id FROM blockchain')

const selectSubnets = statement<
  Record<string, never>,
  { network: Network; node_id: string; subnet_id: string }
>(`SELECT s.network, node_id, subnet_id, own_stake, total_stake
   FROM node_subnet s JOIN node USING (network)`)

const selectPeers = statement<
  Record<string, never>,
  { network: Network; node_id: string; subnet_id: string }
>('SELECT network, node_id, subnet_id, stake FROM node_peer_subnet')
