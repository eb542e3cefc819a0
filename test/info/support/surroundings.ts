import { networkConstants, primaryNetworkId } from '../../../src/networks/constants.ts'
import type { Network } from '../../../src/networks/network.ts'
import { nodeIdOfName } from '../../../src/simulator/node/names.ts'
import type { StakedNode, TrackedSubnet } from '../../../src/simulator/node/setup.ts'

/** A validator by the name of its node. */
interface NamedStake {
  readonly node: string
  readonly stake: number
}

const stakes = (...pairs: [node: string, stake: number][]): NamedStake[] =>
  pairs.map(([node, stake]) => ({ node, stake }))

/** Whole AVAX on the primary network. */
const primaryStakes: readonly NamedStake[] = stakes(
  ['ewoq', 2500],
  ['birch', 4000],
  ['spruce', 2000],
  ['larch', 3000],
  ['willow', 12_000],
  ['rowan', 2600],
  ['maple', 5400],
  ['hazel', 2100],
  ['alder', 8000],
  ['aspen', 31_000],
  ['cedar', 15_500],
  ['elm', 2250],
  ['fir', 9100],
  ['juniper', 2000],
  ['linden', 6700],
  ['oak', 44_000],
  ['pine', 3300],
  ['poplar', 2750],
  ['yew', 7200],
)

/** Weights on the L1 of either network. */
const l1Stakes: readonly NamedStake[] = stakes(
  ['ewoq', 100],
  ['birch', 80],
  ['willow', 60],
  ['maple', 55],
)

/** The L1 that the node validates besides the primary network; ids as cb58. */
export interface TrackedL1 {
  readonly subnetId: string
  readonly blockchainId: string
}

const nanoAvax = 1_000_000_000n

/** Chains that the node of a network tracks, with the declared stakes. */
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
  stakes.map(({ node, stake }, place) => ({
    nodeId: nodeIdOfName(network, node),
    stake: BigInt(stake) * unit,
    place,
  }))
