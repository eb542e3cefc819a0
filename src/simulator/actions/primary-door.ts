import { LackOfFunds } from '../primary/funding.ts'
import type { SignedTransaction } from '../primary/signed.ts'
import { type Drafting, draftOn, type PrimaryState } from '../primary/state.ts'
import { Refusal } from './refusal.ts'

/** Makes a transaction from what the open block has left. */
export type Draft = (state: Drafting, time: number) => SignedTransaction

/** Bytes of transactions in one block: what a block of 2 MiB holds with its signatures. */
const mostBytes = 1_500_000

interface OpenBlock {
  readonly drafting: Drafting
  readonly time: number
  readonly txs: SignedTransaction[]
}

/** The P- or X-chain as actions use it: their transactions share blocks as far as they go. */
export class PrimaryDoor {
  readonly #state: PrimaryState
  readonly #accept: (txs: readonly SignedTransaction[], time: number) => void
  readonly #now: () => number
  #open: OpenBlock | undefined

  /** @param now the run's present, epoch seconds */
  constructor(
    state: PrimaryState,
    accept: (txs: readonly SignedTransaction[], time: number) => void,
    now: () => number,
  ) {
    this.#state = state
    this.#accept = accept
    this.#now = now
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
      if (!(error instanceof LackOfFunds || error instanceof Refusal)) throw error
      this.flush()
      return this.#draft(draft)
    }
  }

  /** Accepts the open block, so that the rows know what is in it. */
  flush(): void {
    const open = this.#open
    this.#open = undefined
    if (open) this.#accept(open.txs, open.time)
  }

  #draft(draft: Draft): SignedTransaction {
    const time = this.#now()
    const open = this.#open ?? { drafting: draftOn(this.#state), time, txs: [] }
    const tx = draft(open.drafting, open.time)
    open.txs.push(tx)
    this.#open = open
    const size = open.txs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (size > mostBytes) this.flush()
    return tx
  }
}
