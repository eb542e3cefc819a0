import { blockContextOf, COINBASE } from '../../../evm/blocks/block-context.ts'
import { transactionOf } from '../../../evm/blocks/signed-transaction.ts'
import { type AccessList, type WarpSource, warpOf } from '../../../evm/precompiles/predicates.ts'
import { boundedRead } from '../../../evm/reads/bounded-read.ts'
import { bytesOf, EMPTY_CODE_HASH } from '../../../evm/state.ts'
import {
  type EvmTransaction,
  executeInParts,
  gasBefore,
  type Surroundings,
  type TransactionResult,
} from '../../../evm/transaction.ts'
import { encodeReceipt, logsBloom } from '../../../formats/evm/receipts.ts'
import {
  createdAddress,
  encodeEvmTransaction,
  evmTransactionHash,
  type SignedEvmTransaction,
} from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { type InParts, runToEnd } from '../../../util/in-parts.ts'
import type { Sequences } from '../../chains/sequences.ts'
import type { Random, RandomStreams } from '../../random.ts'
import type { AtomicContext, AtomicTransaction } from '../../shared-memory.ts'
import type { Call, CallContent } from '../call.ts'
import { BlockTally } from '../counts/block-counts.ts'
import { failureText } from '../execution/failure-text.ts'
import { readTokenUris, type Token, type TokenUris } from '../ledgers/token-uris.ts'
import type { Rules } from '../rules.ts'
import type { ChainState } from '../state/chain-state.ts'
import { hashesOf } from './block-hashes.ts'
import { applyAtomic } from './ext-data.ts'
import { planGas } from './gas-plan.ts'
import type { NextFees } from './next-fees.ts'
import { offerFor, signCall } from './offer.ts'
import { pricePaid } from './transaction-columns.ts'
import { logOf, type RowTools, recordExecution, writeTransaction } from './transaction-rows.ts'

/** Dependencies that blocks of one chain share. */
export interface BlockTools extends RowTools {
  readonly rules: Rules
  readonly streams: RandomStreams
  readonly state: ChainState
  readonly warp: WarpSource
  readonly sequences: Sequences
  readonly store: WorldStore
}

/** A transaction that is part of a block. */
export interface Executed {
  readonly seq: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Address of the first contract that it created, 20 bytes. */
  readonly created: Uint8Array | undefined
  /** Wei. */
  readonly fee: bigint
  /** Reason of a failure, if any. */
  readonly failure: string | undefined
}

/** Maximum gas of the atomic transactions of a block (coreth, AtomicGasLimit). */
const atomicGasOfBlock = 100_000n

/** Offset between the streams of two blocks, more than the draws in any block. */
const drawsPerBlock = 2 ** 20

/** An open block: it executes calls one after the other. */
export class EvmBlock {
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly fees: NextFees
  /**
   * Whether atomic background traffic takes part in it. The first block always contains the funding
   * of the cast, others have none of it when an action requested them.
   */
  readonly hasAtomicTraffic: boolean
  /** Tally of the roles of accounts. */
  readonly tally = new BlockTally()
  readonly #tools: BlockTools
  readonly #atomic: AtomicTransaction[] = []
  readonly #raws: Uint8Array[] = []
  readonly #receipts: Uint8Array[] = []
  readonly #blooms: Uint8Array[] = []
  readonly #surroundings: Surroundings
  /** What Warp adds to a transaction without an access list. */
  readonly #carriesNothing: ReturnType<typeof warpOf>
  #gasUsed = 0n
  #feesSpent = 0n
  #logs = 0
  #draws = 0

  constructor(
    tools: BlockTools,
    at: { number: number; timestamp: number; fees: NextFees; isWanted: boolean },
  ) {
    this.#tools = tools
    this.number = at.number
    this.timestamp = at.timestamp
    this.fees = at.fees
    this.hasAtomicTraffic = !at.isWanted || at.number === 1
    const { chainId, rules, state, store } = tools
    this.#surroundings = {
      rules: rules.engine(at.timestamp),
      state,
      block: blockContextOf({
        chainId,
        number: at.number,
        timestamp: at.timestamp,
        gasLimit: rules.gasLimit(at.timestamp),
        baseFee: at.fees.baseFee,
        hashOf: hashesOf(store, chainId),
      }),
    }
    this.#carriesNothing = this.#carriedBy([])
  }

  /** Wei per gas; 0 before Apricot 3. */
  get baseFee(): bigint {
    return this.fees.baseFee
  }

  /** Gas that any block of its time may use. */
  get gasLimit(): bigint {
    return this.#tools.rules.gasLimit(this.timestamp)
  }

  /** Atomic transactions that were added. */
  get atomic(): readonly AtomicTransaction[] {
    return this.#atomic
  }

  /** Gas that is left for further atomic transactions. */
  get atomicGasLeft(): bigint {
    const used = this.#atomic.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
    const left = atomicGasOfBlock - used
    const { gasRoom, hasAtomicGas } = this.fees
    if (!hasAtomicGas) return left
    const leftOfBlock = gasRoom - this.#gasUsed - used
    return left < leftOfBlock ? left : leftOfBlock
  }

  /** Gas that is left for further transactions. */
  get #gasLeft(): bigint {
    const { gasRoom, hasAtomicGas } = this.fees
    const reserved = hasAtomicGas && this.hasAtomicTraffic ? atomicGasOfBlock : 0n
    return gasRoom - reserved - this.#gasUsed
  }

  /** Context of an atomic transaction of this block. */
  get atomicContext(): AtomicContext {
    const { state } = this.#tools
    return {
      time: this.timestamp,
      baseFee: this.baseFee,
      balanceOf: (address) => state.balanceOf(toHex(address)),
      nonceOf: (address) => state.nonceOf(toHex(address)),
    }
  }

  get raws(): readonly Uint8Array[] {
    return this.#raws
  }

  get receipts(): readonly Uint8Array[] {
    return this.#receipts
  }

  get blooms(): readonly Uint8Array[] {
    return this.#blooms
  }

  get gasUsed(): bigint {
    return this.#gasUsed
  }

  /** Wei. */
  get feesSpent(): bigint {
    return this.#feesSpent
  }

  /** Returns the random stream for an action of this kind, a different one at each call. */
  random(kind: string): Random {
    const { streams, chainId } = this.#tools
    return streams.at(`${chainId} ${kind}`, this.number * drawsPerBlock + this.#draws++)
  }

  /** Adds atomic transactions, which come after all others. */
  addAtomic(transactions: readonly AtomicTransaction[]): void {
    applyAtomic(transactions, this.#tools.state)
    this.#atomic.push(...transactions)
  }

  /**
   * Appends a transaction; returns undefined when its sender cannot pay or the block has no room.
   * @throws InvalidTransactionError when no block may have it
   */
  execute(call: Call): Executed | undefined {
    return runToEnd(this.executing(call, allSteps))
  }

  /**
   * Appends a transaction like `execute`, and yields between the parts of its execution.
   * @param steps steps of a part
   */
  *executing(call: Call, steps?: number): Generator<undefined, Executed | undefined> {
    const { chainId, rules, state } = this.#tools
    const { timestamp, baseFee } = this
    const sender = toHex(call.from.evmAddress)
    const nonce = state.nonceOf(sender)
    const fees = { chainId: BigInt(chainId), timestamp, baseFee }
    const offer = offerFor(call, fees, rules, this.random('signing'))
    const left = this.#gasLeft
    const payable = (state.balanceOf(sender) - call.value) / (offer.maxFee || 1n)
    const maxGas = payable < left ? payable : left
    const planned = yield* planGas(call, {
      sender,
      nonce,
      offer,
      maxGas,
      code: call.to ? this.#codeOf(call.to) : undefined,
      run: (transaction) => this.#run(transaction, call, steps),
    })
    if (!planned) return undefined
    for (let limit = planned.gasLimit; limit <= maxGas; limit *= 2n) {
      const tx = signCall(call, nonce, offer, limit)
      const result = planned.result ?? (yield* this.#run(transactionOf(tx, sender), call, steps))
      // Callees get a share of the gas that is left, so an estimate may be too low.
      const isTooLow = planned.mustSucceed && result.error !== undefined
      if (isTooLow && 2n * limit <= maxGas) continue
      return yield* this.#append(call.from.evmAddress, tx, encodeEvmTransaction(tx), result)
    }
    return undefined
  }

  /**
   * Appends a signed transaction, whose nonce is the sender's next one; returns undefined when the
   * sender cannot pay or the block has no room. It yields between the parts of its execution.
   * @param from 20 bytes of the sender
   * @throws InvalidTransactionError when no block may have it
   */
  *including(
    from: Uint8Array,
    tx: SignedEvmTransaction,
    raw: Uint8Array,
  ): Generator<undefined, Executed | undefined> {
    const sender = toHex(from)
    const highest = tx.type === 2 ? tx.maxFeePerGas : tx.gasPrice
    if (tx.gasLimit > this.#gasLeft) return undefined
    if (this.#tools.state.balanceOf(sender) < tx.value + tx.gasLimit * highest) return undefined
    const result = yield* this.#run(transactionOf(tx, sender), contentOf(tx))
    return yield* this.#append(from, tx, raw, result)
  }

  /** Returns the gas that a transaction needs before its execution. */
  gasBefore(tx: SignedEvmTransaction): bigint {
    const carried = this.#carriedBy(contentOf(tx).accessList ?? [])
    const transaction = { ...transactionOf(tx, COINBASE), ...carried }
    return BigInt(gasBefore(transaction, this.#surroundings.rules))
  }

  /** Calls a contract without a change; returns undefined when the call fails. */
  read(to: Uint8Array, data: Uint8Array): Uint8Array | undefined {
    return boundedRead(this.#surroundings, { to: toHex(to), data, gas: readGas }).output
  }

  /** Calls the contracts of tokens for their URIs. */
  tokenUris(tokens: readonly Token[]): InParts<TokenUris> {
    return readTokenUris(tokens, this.#surroundings)
  }

  #codeOf(address: Uint8Array): Uint8Array {
    const { state } = this.#tools
    const hash = state.account(toHex(address))?.codeHash ?? EMPTY_CODE_HASH
    return hash === EMPTY_CODE_HASH ? noCode : state.code(hash)
  }

  #run(
    transaction: EvmTransaction,
    { accessList = [] }: CallContent,
    steps?: number,
  ): Generator<undefined, TransactionResult> {
    // Access lists are a rarity, and so are the messages that they carry.
    const carried = accessList.length === 0 ? this.#carriesNothing : this.#carriedBy(accessList)
    return executeInParts(Object.assign({}, transaction, carried), this.#surroundings, steps)
  }

  #carriedBy(accessList: AccessList): ReturnType<typeof warpOf> {
    const { rules, warp } = this.#tools
    return warpOf(accessList, rules.era(this.timestamp), warp)
  }

  *#append(
    from: Uint8Array,
    tx: SignedEvmTransaction,
    raw: Uint8Array,
    result: TransactionResult,
  ): Generator<undefined, Executed> {
    const { state, sequences, textOf } = this.#tools
    const { number, timestamp, tally } = this
    const { gasUsed, changes, error } = result
    const succeeded = error === undefined
    const sender = textOf(from)
    const recipient = tx.to ?? createdAddress(from, tx.nonce)
    const gasPrice = pricePaid(tx, this.baseFee)
    const fee = gasUsed * gasPrice
    const seq = sequences.next('evm_transaction')
    const hash = evmTransactionHash(raw)
    state.apply(changes)
    this.#gasUsed += gasUsed
    this.#feesSpent += fee
    const logs = succeeded ? result.logs.map(logOf) : []
    const bloom = logsBloom(logs)
    const receipt = encodeReceipt({
      type: tx.type,
      succeeded,
      cumulativeGasUsed: this.#gasUsed,
      logsBloom: bloom,
      logs,
    })
    const recipientText = textOf(recipient)
    // A literal, since merged objects are slow to make and to read.
    writeTransaction(this.#tools, tx, {
      seq,
      number,
      index: this.#raws.length,
      hash,
      succeeded,
      sender,
      recipient: recipientText,
      gasUsed,
      gasPrice,
      raw,
      receipt,
    })
    tally.transaction(sender, tx.to === null ? undefined : recipientText, gasPrice)
    const recorded = {
      result,
      data: tx.data,
      logs,
      firstLogIndex: this.#logs,
      source: { seq, hash, number, timestamp, fee, sender },
      surroundings: this.#surroundings,
      tally,
    }
    const [created] = succeeded ? yield* recordExecution(this.#tools, recorded) : []
    this.#logs += logs.length
    this.#raws.push(raw)
    this.#receipts.push(receipt)
    this.#blooms.push(bloom)
    return {
      seq,
      hash,
      created: created && bytesOf(created.address),
      fee,
      failure: failureText(result),
    }
  }
}

const noCode = new Uint8Array()

/** Steps of a part that contains all of an execution; an infinity would make each count slower. */
const allSteps = 2 ** 30

/** Gas of a call that changes nothing. */
const readGas = 1_000_000

/** Returns what a transaction does, apart from its sender. */
export const contentOf = (tx: SignedEvmTransaction): CallContent => ({
  to: tx.to,
  value: tx.value,
  data: tx.data,
  ...(tx.type !== 0 && { accessList: tx.accessList }),
})
