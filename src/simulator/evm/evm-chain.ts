import { encodeCorethBlock, extDataHash } from '../../formats/evm/blocks.ts'
import { type CorethHeader, corethHeader, subnetEvmHeader } from '../../formats/evm/headers.ts'
import { listRoot } from '../../formats/evm/list-root.ts'
import { mergeBlooms } from '../../formats/evm/receipts.ts'
import { decodeRlp, encodeRlp } from '../../formats/evm/rlp.ts'
import { fromHex, toHex } from '../../formats/ids.ts'
import { keccak256 } from '../../formats/keccak.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { AtomicTransaction, PrimarySide } from '../shared-memory.ts'
import { type BlockTools, EvmBlock } from './blocks/block.ts'
import { encodeExtData } from './blocks/ext-data.ts'
import { corethHeaderOf, type HeaderFacts, subnetEvmHeaderOf } from './blocks/header.ts'
import { fullCapacityTime, nextFees, type ParentHeader } from './blocks/next-fees.ts'
import type { BlockTally } from './counts/block-counts.ts'
import type { Periods } from './counts/periods.ts'
import { corethGenesis, l1Genesis } from './genesis.ts'
import { minimumDelay, type Rules } from './rules.ts'

const noBytes = new Uint8Array()
const noHash = new Uint8Array(32)

/** Last block of a chain. */
interface Head {
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly hash: Uint8Array
  /** Number of transactions of the chain up to and including it. */
  readonly cumulative: number
  readonly header: ParentHeader
}

/** Dependencies of an EVM chain. */
export interface EvmChainSetup extends BlockTools {
  readonly network: Network
  readonly primary: PrimarySide
  readonly store: WorldStore
  readonly periods: Periods
  /** Writes the chain's own rows, and the accounts of its genesis, when it begins to exist. */
  introduce(): void
  /** Puts in what was there before the world began, after the genesis block. */
  putIn(): void
}

/** Facts that a block's row and its header share. */
interface BlockFacts {
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly baseFee: bigint
  readonly blockGasCost: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly feesSpent: bigint
}

/** An EVM chain. It opens blocks, links accepted ones and writes their rows. */
export class EvmChain {
  readonly #setup: EvmChainSetup
  #head: Head | undefined

  /**
   * Opens the chain. The C-chain begins at once; an L1 exists only after the P-chain has created
   * it.
   */
  constructor(setup: EvmChainSetup) {
    this.#setup = setup
    this.#head = headOf(setup.store, setup.chainId, setup.rules.kind)
    if (setup.rules.kind === 'c-chain' && !this.#head) this.#begin()
  }

  /** `C`, or the EVM chain id of an L1. */
  get name(): string {
    const { chainId, rules } = this.#setup
    return rules.kind === 'c-chain' ? 'C' : chainId
  }

  /**
   * Earliest time of the next block, epoch seconds: since Granite, blocks keep a minimum distance.
   * The C-chain waits until a block may use the maximum gas.
   */
  get earliest(): number {
    const { lastTime } = this
    const { kind, isActive } = this.#setup.rules
    const soonest = isActive('granite', lastTime) ? lastTime + minimumDelay : lastTime
    const header = this.#head?.header
    return kind === 'c-chain' && header && header.number > 0n && isActive('fortuna', lastTime)
      ? Math.max(soonest, fullCapacityTime(header))
      : soonest
  }

  /** Time of its last block, epoch seconds; 0 before it begins. */
  get lastTime(): number {
    return this.#head?.timestamp ?? 0
  }

  /** Begins unless it has begun. The chain that the P-chain created is visible from then on. */
  begin(): void {
    if (!this.#head) this.#begin()
  }

  /**
   * Opens a block of this time, which becomes part of the chain when it is accepted.
   * @param isWanted whether an action requested it, so that background traffic takes no part in
   *   it
   */
  open(timestamp: number, isWanted = false): EvmBlock {
    this.begin()
    const { number, header } = this.#head as Head
    const fees = nextFees(header, timestamp, this.#setup.rules)
    return new EvmBlock(this.#setup, { number: number + 1, timestamp, fees, isWanted })
  }

  /** Returns whether a block of this time may hold several atomic transactions. */
  holdsBatches(timestamp: number): boolean {
    return this.#setup.rules.isActive('apricotPhase5', timestamp)
  }

  /** Appends the block with its atomic transactions, unless it is empty. */
  accept(block: EvmBlock): void {
    const { rules } = this.#setup
    this.#addAtomic(block)
    const { atomic } = block
    if (block.raws.length === 0 && atomic.length === 0) return

    const atomicGas = atomic.reduce((sum, transaction) => sum + transaction.gasUsed, 0n)
    const headerFacts = this.#headerFactsOf(block, atomicGas)
    const facts = {
      ...headerFacts,
      transactions: block.raws.length,
      gasLimit: rules.gasLimit(block.timestamp),
      feesSpent: block.feesSpent,
    }
    if (rules.kind === 'l1') {
      const header = subnetEvmHeaderOf(headerFacts, rules)
      this.#append(encodeRlp(subnetEvmHeader, header), header, facts, block.tally)
    } else {
      const isBatch = rules.isActive('apricotPhase5', block.timestamp)
      const extData = encodeExtData(atomic, isBatch)
      const extDataFacts = { hash: extDataHash(extData), gasUsed: atomicGas }
      const header = corethHeaderOf(headerFacts, rules, extDataFacts)
      this.#append(encodeRlp(corethHeader, header), header, facts, block.tally)
      this.#handOver(header, block.raws, extData, atomic)
    }
  }

  /** Appends the genesis block, whose state equals the account balances. */
  #begin(): void {
    const { chainId, introduce, primary, putIn, rules } = this.#setup
    introduce()
    const root = this.#setup.state.root()
    if (rules.kind === 'l1') {
      const header = l1Genesis(root, primary.chainOf(chainId).createdAt, rules)
      this.#append(encodeRlp(subnetEvmHeader, header), header, genesisFacts(header))
    } else {
      const header = corethGenesis(root)
      this.#append(encodeRlp(corethHeader, header), header, genesisFacts(header))
      this.#handOver(header, [], noBytes, [])
    }
    // The root of block 1 is the first one that covers this irregular change (G-314).
    putIn()
    this.#setup.state.root()
    this.#setup.state.flush(0)
  }

  /** Adds the current atomic traffic. */
  #addAtomic(block: EvmBlock): void {
    const { primary, rules } = this.#setup
    if (rules.kind === 'l1' || !block.hasAtomicTraffic) return
    block.addAtomic(primary.atomicTransactions(block.atomicContext))
  }

  #headerFactsOf(block: EvmBlock, atomicGas: bigint): HeaderFacts {
    const { number, timestamp, fees, gasUsed } = block
    return {
      parentHash: this.#head?.hash ?? noHash,
      number,
      timestamp,
      stateRoot: this.#setup.state.root(),
      transactionsRoot: listRoot(block.raws),
      receiptsRoot: listRoot(block.receipts),
      logsBloom: mergeBlooms(block.blooms),
      gasUsed,
      baseFee: fees.baseFee,
      blockGasCost: fees.blockGasCost,
      extraData: fees.extraData(gasUsed + atomicGas),
    }
  }

  /**
   * Appends a block.
   * @param tally absent for the genesis block, which counts for nothing
   */
  #append(bytes: Uint8Array, header: ParentHeader, facts: BlockFacts, tally?: BlockTally): void {
    const { chainId, network, periods, store, state, transfers } = this.#setup
    const { number, timestamp, transactions } = facts
    const hash = keccak256(bytes)
    const before = this.#head
    const cumulative = (before?.cumulative ?? 0) + transactions
    store.insert('evm_block', {
      chain_id: chainId,
      number,
      hash: toHex(hash),
      parent_hash: toHex(before?.hash ?? noHash),
      timestamp,
      tx_count: transactions,
      base_fee: facts.baseFee,
      gas_used: facts.gasUsed,
      gas_limit: facts.gasLimit,
      gas_cost: facts.blockGasCost,
      fees_spent: facts.feesSpent,
      cumulative_transactions: BigInt(cumulative),
      header: bytes,
    })
    state.flush(number)
    transfers.flush(number)
    this.#head = { number, timestamp, hash, cumulative, header }
    if (!tally) return
    const hasBlockBefore = before !== undefined && before.number > 0
    const counts = tally.counts(facts, hasBlockBefore ? before.timestamp : undefined)
    periods.count({ chainId, network }, counts)
  }

  #handOver(
    header: CorethHeader,
    raws: readonly Uint8Array[],
    extData: Uint8Array,
    transactions: readonly AtomicTransaction[],
  ): void {
    const { timestamp: time = 0, number = 0, hash = noHash } = this.#head ?? {}
    this.#setup.primary.contractBlockAccepted({
      time,
      number,
      hash,
      parentHash: header.parentHash,
      bytes: encodeCorethBlock({
        header,
        transactions: [...raws],
        uncles: [],
        version: 0n,
        extData,
      }),
      transactions,
    })
  }
}

const genesisFacts = (header: {
  timestamp: bigint
  gasLimit: bigint
  baseFeePerGas?: bigint
}): BlockFacts => ({
  number: 0,
  timestamp: Number(header.timestamp),
  transactions: 0,
  baseFee: header.baseFeePerGas ?? 0n,
  blockGasCost: 0n,
  gasLimit: header.gasLimit,
  gasUsed: 0n,
  feesSpent: 0n,
})

function headOf(store: WorldStore, chainId: string, kind: Rules['kind']): Head | undefined {
  const row = store.get(selectHead, { chainId })
  return (
    row && {
      number: row.number,
      timestamp: row.timestamp,
      hash: fromHex(row.hash),
      cumulative: Number(row.cumulative_transactions),
      header: decodeRlp(kind === 'l1' ? subnetEvmHeader : corethHeader, row.header),
    }
  )
}

const selectHead = statement<
  { chainId: string },
  {
    number: number
    timestamp: number
    hash: string
    cumulative_transactions: string
    header: Uint8Array
  }
>(`
  SELECT number, timestamp, hash, cumulative_transactions, header FROM evm_block
  WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)
