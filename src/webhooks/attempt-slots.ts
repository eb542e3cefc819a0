/** Attempts of all worlds of a server that run at once. */
const maxAttempts = 32

/** Limit of concurrent attempts. */
export class AttemptSlots {
  #used = 0
  readonly #waiting = new Set<() => void>()

  /** Takes a slot. @returns whether there was one */
  take(): boolean {
    if (this.#used >= maxAttempts) return false
    this.#used++
    return true
  }

  /** Calls a function once when a slot may be free. */
  whenFree(tryAgain: () => void): void {
    this.#waiting.add(tryAgain)
  }

  release(): void {
    this.#used--
    // One that no longer wants a slot takes none, and the next gets it.
    for (const next of this.#waiting) {
      if (this.#used >= maxAttempts) return
      this.#waiting.delete(next)
      next()
    }
  }
}
