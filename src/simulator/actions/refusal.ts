/** Why an action does not happen. */
export class Refusal extends Error {
  /** A value that cannot be meant, or a wish that the world's rules refuse. */
  readonly kind: 'bad' | 'impossible'
  readonly details: Readonly<Record<string, unknown>>

  private constructor(
    kind: Refusal['kind'],
    message: string,
    details: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.kind = kind
    this.details = details
  }

  /** The rules of the world refuse it. */
  static impossible(message: string, details: Readonly<Record<string, unknown>> = {}): Refusal {
    return new Refusal('impossible', message, details)
  }

  /** A field has a value that its schema allows and its meaning does not. */
  static bad(field: string, expected: string): Refusal {
    return new Refusal('bad', `${field} must be ${expected}`, { pointer: `/${field}`, expected })
  }
}
