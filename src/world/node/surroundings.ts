import { type Network, networkConstants, primaryNetworkId } from '../../../fixtures/networks.ts'
import { l1Stakes, type NamedStake, primaryStakes } from '../../../fixtures/node.ts'
import { nodeIdOfName } from './names.ts'
import type { StakedNode, TrackedSubnet } from './setup.ts'

/** The L1 that the node validates besides the primary network; ids as cb58. */
export interface TrackedL1 {
  readonly subnetId: string
  readonly blockchainId: string
}

const nanoAvax = 1_000_000_000n

/** What the node of a network tracks, with the declared stakes. */
export const trackedSubnets = (network: Network, l1: TrackedL1 | undefined): TrackedSubnet[] => {
  const { xChainId, cChainId } = networkConstants[network]
  return [
    {
      subnetId: primaryNetworkId,
      chains: [
        { blockchainId: primaryNetworkId, aliases: ['P', 'platform'], isBootstrapped: true },
        { blockchainId: xChainId, aliases: ['X', 'avm'], isBootstrapped: true },
        { blockchainId: cChainId, aliases: ['C', 'evm'], isBootstrapped: true },
      ],
      validators: named(network, primaryStakes, nanoAvax),
    },
    ...(l1
      ? [
          {
            subnetId: l1.subnetId,
            chains: [{ blockchainId: l1.blockchainId, aliases: [], isBootstrapped: true }],
            validators: named(network, l1Stakes, 1n),
          },
        ]
      : []),
  ]
}

const named = (network: Network, stakes: readonly NamedStake[], unit: bigint): StakedNode[] =>
  stakes.map(({ node, stake }) => ({
    nodeId: nodeIdOfName(network, node),
    stake: BigInt(stake) * unit,
  }))
