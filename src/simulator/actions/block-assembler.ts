import { Impossible } from '../primary/impossible.ts'
import { type GasCapacity, gasPerSecond } from '../primary/platform/gas-capacity.ts'
import type { SignedTransaction } from '../primary/signed.ts'
import { type Drafting, draftOn, type PrimaryState } from '../primary/state.ts'
import { Refusal } from './refusal.ts'

/**
 * Makes a transaction from what the open block has left.
 * @param touch says what the transaction depends on or changes, such as `subnet ID`: two that touch
 *   the same thing get blocks of their own, one after the other
 */
export type Draft = (
  state: Drafting,
  time: number,
  touch: (what: string) => void,
) => SignedTransaction

/** Bytes of transactions in one block: what a block of 2 MiB holds with its signatures. */
const maxBytes = 1_500_000

/** Accepting a block is one piece of work, for which others wait. */
const maxTransactions = 100

interface OpenBlock {
  readonly drafting: Drafting
  readonly time: number
  readonly txs: SignedTransaction[]
  readonly touched: Set<string>
  /** Gas that is left for the block. */
  room: number
}

/** What a assembler has of its chain and of the run that it is part of. */
export interface BlockAssemblerSetup {
  readonly state: PrimaryState
  accept(txs: readonly SignedTransaction[], time: number): void
  /** How much gas a block may use. */
  readonly room: GasCapacity
  /** Lets world time pass if it has to. @returns the run's present then, epoch seconds */
  timeFrom(earliest: number): number
}

/** The P- or X-chain as actions use it: their transactions share blocks as far as they go. */
export class BlockAssembler {
  readonly #setup: BlockAssemblerSetup
  #open: OpenBlock | undefined

  constructor(setup: BlockAssemblerSetup) {
    this.#setup = setup
  }

  /**
   * Adds a transaction to the open block. What needs something that is still in that block gets a
   * block of its own after it.
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

  /** Accepts the open block, so that the rows know what is in it. */
  flush(): void {
    const open = this.#open
    this.#open = undefined
    if (open) this.#setup.accept(open.txs, open.time)
  }

  #draft(draft: Draft): SignedTransaction {
    const { room, timeFrom } = this.#setup
    for (let time = timeFrom(0); ; ) {
      const open = this.#open ?? this.#begin(time)
      const touches: string[] = []
      const tx = draft(open.drafting, open.time, (what) => {
        if (open.touched.has(what)) throw Refusal.impossible(`the open block changes ${what}`)
        touches.push(what)
      })
      const gas = room.gasOf(tx)
      if (gas <= open.room) {
        for (const what of touches) open.touched.add(what)
        return this.#put(open, tx, gas)
      }
      if (gas > room.most)
        throw Refusal.impossible(
          `a transaction of ${gas} gas is too large: a block of the chain holds ${room.most}`,
        )
      // An open block makes room for a new one, which waits until the chain has enough.
      if (this.#open) this.flush()
      else time = timeFrom(open.time + Math.ceil((gas - open.room) / gasPerSecond))
    }
  }

  #begin(time: number): OpenBlock {
    const { state, room } = this.#setup
    return { drafting: draftOn(state), time, txs: [], touched: new Set(), room: room.at(time) }
  }

  #put(open: OpenBlock, tx: SignedTransaction, gas: number): SignedTransaction {
    open.txs.push(tx)
    open.room -= gas
    this.#open = open
    const size = open.txs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (size > maxBytes || open.txs.length === maxTransactions) this.flush()
    return tx
  }
}

const isRefused = (error: unknown) => error instanceof Impossible || error instanceof Refusal
