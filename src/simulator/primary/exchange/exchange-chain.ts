import { encode } from '../../../formats/codec.ts'
import { idOf, parseId } from '../../../formats/ids.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import { ExchangeBlock, StopVertex, Vertex } from '../../../formats/x-chain-blocks.ts'
import { type StateSlot, stateSlot } from '../../../store/simulator-state.ts'
import { statement } from '../../../store/statement.ts'
import { acceptTransaction } from '../accept-transaction.ts'
import { type ProposerSetup, Proposers } from '../proposers.ts'
import type { SignedTransaction } from '../signed.ts'
import type { PrimaryState } from '../state.ts'

interface AcceptedVertex {
  readonly id: Uint8Array
  readonly height: number
}

/** Dependencies of the X-chain's blocks for finding their proposers. */
export type ProposerSource = Omit<ProposerSetup, 'chain'>

/** The X-chain: a DAG of vertices until Cortina, a linear chain of blocks afterwards. */
export class ExchangeChain {
  readonly #state: PrimaryState
  readonly #proposers: Proposers
  /** Vertices without children, ids in cb58. */
  readonly #tips: StateSlot<readonly { readonly id: string; readonly height: number }[]>
  /** Last block. */
  #head: { readonly id: Uint8Array; readonly height: number } | undefined

  constructor(state: PrimaryState, source: ProposerSource) {
    this.#state = state
    this.#proposers = new Proposers({ ...source, chain: 'X' })
    this.#tips = stateSlot(state.store, `${state.facts.network} X tips`)
  }

  /**
   * Accepts transactions now. Before Cortina each group becomes a vertex. Groups of one time are
   * independent, so their vertices share parents.
   */
  accept(groups: readonly (readonly SignedTransaction[])[], time: number): void {
    if (this.#state.facts.isActive('cortina', time)) {
      const txs = groups.flat()
      if (txs.length > 0) this.#acceptBlock(txs, time)
      return
    }
    const filled = groups.filter((txs) => txs.length > 0)
    if (filled.length === 0) return
    const parents = this.#readTips()
    this.#storeTips(filled.map((txs) => this.#acceptVertex(txs, parents, time)))
  }

  /** Ends the DAG with a stop vertex and begins the linear chain, unless that has happened. */
  endVertices(): void {
    this.#readHead()
  }

  /**
   * Returns the last block of the linear chain; when there is none, the stop vertex ends the DAG.
   */
  #readHead() {
    this.#head ??= this.#lastBlock() ?? this.#begin()
    return this.#head
  }

  #lastBlock() {
    const { facts, store } = this.#state
    const row = store.get(selectLastBlock, { network: facts.network })
    return row && { id: parseId(row.block_id), height: row.height }
  }

  #begin() {
    const { facts, ids, sequences, store } = this.#state
    const time = facts.activation('cortina')
    const stop = this.#acceptStopVertex(time)
    const bytes = this.#blockBytes(stop, 0, time, [])
    const genesisId = idOf(bytes)
    store.insert('primary_block', {
      seq: sequences.X.next('primary_block'),
      network: facts.network,
      chain: 'X',
      height: 0,
      block_id: ids.id(genesisId),
      parent_id: ids.id(stop),
      timestamp: time,
      block_type: 'StandardBlock',
      tx_count: 0,
      size_bytes: bytes.length,
    })
    return { id: genesisId, height: 0 }
  }

  #acceptBlock(txs: readonly SignedTransaction[], time: number): void {
    const { facts, ids, sequences, store, containers } = this.#state
    const { id: parentId, height: below } = this.#readHead()
    const height = below + 1
    const bytes = this.#blockBytes(parentId, height, time, txs)
    const id = idOf(bytes)
    store.insert('primary_block', {
      seq: sequences.X.next('primary_block'),
      network: facts.network,
      chain: 'X',
      height,
      block_id: ids.id(id),
      parent_id: ids.id(parentId),
      timestamp: time,
      block_type: 'StandardBlock',
      tx_count: txs.length,
      size_bytes: bytes.length,
      ...this.#proposers.accept({ id, bytes, height, time }),
    })
    const block = { height, blockId: ids.id(id), time }
    txs.forEach((tx, position) => {
      containers.accept('X', 'tx', tx, time)
      acceptTransaction(this.#state, tx, block, position)
    })
    this.#head = { id, height }
  }

  #blockBytes(
    parentId: Uint8Array,
    height: number,
    time: number,
    txs: readonly SignedTransaction[],
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
    txs: readonly SignedTransaction[],
    parents: readonly AcceptedVertex[],
    time: number,
  ): AcceptedVertex {
    const { containers, facts, ids } = this.#state
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
    const block = { height, blockId: ids.id(id), time }
    ascending.forEach((tx, position) => {
      containers.accept('X', 'tx', tx, time)
      acceptTransaction(this.#state, tx, block, position)
    })
    return { id, height }
  }

  #acceptStopVertex(time: number): Uint8Array {
    const tips = this.#readTips()
    const height = heightAbove(tips)
    const parentIds = tips.map(({ id }) => id).sort(compareBytes)
    const chainId = this.#state.facts.chainIds.X
    const bytes = encode(StopVertex, { chainId, height: BigInt(height), parentIds })
    const id = idOf(bytes)
    this.#writeVertex({ id, height, parentIds, bytes, txCount: 0, time })
    this.#storeTips([])
    return id
  }

  #readTips(): AcceptedVertex[] {
    return (this.#tips.get('') ?? []).map(({ id, height }) => ({ id: parseId(id), height }))
  }

  #storeTips(tips: readonly AcceptedVertex[]): void {
    const { ids } = this.#state
    this.#tips.set(
      '',
      tips.map(({ id, height }) => ({ id: ids.id(id), height })),
    )
  }

  #writeVertex(vertex: {
    readonly id: Uint8Array
    readonly height: number
    readonly parentIds: readonly Uint8Array[]
    readonly bytes: Uint8Array
    readonly txCount: number
    readonly time: number
  }): void {
    const { containers, facts, ids, sequences, store } = this.#state
    const { id, height, parentIds, bytes, txCount, time } = vertex
    // G-80
    const index = store.get(countAtHeight, { network: facts.network, height })?.count ?? 0
    const seq = sequences.X.next('vertex')
    store.insert('vertex', {
      seq,
      network: facts.network,
      vertex_id: ids.id(id),
      height,
      vertex_index: index,
      timestamp: time,
      tx_count: txCount,
      size_bytes: bytes.length,
    })
    parentIds.forEach((parentId, position) => {
      store.insert('vertex_parent', { vertex_seq: seq, position, parent_id: ids.id(parentId) })
    })
    containers.accept('X', 'vtx', { id, bytes }, time)
  }
}

/** Returns the height of a vertex: one above its highest parent, 0 for the first ones. */
const heightAbove = (parents: readonly AcceptedVertex[]) =>
  parents.reduce((height, parent) => Math.max(height, parent.height + 1), 0)

const selectLastBlock = statement<{ network: string }, { block_id: string; height: number }>(`
  SELECT block_id, height FROM primary_block
  WHERE network = :network AND chain = 'X' ORDER BY height DESC LIMIT 1`)

const countAtHeight = statement<{ network: string; height: number }, { count: number }>(
  'SELECT count(*) AS count FROM vertex WHERE network = :network AND height = :height',
)
