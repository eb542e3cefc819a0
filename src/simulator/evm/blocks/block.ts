import { BLACKHOLE_ADDRESS } from '../../../formats/evm/headers.ts'
import { encodeReceipt, type Log, logsBloom } from '../../../formats/evm/receipts.ts'
import { createdAddress, evmTransactionHash } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import type { RowWriter } from '../../../store/world-store.ts'
import type { Sequences } from '../../chains/sequences.ts'
import type { MessageSource } from '../../interchain/message-rows.ts'
import type { Random, RandomStreams } from '../../random.ts'
import type { AtomicContext, AtomicTransaction } from '../../shared-memory.ts'
import { type Call, type CallContent, intrinsicGas } from '../call.ts'
import { methodNames } from '../contracts/contract-interfaces.ts'
import { BlockTally } from '../counts/block-counts.ts'
import type { EvmState } from '../effects/effect.ts'
import type { Effect, Outcome } from '../effects/outcome.ts'
import { outcomeOf } from '../effects/table.ts'
import type { Accounts } from '../ledgers/accounts.ts'
import type { Rules } from '../rules.ts'
import { applyAtomic } from './ext-data.ts'
import { writeInternalCalls } from './internal-calls.ts'
import type { NextFees } from './next-fees.ts'
import { type SignedCall, signCall } from './transaction.ts'

/** Recorder of the chain's messenger logs in a transaction. */
interface MessageRecorder {
  record(source: MessageSource, logs: readonly Log[]): void
}

/** Dependencies that blocks of one chain share. */
export interface BlockTools {
  readonly chainId: string
  readonly rules: Rules
  readonly streams: RandomStreams
  readonly accounts: Accounts
  readonly state: EvmState
  readonly messages: MessageRecorder
  readonly sequences: Sequences
  readonly store: RowWriter
}

/** A transaction that is part of a block. */
export interface Executed {
  readonly seq: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Address of a created contract, 20 bytes. */
  readonly created: Uint8Array | undefined
  /** Wei. */
  readonly fee: bigint
  /** Reason of a failure, if any. */
  readonly failure: string | undefined
}

/** Offset between the streams of two blocks, more than the draws in any block. */
const drawsPerBlock = 2 ** 20

/** An open block: it executes calls one after the other. */
export class EvmBlock {
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly fees: NextFees
  /** Whether an action requested it, so that background traffic takes no part in it. */
  readonly isWanted: boolean
  /** Tally of the roles of accounts. */
  readonly tally = new BlockTally()
  readonly #tools: BlockTools
  readonly #atomic: AtomicTransaction[] = []
  readonly #raws: Uint8Array[] = []
  readonly #receipts: Uint8Array[] = []
  readonly #blooms: Uint8Array[] = []
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
    this.isWanted = at.isWanted
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

  /** Context of an atomic transaction of this block. */
  get atomicContext(): AtomicContext {
    const { accounts, state } = this.#tools
    return {
      time: this.timestamp,
      baseFee: this.baseFee,
      balanceOf: (address) => accounts.balanceOf(state.textOf(address)),
      nonceOf: (address) => accounts.nonceOf(state.textOf(address)),
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
    const { accounts, state } = this.#tools
    applyAtomic(transactions, accounts, state.textOf)
    this.#atomic.push(...transactions)
  }

  /**
   * Appends a transaction; returns undefined when its sender cannot pay or the block has no room.
   */
  execute(call: Call): Executed | undefined {
    const { chainId, rules, accounts, state } = this.#tools
    const { timestamp, baseFee } = this
    const nonce = accounts.nonceOf(state.textOf(call.from.evmAddress))
    const fees = { chainId: BigInt(chainId), timestamp, baseFee }
    const signed = signCall(call, nonce, fees, rules, this.random('signing'))
    return this.include(call.from.evmAddress, call, signed)
  }

  /**
   * Appends a signed transaction, whose nonce is the sender's next one; returns undefined when the
   * sender cannot pay or the block has no room.
   * @param from 20 bytes of the sender
   */
  include(from: Uint8Array, call: CallContent, signed: SignedCall): Executed | undefined {
    const { accounts, state, sequences } = this.#tools
    const { number, timestamp } = this
    const { textOf } = state
    const sender = textOf(from)
    const nonce = accounts.nonceOf(sender)
    const { gasUsed, gasLimit, gasPrice, highestPrice } = signed
    if (this.#gasUsed + gasLimit > this.fees.gasRoom) return undefined
    if (accounts.balanceOf(sender) < call.value + gasLimit * highestPrice) return undefined

    const recipient = call.to ?? createdAddress(from, nonce)
    const intrinsic = intrinsicGas(call)
    const gas = { used: gasUsed - intrinsic, limit: gasLimit - intrinsic }
    const outcome = outcomeOf(state, {
      sender: from,
      to: call.to,
      value: call.value,
      data: call.data,
      accessList: call.accessList ?? [],
      gas: gas.limit,
      recipient,
      timestamp,
    })
    const fee = gasUsed * gasPrice
    const seq = sequences.next('evm_transaction')
    const hash = evmTransactionHash(signed.raw)
    accounts.useNonce(sender)
    accounts.move(sender, textOf(BLACKHOLE_ADDRESS), fee)
    this.#gasUsed += gasUsed
    this.#feesSpent += fee
    const logs = outcome.succeeded ? [...outcome.effect.logs] : []
    const bloom = logsBloom(logs)
    const receipt = encodeReceipt({
      type: signed.type,
      succeeded: outcome.succeeded,
      cumulativeGasUsed: this.#gasUsed,
      logsBloom: bloom,
      logs,
    })
    this.#write(call, outcome, {
      type: signed.type,
      raw: signed.raw,
      gasLimit,
      gasUsed,
      gasPrice,
      seq,
      hash,
      sender,
      recipient: textOf(recipient),
      nonce,
      receipt,
    })
    if (outcome.succeeded) {
      accounts.move(sender, textOf(recipient), call.value)
      this.#apply(outcome.effect, { seq, hash, number, timestamp, fee, sender, gas })
    }
    this.#logs += logs.length
    this.#raws.push(signed.raw)
    this.#receipts.push(receipt)
    this.#blooms.push(bloom)
    return {
      seq,
      hash,
      created: outcome.succeeded ? outcome.effect.creation?.address : undefined,
      fee,
      failure: outcome.succeeded ? undefined : outcome.why,
    }
  }

  #apply(effect: Effect, source: EffectSource): void {
    const { chainId, store, accounts, state, messages } = this.#tools
    const { contracts, transfers, textOf } = state
    const { logs, calls = [], creation, spendings = [] } = effect
    const { seq, sender } = source
    if (creation) {
      const { facts, address, through } = creation
      contracts.add(facts, address, { deployer: sender, txSeq: seq, ...(through && { through }) })
      this.tally.deployment(through ?? sender)
    }
    for (const { from, to, value = 0n, isReverted } of calls)
      if (!isReverted) accounts.move(textOf(from), textOf(to), value)
    writeInternalCalls(calls, source, { chainId, textOf, store: store })
    for (const spending of spendings) transfers.erc20.spend(spending)
    transfers.record(Object.assign({ firstLogIndex: this.#logs, tally: this.tally }, source), logs)
    messages.record(source, logs)
  }

  #write(call: CallContent, outcome: Outcome, tx: TransactionFacts): void {
    const { chainId, store } = this.#tools
    const selector = call.to !== null && call.data.length > 0 ? toHex(call.data.subarray(0, 4)) : ''
    const row = {
      seq: tx.seq,
      chain_id: chainId,
      block_number: this.number,
      block_index: this.#raws.length,
      hash: toHex(tx.hash),
      status: outcome.succeeded ? 1 : 0,
      type: tx.type,
      sender: tx.sender,
      recipient: tx.recipient,
      nonce: Number(tx.nonce),
      value: call.value,
      gas_limit: tx.gasLimit,
      gas_used: tx.gasUsed,
      gas_price: tx.gasPrice,
      raw: tx.raw,
      receipt: tx.receipt,
    }
    store.insert('evm_transaction', Object.assign(row, methodOf(call, selector)))
    this.tally.transaction(tx.sender, call.to === null ? undefined : tx.recipient, tx.gasPrice)
    for (const address of new Set([tx.sender, tx.recipient]))
      store.insert('evm_native_activity', { chain_id: chainId, address, seq: tx.seq })
  }
}

/** Transaction that an effect comes from. */
interface EffectSource {
  readonly seq: number
  readonly hash: Uint8Array
  /** Number of the block. */
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  /** Wei. */
  readonly fee: bigint
  /** EIP-55. */
  readonly sender: string
  /** Gas for execution, in addition to the intrinsic gas. */
  readonly gas: { readonly used: bigint; readonly limit: bigint }
}

interface TransactionFacts {
  readonly seq: number
  readonly hash: Uint8Array
  readonly sender: string
  readonly recipient: string
  readonly nonce: bigint
  readonly type: 0 | 1 | 2
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly raw: Uint8Array
  readonly receipt: Uint8Array
}

/**
 * Returns the method columns. The two texts without a signature are those of the deployed Data API.
 * G-73
 */
function methodOf(call: CallContent, selector: string) {
  if (call.to === null)
    return { call_type: 'CONTRACT_CREATION', method_hash: '', method_name: 'Contract Created' }
  if (selector === '')
    return { call_type: 'NATIVE_TRANSFER', method_hash: '', method_name: 'Native Transfer' }
  return {
    call_type: 'CONTRACT_CALL',
    method_hash: selector,
    method_name: methodNames.get(selector) ?? null,
  }
}
