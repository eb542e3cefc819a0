import { compareBytes } from '../../formats/ordering.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import type { NodeSetup, StakedNode, TrackedSubnet } from '../node/setup.ts'
import type { PrimaryState, Subnet } from './state.ts'

/** The network's node among the validators, subnets and chains of the world's end. */
export function nodeSetupOf(state: PrimaryState, stopVertexId: Uint8Array): NodeSetup {
  const { forms } = state
  const { network } = state.facts
  const definition = state.setup.definition.nodes[network]
  const { nodeId, bls } = state.nodes.node(definition.name)
  return {
    network,
    definition,
    nodeId: forms.node(nodeId),
    blsKey: bls,
    // G-56
    stopVertexId: forms.id(stopVertexId),
    subnets: [
      primaryNetwork(state),
      ...[...state.subnets.values()].map((subnet) => trackedSubnet(state, subnet)),
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
    validators: stakersOf(state, new Uint8Array(32)),
  }
}

/** The node runs the EVM of subnets and L1s, but has no plugin for other virtual machines. */
function trackedSubnet(state: PrimaryState, subnet: Subnet): TrackedSubnet {
  const { forms, l1Validators } = state
  return {
    subnetId: forms.id(subnet.id),
    chains: [...subnet.chains.values()].map(({ id, evmChainId }) => ({
      blockchainId: forms.id(id),
      aliases: [],
      isBootstrapped: evmChainId !== undefined,
    })),
    validators: subnet.conversion
      ? l1Validators.of(subnet.id).map(({ node, weight }) => ({
          nodeId: forms.node(node.nodeId),
          stake: weight,
        }))
      : stakersOf(state, subnet.id),
  }
}

/** Validators of a subnet now; the stake of a node holds what is delegated to it. */
function stakersOf({ stakers, forms, setup }: PrimaryState, subnetId: Uint8Array): StakedNode[] {
  const stakes = new Map<string, bigint>()
  for (const { node, weight, start, ...staker } of stakers.all()) {
    if (start > setup.now || compareBytes(staker.subnetId, subnetId) !== 0) continue
    const nodeId = forms.node(node.nodeId)
    stakes.set(nodeId, (stakes.get(nodeId) ?? 0n) + weight)
  }
  return [...stakes].map(([nodeId, stake]) => ({ nodeId, stake }))
}
