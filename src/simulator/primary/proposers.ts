import { signP256Quickly } from '../../formats/p256.ts'
import {
  encodeProposerBlock,
  type ProposerBlock,
  proposerBlockId,
  proposerHeader,
  type UnsignedProposerBlock,
} from '../../formats/proposer-blocks.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { Row, WorldStore } from '../../store/world-store.ts'
import type { RandomStreams } from '../random.ts'
import type { Containers } from './containers.ts'
import type { NetworkFacts } from './facts.ts'
import type { IdText } from './id-text.ts'
import {
  bareProposal,
  type Epoch,
  epochAfter,
  type LastProposal,
  readLastProposal,
} from './last-proposal.ts'
import type { NodeIdentity } from './nodes.ts'

/** A block of a chain's own VM. */
interface InnerBlock {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly bytes: Uint8Array
  readonly height: number
  /** Epoch seconds. */
  readonly time: number
  /** Whether it is a commit or abort block, which has no proposer. */
  readonly isOption?: boolean
}

export interface ProposerSetup {
  readonly chain: PrimaryChain
  readonly facts: NetworkFacts
  readonly ids: IdText
  readonly containers: Containers
  readonly store: WorldStore
  readonly streams: RandomStreams
  /** Returns the present validators of the primary network whose keys are known. */
  validators(): readonly NodeIdentity[]
  /** Returns the height of the P-chain's last accepted block. */
  platformHeight(): number
}

const empty = new Uint8Array()

/** The proposervm of a chain: it wraps inner blocks into the containers that nodes exchange. */
export class Proposers {
  readonly #setup: ProposerSetup
  #last: LastProposal | undefined

  constructor(setup: ProposerSetup) {
    this.#setup = setup
  }

  get #parent(): LastProposal {
    const { chain, facts, store } = this.#setup
    this.#last ??= readLastProposal(store, { network: facts.network, chain })
    if (!this.#last) throw new Error(`internal error: the ${chain}-chain has no genesis`)
    return this.#last
  }

  /**
   * Adds the block's container to the index.
   * @returns the block's proposer columns
   */
  accept(inner: InnerBlock): Row {
    const { chain, containers, facts } = this.#setup
    if (!facts.isActive('apricotPhase4', inner.time)) {
      containers.accept(chain, 'block', inner, inner.time)
      this.#last = bareProposal(inner.id, inner.time)
      return {}
    }
    return inner.isOption ? this.#acceptOption(inner) : this.#acceptBlock(inner)
  }

  #acceptOption(inner: InnerBlock): Row {
    const { chain, containers, ids } = this.#setup
    const option = { type: 'Option', parentId: this.#parent.id, innerBlock: inner.bytes } as const
    const id = proposerBlockId(option)
    containers.accept(chain, 'block', { id, bytes: encodeProposerBlock(option) }, inner.time)
    this.#last = { ...this.#parent, id }
    return { proposer_id: ids.id(id), proposer_parent_id: ids.id(option.parentId) }
  }

  #acceptBlock(inner: InnerBlock): Row {
    const { chain, containers, facts, ids, streams, platformHeight, validators } = this.#setup
    const parent = this.#parent
    const candidates = validators()
    // The first block after the fork has no proposer.
    const random = streams.at(`${facts.network} ${chain} proposers`, inner.height)
    const proposer = parent.isWrapped && candidates.length > 0 ? random.pick(candidates) : undefined
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
    const id = proposerBlockId(unsigned)
    const signature = proposer
      ? signP256Quickly(proposerHeader(facts.chainIds[chain], unsigned, id), proposer.stakingKey)
      : empty
    const block: ProposerBlock = { ...unsigned, signature }
    containers.accept(chain, 'block', { id, bytes: encodeProposerBlock(block) }, inner.time)
    const { timestamp, pChainHeight } = fields
    this.#last = { id, isWrapped: true, timestamp, pChainHeight, epoch }
    return {
      proposer_id: ids.id(id),
      proposer_parent_id: ids.id(parent.id),
      proposer_node_id: proposer ? ids.node(proposer.nodeId) : null,
      proposer_p_chain_height: Number(pChainHeight),
      proposer_timestamp: inner.time,
    }
  }

  /** Returns the epoch of the next block; the first wrapped one has none. G-113 */
  #epochAt(time: number): Epoch | undefined {
    const parent = this.#parent
    const isIn = parent.isWrapped && this.#setup.facts.isActive('granite', time)
    return isIn ? epochAfter(parent) : undefined
  }
}
