import { encode } from '../../formats/codec.ts'
import { idOf } from '../../formats/ids.ts'
import { PlatformBlock } from '../../formats/platform-blocks.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { passTime } from './platform-time.ts'
import type { Proposers } from './proposers.ts'
import { initialSupply } from './rewards.ts'
import type { PrimaryState } from './state.ts'
import { acceptTransaction } from './transaction-rows.ts'

/** A block without what follows from its place in the chain. */
type Content = PlatformBlock extends infer Block
  ? Block extends unknown
    ? Omit<Block, 'parentId' | 'height'>
    : never
  : never

/** The blocks of the P-chain, one on top of the other. */
export class PlatformBlocks {
  readonly #state: PrimaryState
  readonly #proposers: Proposers
  #parentId: Uint8Array

  constructor(state: PrimaryState, proposers: Proposers, genesis: Uint8Array) {
    this.#state = state
    this.#proposers = proposers
    this.#parentId = genesis
  }

  /**
   * Accepts a block: its time passes, then what the block before proposed is settled, then its
   * transactions act.
   * @param time wall-clock time; chain time, which Apricot blocks do not carry, is the state's
   */
  accept(
    content: Content,
    txs: readonly AcceptableTransaction[],
    time: number,
    settle: (height: number) => void = () => {},
  ): void {
    const { facts, forms, platform, sequences, writer, stakers, l1Validators } = this.#state
    const parentId = this.#parentId
    const height = platform.height + 1
    const block = { ...content, parentId, height: BigInt(height) } as PlatformBlock
    const bytes = encode(PlatformBlock, block)
    const id = idOf(bytes)
    const isOption = /(Abort|Commit)Block$/.test(block.type)
    const proposer = this.#proposers.accept({ id, bytes, time, isOption })
    platform.height = height
    if ('time' in block) platform.time = Number(block.time)
    this.#parentId = id

    const seq = sequences.P.next('primary_block')
    const blockId = forms.id(id)
    passTime(this.#state)
    settle(height)
    txs.forEach((tx, position) => {
      acceptTransaction(this.#state, tx, { height, blockId, time: platform.time }, position)
    })
    const hasL1s = facts.isActive('etna', platform.time)
    writer.insert('primary_block', {
      seq,
      network: facts.network,
      chain: 'P',
      height,
      block_id: blockId,
      parent_id: forms.id(parentId),
      timestamp: platform.time,
      block_type: block.type,
      tx_count: txs.length,
      size_bytes: bytes.length,
      l1_validators_accrued_fees: hasL1s ? l1Validators.accruedFees(platform.time) : null,
      active_l1_validators: hasL1s ? l1Validators.activeCount() : null,
      current_supply: stakers.supplyOf(facts.chainIds.P).supply,
      ...proposer,
    })
  }
}

/** Writes block 0, whose parent is the genesis itself. @returns its id */
export function writePlatformGenesis(
  { facts, forms, sequences, writer }: PrimaryState,
  genesisId: Uint8Array,
  time: number,
): Uint8Array {
  const bytes = encode(PlatformBlock, {
    type: 'ApricotCommitBlock',
    parentId: genesisId,
    height: 0n,
  })
  const id = idOf(bytes)
  writer.insert('primary_block', {
    seq: sequences.P.next('primary_block'),
    network: facts.network,
    chain: 'P',
    height: 0,
    block_id: forms.id(id),
    parent_id: forms.id(genesisId),
    timestamp: time,
    block_type: 'ApricotCommitBlock',
    tx_count: 0,
    size_bytes: bytes.length,
    current_supply: initialSupply,
  })
  return id
}
