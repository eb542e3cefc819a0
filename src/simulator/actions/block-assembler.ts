import { platformFeeConfig } from '../../formats/p-chain-complexity.ts'
import { ImpossibleError } from '../impossible-error.ts'
import type { GasCapacity } from '../primary/platform/gas-capacity.ts'
import type { SignedTransaction } from '../primary/signed.ts'
import { type Drafting, draftOn, type PrimaryState } from '../primary/state.ts'
import { Refusal } from './refusal.ts'

/**
 * Function that drafts a transaction from the outputs that the open block leaves unspent.
 * @param touch function that records a thing that the transaction depends on or changes, such as
 *   `subnet ID`. Two transactions that touch the same thing get separate blocks, one after the
 *   other.
 */
type Draft = (state: Drafting, time: number, touch: (key: string) => void) => SignedTransaction

/** Maximum bytes of transactions in one block: with signatures, they fit into a block of 2 MiB. */
const maxBytes = 1_500_000

/** Maximum number of transactions: accepting a block is one step, during which requests wait. */
const maxTransactions = 100

interface OpenBlock {
  readonly drafting: Drafting
  readonly time: number
  readonly txs: SignedTransaction[]
  readonly touched: Set<string>
  /** Gas that more transactions of the block may use. */
  gasLeft: number
}

/** Dependencies of an assembler on its chain and its request. */
interface BlockAssemblerSetup {
  readonly state: PrimaryState
  accept(txs: readonly SignedTransaction[], time: number): void
  /** Gas capacity of a block. */
  readonly gasCapacity: GasCapacity
  /**
   * Advances world time if necessary.
   * @returns the simulation's present then, epoch seconds
   */
  timeFrom(earliest: number): number
}

/** Block assembler of the P- or X-chain for actions: transactions share blocks where possible. */
export class BlockAssembler {
  readonly #setup: BlockAssemblerSetup
  #open: OpenBlock | undefined

  constructor(setup: BlockAssemblerSetup) {
    this.#setup = setup
  }

  /**
   * Adds a transaction to the open block. A transaction that depends on that block gets its own
   * block after it.
   */
  add(draft: Draft): SignedTransaction {
    if (!this.#open) return this.#draft(draft)
    try {
      return this.#draft(draft)
    } catch (error) {
      if (!isRefused(error)) throw error
      this.flush()
      return this.#draft(draft)
    }
  }

  /** Accepts the open block, so that the rows contain its transactions. */
  flush(): void {
    const open = this.#open
    this.#open = undefined
    if (open) this.#setup.accept(open.txs, open.time)
  }

  #draft(draft: Draft): SignedTransaction {
    const { gasCapacity, timeFrom } = this.#setup
    for (let time = timeFrom(0); ; ) {
      const open = this.#open ?? this.#begin(time)
      const touches: string[] = []
      const tx = draft(open.drafting, open.time, (key) => {
        if (open.touched.has(key))
          throw Refusal.impossible(
            `an earlier transaction of the same block already changes ${key}; act on it in a later block, after advancing the clock`,
          )
        touches.push(key)
      })
      const gas = gasCapacity.gasOf(tx)
      if (gas <= open.gasLeft) {
        for (const key of touches) open.touched.add(key)
        return this.#put(open, tx, gas)
      }
      if (gas > gasCapacity.max)
        throw Refusal.impossible(
          `a transaction with ${gas} gas is too large: a block of the chain has at most ${gasCapacity.max}`,
        )
      // The open block gives way to a new one, which waits until the chain has enough gas.
      if (this.#open) this.flush()
      else
        time = timeFrom(
          open.time + Math.ceil((gas - open.gasLeft) / platformFeeConfig.maxPerSecond),
        )
    }
  }

  #begin(time: number): OpenBlock {
    const { state, gasCapacity } = this.#setup
    return {
      drafting: draftOn(state),
      time,
      txs: [],
      touched: new Set(),
      gasLeft: gasCapacity.at(time),
    }
  }

  #put(open: OpenBlock, tx: SignedTransaction, gas: number): SignedTransaction {
    open.txs.push(tx)
    open.gasLeft -= gas
    this.#open = open
    const size = open.txs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (size > maxBytes || open.txs.length === maxTransactions) this.flush()
    return tx
  }
}

const isRefused = (error: unknown) => error instanceof ImpossibleError || error instanceof Refusal
