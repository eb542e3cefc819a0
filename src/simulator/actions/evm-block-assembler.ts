import { InvalidTransactionError } from '../../evm/transaction.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { InParts } from '../../util/in-parts.ts'
import { coinText } from '../amount-texts.ts'
import type { Actors } from '../evm/actions/actors.ts'
import type { EvmBlock, Executed } from '../evm/blocks/block.ts'
import type { Call } from '../evm/call.ts'
import type { EvmChain } from '../evm/evm-chain.ts'
import type { Token, TokenUris } from '../evm/ledgers/token-uris.ts'
import type { ScheduledEvmChain } from '../evm/scheduled-evm-chain.ts'
import type { MessengerEndpoint } from '../interchain/messenger-endpoint.ts'
import type { AtomicTransaction } from '../shared-memory.ts'
import { Refusal } from './refusal.ts'

/** Block assembler of an EVM chain for actions: transactions share blocks where possible. */
export class EvmBlockAssembler {
  readonly #chain: EvmChain
  readonly actors: Actors
  /** Endpoint of its messages. */
  readonly endpoint: MessengerEndpoint
  readonly #timeFrom: (earliest: number) => number
  #open: EvmBlock | undefined

  /**
   * Creates the assembler.
   * @param timeFrom function that advances world time if necessary and returns the simulation's present
   *   then
   */
  constructor(
    { chain, actors, endpoint }: Pick<ScheduledEvmChain, 'chain' | 'actors' | 'endpoint'>,
    timeFrom: (earliest: number) => number,
  ) {
    this.#chain = chain
    this.actors = actors
    this.endpoint = endpoint
    this.#timeFrom = timeFrom
  }

  /** `C`, or the EVM chain id of an L1. */
  get name(): string {
    return this.#chain.name
  }

  /** The open block; a new one is opened when there is none. */
  get block(): EvmBlock {
    this.#open ??= this.#chain.open(this.#free(), true)
    return this.#open
  }

  /** Returns a time at which the chain takes a block, epoch seconds. */
  #free(): number {
    for (;;) {
      const { earliest } = this.#chain
      const now = this.#timeFrom(earliest)
      // Meanwhile the chain may have made a block by itself.
      if (this.#chain.earliest <= now) return now
    }
  }

  /**
   * Adds an atomic transaction to the open block, or to a new one when that has no room.
   * @param make function that drafts it after all other transactions of the block
   */
  addAtomic(make: (block: EvmBlock) => AtomicTransaction): AtomicTransaction {
    // Before Apricot 5 a block holds one atomic transaction.
    if (this.block.atomic.length > 0 && !this.#chain.holdsBatches(this.block.timestamp))
      this.flush()
    const made = make(this.block)
    if (made.gasUsed <= this.block.atomicGasLeft) {
      this.block.addAtomic([made])
      return made
    }
    this.flush()
    const again = make(this.block)
    this.block.addAtomic([again])
    return again
  }

  /**
   * Executes a call in the open block, or in a new one when that has no room. It yields between the
   * parts of the execution.
   * @param make function that reads the block, since the call may depend on its base fee and time
   * @throws Refusal when the sender cannot pay for it, or when it reverts
   */
  *execute(make: (block: EvmBlock) => Call): InParts<Executed> {
    const executed = yield* this.attempt(make)
    if (executed.failure !== undefined)
      throw Refusal.impossible(`the transaction would fail: ${executed.failure}`)
    return executed
  }

  /** Executes a call that may revert, in parts as well. */
  *attempt(make: (block: EvmBlock) => Call): InParts<Executed> {
    try {
      return yield* this.#attempt(make)
    } catch (error) {
      if (error instanceof InvalidTransactionError)
        throw Refusal.impossible(`no block can contain the transaction: ${error.message}`)
      throw error
    }
  }

  *#attempt(make: (block: EvmBlock) => Call): InParts<Executed> {
    // Atomic transactions come last in a block, and their senders' nonces after all others.
    if (this.#open && this.#open.atomic.length > 0) this.flush()
    const isFresh = this.#open === undefined
    const executed = yield* this.block.executing(make(this.block))
    if (executed) return executed
    if (!isFresh) {
      this.flush()
      const again = yield* this.block.executing(make(this.block))
      if (again) return again
    }
    const { from, value } = make(this.block)
    const text = this.actors.textOf(from.evmAddress)
    const has = this.actors.state.balanceOf(text)
    throw Refusal.impossible(
      `no block of chain ${this.#chain.name} can hold the transaction: ${text} has ${coinText(has)} coins, and either cannot pay ${coinText(value ?? 0n)} and the fee, or the transaction needs more gas than a block has; fund the account, or send less`,
      { address: text },
    )
  }

  /**
   * Adds a signed transaction to the open block, or to a new one when that has no room.
   * @param verify function that checks it against a block, or throws
   * @param include function that appends it to a block in parts; returns undefined when there is no
   *   room
   */
  *include(
    verify: (block: EvmBlock) => void,
    include: (block: EvmBlock) => InParts<Executed | undefined>,
  ): InParts<Executed | undefined> {
    // Atomic transactions come last in a block, and their senders' nonces after all others.
    if (this.#open && this.#open.atomic.length > 0) this.flush()
    const isFresh = this.#open === undefined
    verify(this.block)
    const included = yield* include(this.block)
    if (included || isFresh) return included
    this.flush()
    verify(this.block)
    return yield* include(this.block)
  }

  /** Tells whether the open block holds a transaction. */
  holds(raw: Uint8Array): boolean {
    return this.#open?.raws.some((each) => compareBytes(each, raw) === 0) ?? false
  }

  /** Calls a token's contract for its URI, after the last block, at a time in epoch seconds. */
  tokenUrisAt(time: number, token: Token): InParts<TokenUris> {
    const block = this.#chain.open(Math.max(time, this.#chain.lastTime), true)
    return block.tokenUris([token])
  }

  /** Accepts the open block. */
  flush(): void {
    const open = this.#open
    this.#open = undefined
    if (open) this.#chain.accept(open)
  }
}
