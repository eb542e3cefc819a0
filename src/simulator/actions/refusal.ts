/**
 * Reason for the refusal of an action. Its name does not end in Error, because it is no failure by
 * itself: {@link RefusedActionError} is the error that callers of the simulation get, and has this as
 * its cause.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** Kind of refusal: an invalid value, or a request that the world's rules refuse. */
  readonly kind: 'bad' | 'impossible'
  readonly details: Readonly<Record<string, unknown>>
  /** Whether nothing but a lower nonce of the sender is missing, so that a node would let it wait. */
  readonly isNonceGap: boolean
  /** Text of the action that the world's rules refuse, if it is one text. */
  readonly refused: string | undefined

  private constructor(
    kind: Refusal['kind'],
    message: string,
    details: Readonly<Record<string, unknown>>,
    { refused, isNonceGap = false }: { refused?: string; isNonceGap?: boolean } = {},
  ) {
    super(message)
    this.refused = refused
    this.isNonceGap = isNonceGap
    this.kind = kind
    this.details = details
  }

  /**
   * Returns a refusal by the rules of the world.
   * @param refused text of the action that causes it, used to find its place
   */
  static impossible(
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    refused?: string,
  ): Refusal {
    return new Refusal('impossible', message, details, refused === undefined ? {} : { refused })
  }

  /** Returns a refusal of a transaction whose sender's earlier nonces are not used yet. */
  static nonceGap(message: string): Refusal {
    return new Refusal('impossible', message, {}, { isNonceGap: true })
  }

  /** Returns a refusal of a text of the action by the rules of the world. */
  static impossibleText(refused: string, message: string): Refusal {
    return Refusal.impossible(message, {}, refused)
  }

  /** Returns a refusal of a field whose value fits the schema but not the meaning. */
  static bad(field: string, expected: string): Refusal {
    return new Refusal('bad', `${field} must be ${expected}`, { pointer: `/${field}`, expected })
  }
}
