/** A trace would be larger than any response may be. */
export class TraceTooLargeError extends Error {
  override readonly name = 'TraceTooLargeError'

  constructor() {
    super('response too large')
  }
}
