import type { NodeDefinition } from '../../../schemas/definition/node.ts'
import type { BlsKey } from '../../formats/bls-pool.ts'
import type { Network } from '../../networks/network.ts'
import type { RandomStreams } from '../random.ts'

/** Where the makers of the node put their rows, and what they draw from. */
export interface NodeBuilder {
  insert(table: string, row: Record<string, string | number | null>): void
  remove(table: string, key: Record<string, string>): void
  readonly streams: RandomStreams
}

/** The node of one network and the part of the world that it stands in. */
export interface NodeSetup {
  readonly network: Network
  readonly definition: NodeDefinition
  readonly nodeId: string
  readonly blsKey: Pick<BlsKey, 'publicKey' | 'proofOfPossession'>
  /** The last vertex of the X-chain's DAG, cb58; zeros while it has none. */
  readonly stopVertexId: string
  /** What the node tracks, the primary network first. */
  readonly subnets: readonly TrackedSubnet[]
}

/** A subnet that the node tracks. */
export interface TrackedSubnet {
  readonly subnetId: string
  readonly chains: readonly TrackedChain[]
  /** The node itself may be among them. */
  readonly validators: readonly StakedNode[]
}

export interface TrackedChain {
  readonly blockchainId: string
  /** The first one is how the node calls the chain. */
  readonly aliases: readonly string[]
  readonly isBootstrapped: boolean
}

export interface StakedNode {
  readonly nodeId: string
  /** A number of its own, which it keeps. */
  readonly place: number
  readonly stake: bigint
}
