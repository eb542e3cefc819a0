import {
  encodeProposerBlock,
  type ProposerBlock,
  proposerBlockId,
  proposerSignature,
  type UnsignedProposerBlock,
} from '../../formats/proposer-blocks.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { Row } from '../../store/world-store.ts'
import type { Random } from '../random.ts'
import type { Containers } from './containers.ts'
import type { NetworkFacts } from './facts.ts'
import type { Forms } from './forms.ts'
import type { NodeIdentity } from './nodes.ts'

/** A block of a chain's own VM. */
export interface InnerBlock {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly bytes: Uint8Array
  /** Epoch seconds. */
  readonly time: number
  /** Commit and abort blocks, which nobody proposes. */
  readonly isOption?: boolean
}

export interface ProposerSetup {
  readonly chain: PrimaryChain
  /** Id of the inner block 0, the first parent. */
  readonly genesisId: Uint8Array
  readonly facts: NetworkFacts
  readonly forms: Forms
  readonly containers: Containers
  readonly random: Random
  /** Nodes that validate the primary network now. */
  validators(): readonly NodeIdentity[]
  /** Height of the P-chain's last accepted block. */
  platformHeight(): number
}

interface Epoch {
  readonly pChainHeight: bigint
  readonly number: bigint
  readonly startTime: bigint
}

interface Parent {
  readonly id: Uint8Array
  readonly timestamp: bigint
  readonly pChainHeight: bigint
  readonly epoch: Epoch | undefined
}

const epochSeconds = 300n
const empty = new Uint8Array()

/** The proposervm of a chain: wraps inner blocks into the containers that nodes exchange. */
export class Proposers {
  readonly #setup: ProposerSetup
  #parent: Parent
  #hasForked = false

  constructor(setup: ProposerSetup) {
    this.#setup = setup
    this.#parent = { id: setup.genesisId, timestamp: 0n, pChainHeight: 0n, epoch: undefined }
  }

  /** Hands the block's container to the index. @returns the block's proposer columns */
  accept(inner: InnerBlock): Row {
    const { chain, containers, facts } = this.#setup
    if (!facts.isActive('apricotPhase4', inner.time)) {
      containers.accept(chain, 'block', inner, inner.time)
      this.#parent = { ...this.#parent, id: inner.id, timestamp: BigInt(inner.time) }
      return {}
    }
    return inner.isOption ? this.#acceptOption(inner) : this.#acceptBlock(inner)
  }

  #acceptOption(inner: InnerBlock): Row {
    const { chain, containers, forms } = this.#setup
    const option = { type: 'Option', parentId: this.#parent.id, innerBlock: inner.bytes } as const
    const id = proposerBlockId(option)
    containers.accept(chain, 'block', { id, bytes: encodeProposerBlock(option) }, inner.time)
    this.#parent = { ...this.#parent, id }
    return { proposer_id: forms.id(id), proposer_parent_id: forms.id(option.parentId) }
  }

  #acceptBlock(inner: InnerBlock): Row {
    const { chain, containers, facts, forms, random, platformHeight, validators } = this.#setup
    const parent = this.#parent
    const candidates = validators()
    // The first block after the fork has no proposer, whoever validates.
    const proposer = this.#hasForked && candidates.length > 0 ? random.pick(candidates) : undefined
    const height = BigInt(platformHeight())
    const fields = {
      parentId: parent.id,
      timestamp: BigInt(inner.time),
      pChainHeight: height > parent.pChainHeight ? height : parent.pChainHeight,
      certificate: proposer?.certificate ?? empty,
      innerBlock: inner.bytes,
    }
    const epoch = this.#epochAt(inner.time)
    const unsigned: UnsignedProposerBlock = epoch
      ? { type: 'GraniteBlock', ...fields, epoch }
      : { type: 'Block', ...fields }
    const signature = proposer
      ? proposerSignature(facts.chainIds[chain], unsigned, proposer.stakingKey)
      : empty
    const block: ProposerBlock = { ...unsigned, signature }
    const id = proposerBlockId(unsigned)
    containers.accept(chain, 'block', { id, bytes: encodeProposerBlock(block) }, inner.time)
    this.#hasForked = true
    const { timestamp, pChainHeight } = fields
    this.#parent = { id, timestamp, pChainHeight, epoch }
    return {
      proposer_id: forms.id(id),
      proposer_parent_id: forms.id(parent.id),
      proposer_node_id: proposer ? forms.node(proposer.nodeId) : null,
      proposer_p_chain_height: Number(pChainHeight),
      proposer_timestamp: inner.time,
    }
  }

  /** ACP-181: an epoch lasts until a block whose parent is at or past its end. */
  #epochAt(time: number): Epoch | undefined {
    if (!this.#setup.facts.isActive('granite', time)) return undefined
    const { epoch, timestamp, pChainHeight } = this.#parent
    if (epoch && timestamp < epoch.startTime + epochSeconds) return epoch
    return { pChainHeight, number: (epoch?.number ?? 0n) + 1n, startTime: timestamp }
  }
}
