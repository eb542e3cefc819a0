import { parseNodeId } from '../../formats/ids.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { NodeSetup, StakedNode, TrackedSubnet } from '../node/setup.ts'
import type { PrimaryState } from './state.ts'

/** Returns the network's node among the present validators, subnets and chains. */
export function nodeSetupOf(state: PrimaryState): NodeSetup {
  const { facts, ids, store } = state
  const { network } = facts
  const definition = state.setup.definition.nodes[network]
  const { nodeId, bls } = state.nodes.node(definition.name)
  const stop = store.get(selectStopVertex, { network })
  return {
    network,
    definition,
    nodeId: ids.node(nodeId),
    blsKey: bls,
    // G-56
    stopVertexId: stop?.parent_id ?? primaryNetworkId,
    subnets: [
      primaryNetwork(state),
      ...store
        .all(selectSubnets, { network, primaryId: primaryNetworkId })
        .map(({ subnet_id }) => trackedSubnet(state, subnet_id)),
    ],
  }
}

function primaryNetwork(state: PrimaryState): TrackedSubnet {
  const { xChainId, cChainId } = networkConstants[state.facts.network]
  return {
    subnetId: primaryNetworkId,
    chains: [
      { blockchainId: primaryNetworkId, aliases: ['P', 'platform'], isBootstrapped: true },
      { blockchainId: xChainId, aliases: ['X', 'avm'], isBootstrapped: true },
      { blockchainId: cChainId, aliases: ['C', 'evm'], isBootstrapped: true },
    ],
    validators: validatorsOf(state, primaryNetworkId),
  }
}

/**
 * Returns a tracked subnet. The node runs the EVM of subnets and L1s, but has no plugin for other
 * virtual machines.
 */
const trackedSubnet = (state: PrimaryState, subnetId: string): TrackedSubnet => ({
  subnetId,
  chains: state.store
    .all(selectChains, { network: state.facts.network, subnetId })
    .map(({ blockchain_id, evm_chain_id }) => ({
      blockchainId: blockchain_id,
      aliases: [],
      isBootstrapped: evm_chain_id !== 0,
    })),
  validators: validatorsOf(state, subnetId),
})

/** Returns the present validators of a subnet; the stake of a node includes its delegations. */
function validatorsOf({ facts, nodes, store }: PrimaryState, subnetId: string): StakedNode[] {
  const stakes = new Map<string, bigint>()
  for (const { node_id, weight } of store.all(selectWeights, { network: facts.network, subnetId }))
    stakes.set(node_id, (stakes.get(node_id) ?? 0n) + BigInt(weight))
  return [...stakes].map(([nodeId, stake]) => ({
    nodeId,
    stake,
    place: nodes.placeOf(parseNodeId(nodeId)),
  }))
}

const selectStopVertex = statement<{ network: string }, { parent_id: string }>(`
  SELECT parent_id FROM primary_block WHERE network = :network AND chain = 'X' AND height = 0`)

const selectSubnets = statement<{ network: string; primaryId: string }, { subnet_id: string }>(`
  SELECT subnet_id FROM subnet WHERE network = :network AND subnet_id <> :primaryId ORDER BY seq`)

const selectChains = statement<
  { network: string; subnetId: string },
  { blockchain_id: string; evm_chain_id: number }
>(`
  SELECT blockchain_id, evm_chain_id FROM blockchain
  WHERE network = :network AND subnet_id = :subnetId ORDER BY seq`)

const selectWeights = statement<
  { network: string; subnetId: string },
  { node_id: string; weight: string | number }
>(`
  SELECT node_id, weight FROM (
    SELECT node_id, weight, tx_seq AS place FROM staking_period
    WHERE network = :network AND subnet_id = :subnetId
      AND start_height IS NOT NULL AND end_height IS NULL
    UNION ALL
    SELECT node_id, weight, seq AS place FROM l1_validator
    WHERE network = :network AND subnet_id = :subnetId AND weight > 0)
  ORDER BY place`)
