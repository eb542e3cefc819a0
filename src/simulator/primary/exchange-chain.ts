import { encode } from '../../formats/codec.ts'
import { ExchangeBlock, StopVertex, Vertex } from '../../formats/exchange-blocks.ts'
import { idOf } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { type ProposerSetup, Proposers } from './proposers.ts'
import type { PrimaryState } from './state.ts'
import { acceptTransaction } from './transaction-rows.ts'

interface AcceptedVertex {
  readonly id: Uint8Array
  readonly height: number
}

/** What the X-chain's blocks need of the rest of the network to find their proposers. */
export type ProposerSource = Omit<ProposerSetup, 'chain' | 'genesisId'>

/** The X-chain: a DAG of vertices until Cortina, one line of blocks from then on. */
export class ExchangeChain {
  readonly #state: PrimaryState
  readonly #source: ProposerSource
  /** Vertices without children. */
  #tips: AcceptedVertex[] = []
  readonly #perHeight = new Map<number, number>()
  #stopVertexId: Uint8Array | undefined
  #line: { proposers: Proposers; parentId: Uint8Array; height: number } | undefined

  constructor(state: PrimaryState, source: ProposerSource) {
    this.#state = state
    this.#source = source
  }

  /** The vertex that ended the DAG, which the node names. G-56 @throws before Cortina */
  get stopVertexId(): Uint8Array {
    if (!this.#stopVertexId) throw new Error('the X-chain has not come to Cortina')
    return this.#stopVertexId
  }

  /**
   * Accepts transactions now. Before Cortina each group becomes a vertex; groups of one time do not
   * know of each other, so their vertices share parents.
   */
  accept(groups: readonly (readonly AcceptableTransaction[])[], time: number): void {
    if (this.#state.facts.isActive('cortina', time)) {
      const txs = groups.flat()
      if (txs.length > 0) this.#acceptBlock(this.#linear(), txs, time)
      return
    }
    const parents = this.#tips
    const filled = groups.filter((txs) => txs.length > 0)
    if (filled.length > 0) this.#tips = filled.map((txs) => this.#acceptVertex(txs, parents, time))
  }

  /** The line of blocks; asked for the first time, it ends the DAG with the stop vertex. */
  #linear() {
    if (this.#line) return this.#line
    const { facts, forms, sequences, writer } = this.#state
    const time = facts.activation('cortina')
    const stop = this.#acceptStopVertex(time)
    const bytes = this.#blockBytes(stop, 0, time, [])
    const genesisId = idOf(bytes)
    writer.insert('primary_block', {
      seq: sequences.X.next('primary_block'),
      network: facts.network,
      chain: 'X',
      height: 0,
      block_id: forms.id(genesisId),
      parent_id: forms.id(stop),
      timestamp: time,
      block_type: 'StandardBlock',
      tx_count: 0,
      size_bytes: bytes.length,
    })
    const proposers = new Proposers({ ...this.#source, chain: 'X', genesisId })
    this.#line = { proposers, parentId: genesisId, height: 0 }
    return this.#line
  }

  #acceptBlock(
    line: { proposers: Proposers; parentId: Uint8Array; height: number },
    txs: readonly AcceptableTransaction[],
    time: number,
  ): void {
    const { facts, forms, sequences, writer, containers } = this.#state
    const { parentId } = line
    const height = line.height + 1
    const bytes = this.#blockBytes(parentId, height, time, txs)
    const id = idOf(bytes)
    writer.insert('primary_block', {
      seq: sequences.X.next('primary_block'),
      network: facts.network,
      chain: 'X',
      height,
      block_id: forms.id(id),
      parent_id: forms.id(parentId),
      timestamp: time,
      block_type: 'StandardBlock',
      tx_count: txs.length,
      size_bytes: bytes.length,
      ...line.proposers.accept({ id, bytes, time }),
    })
    const block = { height, blockId: forms.id(id), time }
    txs.forEach((tx, position) => {
      containers.accept('X', 'tx', tx, time)
      acceptTransaction(this.#state, tx, block, position)
    })
    line.parentId = id
    line.height = height
  }

  #blockBytes(
    parentId: Uint8Array,
    height: number,
    time: number,
    txs: readonly AcceptableTransaction[],
  ): Uint8Array {
    return encode(ExchangeBlock, {
      type: 'StandardBlock',
      parentId,
      height: BigInt(height),
      time: BigInt(time),
      merkleRoot: new Uint8Array(32),
      transactions: txs.map(({ bytes }) => bytes),
    })
  }

  #acceptVertex(
    txs: readonly AcceptableTransaction[],
    parents: readonly AcceptedVertex[],
    time: number,
  ): AcceptedVertex {
    const { containers, facts, forms } = this.#state
    const ascending = [...txs].sort((a, b) => compareBytes(a.id, b.id))
    const height = heightAbove(parents)
    const parentIds = parents.map(({ id }) => id).sort(compareBytes)
    const bytes = encode(Vertex, {
      chainId: facts.chainIds.X,
      height: BigInt(height),
      epoch: 0,
      parentIds,
      transactions: ascending.map((tx) => tx.bytes),
    })
    const id = idOf(bytes)
    this.#writeVertex({ id, height, parentIds, bytes, txCount: txs.length, time })
    const block = { height, blockId: forms.id(id), time }
    ascending.forEach((tx, position) => {
      containers.accept('X', 'tx', tx, time)
      acceptTransaction(this.#state, tx, block, position)
    })
    return { id, height }
  }

  #acceptStopVertex(time: number): Uint8Array {
    const height = heightAbove(this.#tips)
    const parentIds = this.#tips.map(({ id }) => id).sort(compareBytes)
    const chainId = this.#state.facts.chainIds.X
    const bytes = encode(StopVertex, { chainId, height: BigInt(height), parentIds })
    const id = idOf(bytes)
    this.#writeVertex({ id, height, parentIds, bytes, txCount: 0, time })
    this.#tips = []
    this.#stopVertexId = id
    return id
  }

  #writeVertex(vertex: {
    readonly id: Uint8Array
    readonly height: number
    readonly parentIds: readonly Uint8Array[]
    readonly bytes: Uint8Array
    readonly txCount: number
    readonly time: number
  }): void {
    const { containers, facts, forms, sequences, writer } = this.#state
    const { id, height, parentIds, bytes, txCount, time } = vertex
    // G-80
    const index = this.#perHeight.get(height) ?? 0
    this.#perHeight.set(height, index + 1)
    const seq = sequences.X.next('vertex')
    writer.insert('vertex', {
      seq,
      network: facts.network,
      vertex_id: forms.id(id),
      height,
      vertex_index: index,
      timestamp: time,
      tx_count: txCount,
      size_bytes: bytes.length,
    })
    parentIds.forEach((parentId, position) => {
      writer.insert('vertex_parent', { vertex_seq: seq, position, parent_id: forms.id(parentId) })
    })
    containers.accept('X', 'vtx', { id, bytes }, time)
  }
}

/** A vertex lies one above the highest of its parents, the first ones at 0. */
const heightAbove = (parents: readonly AcceptedVertex[]) =>
  parents.reduce((height, parent) => Math.max(height, parent.height + 1), 0)
