import { fromCheckedHex, fromHex, parseId } from '../../formats/ids.ts'
import { signP256Quickly } from '../../formats/p256.ts'
import {
  decodeProposerBlock,
  encodeProposerBlock,
  type ProposerBlock,
  proposerBlockId,
  proposerHeader,
  type UnsignedProposerBlock,
} from '../../formats/proposer-blocks.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { Row, WorldStore } from '../../store/world-store.ts'
import type { RandomStreams } from '../random.ts'
import type { Containers } from './containers.ts'
import type { NetworkFacts } from './facts.ts'
import type { IdText } from './id-text.ts'
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

interface Epoch {
  readonly pChainHeight: bigint
  readonly number: bigint
  readonly startTime: bigint
}

/** Last container of a chain. */
interface Parent {
  readonly id: Uint8Array
  readonly isWrapped: boolean
  readonly timestamp: bigint
  readonly pChainHeight: bigint
  readonly epoch: Epoch | undefined
}

const epochSeconds = 300n
const empty = new Uint8Array()

/** The proposervm of a chain: it wraps inner blocks into the containers that nodes exchange. */
export class Proposers {
  readonly #setup: ProposerSetup
  #last: Parent | undefined

  constructor(setup: ProposerSetup) {
    this.#setup = setup
  }

  get #parent(): Parent {
    this.#last ??= readParent(this.#setup)
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
      this.#last = bare(inner.id, inner.time)
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

  /**
   * Returns the epoch. ACP-181: an epoch lasts until a block whose parent is at or past its end;
   * the first wrapped block has none.
   */
  #epochAt(time: number): Epoch | undefined {
    const { epoch, isWrapped, timestamp, pChainHeight } = this.#parent
    // G-113
    if (!isWrapped || !this.#setup.facts.isActive('granite', time)) return undefined
    if (epoch && timestamp < epoch.startTime + epochSeconds) return epoch
    return { pChainHeight, number: (epoch?.number ?? 0n) + 1n, startTime: timestamp }
  }
}

/** Returns a block that no proposer wrapped, such as the genesis block. */
const bare = (id: Uint8Array, time: number): Parent => ({
  id,
  isWrapped: false,
  timestamp: BigInt(time),
  pChainHeight: 0n,
  epoch: undefined,
})

/** Reads the last container: an option has the time, height and epoch of the block before it. */
function readParent({ chain, facts, store }: ProposerSetup): Parent {
  const of = { network: facts.network, chain }
  const last = store.get(selectLastBlock, of)
  if (!last) throw new Error(`internal error: the ${chain}-chain has no genesis`)
  if (last.proposer_id === null) {
    const id = chain === 'C' ? fromHex(last.block_id) : parseId(last.block_id)
    return bare(id, last.timestamp)
  }
  for (const { bytes } of store.all(selectLastContainers, of)) {
    const block = decodeProposerBlock(fromCheckedHex(bytes))
    if (block.type === 'Option') continue
    const { timestamp, pChainHeight } = block
    const epoch = block.type === 'GraniteBlock' ? block.epoch : undefined
    return { id: parseId(last.proposer_id), isWrapped: true, timestamp, pChainHeight, epoch }
  }
  throw new Error(`internal error: no container of the ${chain}-chain holds a proposed block`)
}

const selectLastBlock = statement<
  { network: string; chain: string },
  { block_id: string; timestamp: number; proposer_id: string | null }
>(`
  SELECT block_id, timestamp, proposer_id FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

// An option follows its proposal at once, so one of the last two is proposed.
const selectLastContainers = statement<{ network: string; chain: string }, { bytes: string }>(`
  SELECT bytes FROM container WHERE network = :network AND chain = :chain AND kind = 'block'
  ORDER BY position DESC LIMIT 2`)
