import type { NodeDefinition } from '../../../schemas/definition/node.ts'
import type { BlsKey } from '../../formats/bls-pool.ts'
import type { Network } from '../../networks/network.ts'
import type { RandomStreams } from '../random.ts'

/** Row writer and random streams for the node's rows. */
export interface NodeBuilder {
  insert(table: string, row: Record<string, string | number | null>): void
  remove(table: string, key: Record<string, string>): void
  readonly streams: RandomStreams
}

/** The node of one network and its surroundings. */
export interface NodeSetup {
  readonly network: Network
  readonly definition: NodeDefinition
  readonly nodeId: string
  readonly blsKey: Pick<BlsKey, 'publicKey' | 'proofOfPossession'>
  /** Last vertex of the X-chain's DAG, cb58; zeros while it has none. */
  readonly stopVertexId: string
  /** Subnets that the node tracks, the primary network first. */
  readonly subnets: readonly TrackedSubnet[]
}

/** A subnet that the node tracks. */
export interface TrackedSubnet {
  readonly subnetId: string
  readonly chains: readonly TrackedChain[]
  /** Validators, possibly including the node itself. */
  readonly validators: readonly StakedNode[]
}

interface TrackedChain {
  readonly blockchainId: string
  /** Aliases; the first one is the node's name of the chain. */
  readonly aliases: readonly string[]
  readonly isBootstrapped: boolean
}

export interface StakedNode {
  readonly nodeId: string
  /** Unique and stable number. */
  readonly place: number
  readonly stake: bigint
}
