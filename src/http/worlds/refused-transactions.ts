/** Number of refused transactions that a world remembers. */
const maxRemembered = 64

/** Reasons of the transactions that a world refused last, by id; the node forgets them too. G-243 */
export class RefusedTransactions {
  readonly #reasons = new Map<string, string>()

  /** Records why a transaction was refused. */
  note(txId: string, reason: string): void {
    this.#reasons.delete(txId)
    this.#reasons.set(txId, reason)
    const [oldest] = this.#reasons.keys()
    if (this.#reasons.size > maxRemembered && oldest !== undefined) this.#reasons.delete(oldest)
  }

  /** Returns the reason, if the transaction was refused recently. */
  reasonOf(txId: string): string | undefined {
    return this.#reasons.get(txId)
  }

  reset(): void {
    this.#reasons.clear()
  }
}
