/**
 * Shares one question among the requests that wait for its response. A question that was sent
 * before a request arrived does not serve that request: the head may have moved in between.
 */
export class SharedQuestion {
  readonly #send: () => Promise<void>
  /** Question that has been sent. */
  #sent: Promise<void> = Promise.resolve()
  /** Question that waits for the end of the sent one. */
  #next: Promise<void> | undefined

  constructor(send: () => Promise<void>) {
    this.#send = send
  }

  /** Resolves when a question that was sent after this call has its response. */
  pose(): Promise<void> {
    this.#next ??= this.#sent
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#sent = this.#send()
        return this.#sent
      })
    return this.#next
  }
}
