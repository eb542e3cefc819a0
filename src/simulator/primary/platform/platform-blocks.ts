import { encode } from '../../../formats/codec.ts'
import { idOf, parseId } from '../../../formats/ids.ts'
import { PlatformBlock } from '../../../formats/p-chain-blocks.ts'
import { gasConsumed, platformGas } from '../../../formats/p-chain-complexity.ts'
import { genesisSeconds, networkConstants, primaryNetworkId } from '../../../networks/constants.ts'
import { acceptTransaction } from '../accept-transaction.ts'
import type { Proposers } from '../proposers.ts'
import type { SignedTransaction } from '../signed.ts'
import { initialSupply } from '../staking/rewards.ts'
import type { PrimaryState } from '../state.ts'
import { passTime } from './platform-time.ts'

/** A block without the fields that follow from its place in the chain. */
type Content = PlatformBlock extends infer Block
  ? Block extends unknown
    ? Omit<Block, 'parentId' | 'height'>
    : never
  : never

/** Linear chain of P-chain blocks. */
export class PlatformBlocks {
  readonly #state: PrimaryState
  readonly #proposers: Proposers

  constructor(state: PrimaryState, proposers: Proposers) {
    this.#state = state
    this.#proposers = proposers
  }

  /**
   * Accepts a block. Its time passes, then the proposal of the block before is settled, then its
   * transactions take effect.
   * @param time wall-clock time; chain time, which Apricot blocks do not carry, is the state's
   */
  accept(
    content: Content,
    txs: readonly SignedTransaction[],
    time: number,
    settle: (height: number) => void = () => {},
  ): void {
    const { facts, ids, platform, sequences, store, stakers, l1Validators } = this.#state
    const parentId = platform.blockId
    const height = platform.height + 1
    const block = { ...content, parentId, height: BigInt(height) } as PlatformBlock
    const bytes = encode(PlatformBlock, block)
    const id = idOf(bytes)
    const isOption = /(Abort|Commit)Block$/.test(block.type)
    const proposer = this.#proposers.accept({ id, bytes, height, time, isOption })
    // Chain time moves with the block: the gas of the seconds since the parent comes first.
    const chainTime = 'time' in block ? Number(block.time) : platform.time
    const hasGas = facts.isActive('etna', chainTime)
    if (hasGas) platform.gas = gasConsumed(platform.gasAt(chainTime), gasOf(txs))
    platform.height = height
    platform.time = chainTime
    platform.blockId = id

    const seq = sequences.P.next('primary_block')
    const blockId = ids.id(id)
    passTime(this.#state)
    settle(height)
    txs.forEach((tx, position) => {
      acceptTransaction(this.#state, tx, { height, blockId, time: platform.time }, position)
    })
    store.insert('primary_block', {
      seq,
      network: facts.network,
      chain: 'P',
      height,
      block_id: blockId,
      parent_id: ids.id(parentId),
      timestamp: platform.time,
      block_type: block.type,
      tx_count: txs.length,
      size_bytes: bytes.length,
      l1_validators_accrued_fees: hasGas ? l1Validators.accruedFees(platform.time) : null,
      active_l1_validators: hasGas ? l1Validators.active().length : null,
      gas_capacity: hasGas ? platform.gas.capacity : null,
      gas_excess: hasGas ? Number(platform.gas.excess) : null,
      current_supply: stakers.supplies.of(primaryNetworkId).supply,
      ...proposer,
    })
  }
}

/** Returns the gas of a block's transactions. */
const gasOf = (txs: readonly SignedTransaction[]) =>
  txs.reduce((sum, tx) => sum + (tx.chain === 'P' ? platformGas(tx.unsigned) : 0), 0)

/** Writes block 0, whose parent is the genesis itself. */
export function writePlatformGenesis({
  facts,
  ids,
  platform,
  sequences,
  store,
}: PrimaryState): void {
  const genesisId = parseId(networkConstants[facts.network].genesisId)
  const bytes = encode(PlatformBlock, {
    type: 'ApricotCommitBlock',
    parentId: genesisId,
    height: 0n,
  })
  const id = idOf(bytes)
  store.insert('primary_block', {
    seq: sequences.P.next('primary_block'),
    network: facts.network,
    chain: 'P',
    height: 0,
    block_id: ids.id(id),
    parent_id: ids.id(genesisId),
    timestamp: genesisSeconds,
    block_type: 'ApricotCommitBlock',
    tx_count: 0,
    size_bytes: bytes.length,
    current_supply: initialSupply,
  })
  platform.height = 0
  platform.time = genesisSeconds
  platform.blockId = id
}
