import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeCorethBlock, extDataHash } from '../../formats/evm/blocks.ts'
import { type CorethHeader, corethHeader, subnetEvmHeader } from '../../formats/evm/headers.ts'
import { listRoot } from '../../formats/evm/list-root.ts'
import { mergeBlooms } from '../../formats/evm/receipts.ts'
import { encodeRlp } from '../../formats/evm/rlp.ts'
import { toHex } from '../../formats/ids.ts'
import { daySeconds } from '../../time-units.ts'
import type { AtomicTransaction, PrimarySide } from '../atomic-seam.ts'
import { type BlockTools, EvmBlock } from './block.ts'
import { applyAtomic, encodeExtData } from './ext-data.ts'
import { corethGenesis, l1Genesis } from './genesis.ts'
import { corethHeaderOf, type HeaderFacts, subnetEvmHeaderOf } from './header.ts'

const noBytes = new Uint8Array()

/** What a chain is given for its life. */
export interface EvmChainSetup extends BlockTools {
  readonly primary: PrimarySide
}

/** What a block's row and its header share. */
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

/** An EVM chain: opens blocks, links those that it accepts and writes their rows. */
export class EvmChain {
  readonly #setup: EvmChainSetup
  readonly #perDay = new Map<number, number>()
  #number = -1
  #timestamp = 0
  #hash: Uint8Array = new Uint8Array(32)
  #transactions = 0

  /** The C-chain starts at once; an L1 exists only when the P-chain has created it. */
  constructor(setup: EvmChainSetup) {
    this.#setup = setup
    if (setup.rules.kind === 'c-chain') this.#begin()
  }

  /** A block of this time, which becomes part of the chain when it is accepted. */
  open(timestamp: number): EvmBlock {
    if (this.#number < 0) this.#begin()
    const { rules, random } = this.#setup
    const minimum = rules.minimumFee(timestamp)
    const baseFee = rules.isActive('apricotPhase3', timestamp)
      ? minimum + (minimum * BigInt(random.int(0, 900))) / 1000n
      : 0n
    return new EvmBlock(this.#setup, { number: this.#number + 1, timestamp, baseFee })
  }

  /** Appends the block with the atomic transactions of its time, unless there is nothing in it. */
  accept(block: EvmBlock): void {
    const { ledger, textOf, rules } = this.#setup
    const atomic = this.#atomicTransactions(block)
    if (block.raws.length === 0 && atomic.length === 0) return
    applyAtomic(atomic, ledger, textOf)

    const headerFacts = this.#headerFactsOf(block)
    const facts = {
      ...headerFacts,
      transactions: block.raws.length,
      gasLimit: rules.gasLimit(block.timestamp),
      feesSpent: block.feesSpent,
    }
    if (rules.kind === 'l1') {
      const header = subnetEvmHeaderOf(headerFacts, rules)
      this.#append(encodeRlp(subnetEvmHeader, header), facts)
    } else {
      const isBatch = rules.isActive('apricotPhase5', block.timestamp)
      const extData = encodeExtData(atomic, isBatch)
      const gasUsed = atomic.reduce((sum, transaction) => sum + transaction.gasUsed, 0n)
      const header = corethHeaderOf(headerFacts, rules, { hash: extDataHash(extData), gasUsed })
      this.#append(encodeRlp(corethHeader, header), facts)
      this.#handOver(header, block.raws, extData, atomic)
    }
  }

  /** Writes the transactions of each day. */
  finish(): void {
    const { writer, chainId } = this.#setup
    for (const [day, count] of this.#perDay)
      writer.insert('evm_daily_transactions', { chain_id: chainId, day, tx_count: count })
  }

  /** Appends the genesis block, whose state is what the ledger holds. */
  #begin(): void {
    const { chainId, primary, rules } = this.#setup
    if (rules.kind === 'l1') {
      const header = l1Genesis(chainId, primary.chainOf(chainId).createdAt, rules)
      this.#append(encodeRlp(subnetEvmHeader, header), genesisFacts(header))
    } else {
      const header = corethGenesis()
      this.#append(encodeRlp(corethHeader, header), genesisFacts(header))
      this.#handOver(header, [], noBytes, [])
    }
  }

  #atomicTransactions(block: EvmBlock): AtomicTransaction[] {
    const { primary, rules, ledger, textOf } = this.#setup
    if (rules.kind === 'l1') return []
    return primary.atomicTransactions({
      time: block.timestamp,
      baseFee: block.baseFee,
      balanceOf: (address) => ledger.balanceOf(textOf(address)),
      nonceOf: (address) => ledger.nonceOf(textOf(address)),
    })
  }

  #headerFactsOf(block: EvmBlock): HeaderFacts {
    const { chainId, rules } = this.#setup
    const { number, timestamp, baseFee, gasUsed } = block
    const paysForHaste =
      rules.isActive('apricotPhase4', timestamp) && !rules.isActive('granite', timestamp)
    return {
      chainId,
      parentHash: this.#hash,
      number,
      timestamp,
      transactionsRoot: listRoot(block.raws),
      receiptsRoot: listRoot(block.receipts),
      logsBloom: mergeBlooms(block.blooms),
      gasUsed,
      baseFee,
      blockGasCost: paysForHaste && timestamp - this.#timestamp < 2 ? 50_000n : 0n,
    }
  }

  #append(header: Uint8Array, facts: BlockFacts): void {
    const { chainId, writer, ledger, transfers } = this.#setup
    const { number, timestamp, transactions } = facts
    const hash = keccak_256(header)
    this.#transactions += transactions
    writer.insert('evm_block', {
      chain_id: chainId,
      number,
      hash: toHex(hash),
      parent_hash: toHex(this.#hash),
      timestamp,
      tx_count: transactions,
      base_fee: facts.baseFee,
      gas_used: facts.gasUsed,
      gas_limit: facts.gasLimit,
      gas_cost: facts.blockGasCost,
      fees_spent: facts.feesSpent,
      cumulative_transactions: BigInt(this.#transactions),
      header,
    })
    for (const [address, balance] of ledger.takeChanges())
      writer.insert('evm_balance', { chain_id: chainId, address, block_number: number, balance })
    transfers.settle(number)
    const day = Math.floor(timestamp / daySeconds)
    if (transactions > 0) this.#perDay.set(day, (this.#perDay.get(day) ?? 0) + transactions)
    this.#number = number
    this.#timestamp = timestamp
    this.#hash = hash
  }

  #handOver(
    header: CorethHeader,
    raws: readonly Uint8Array[],
    extData: Uint8Array,
    transactions: readonly AtomicTransaction[],
  ): void {
    this.#setup.primary.contractBlockAccepted({
      time: this.#timestamp,
      number: this.#number,
      hash: this.#hash,
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
