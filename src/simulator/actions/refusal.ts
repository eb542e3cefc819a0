/** Why an action does not happen. */
export class Refusal extends Error {
  /** A value that cannot be meant, or a wish that the world's rules refuse. */
  readonly kind: 'bad' | 'impossible'
  readonly details: Readonly<Record<string, unknown>>
  /** The text of the action that the world's rules refuse, where it is one text. */
  readonly refused: string | undefined

  private constructor(
    kind: Refusal['kind'],
    message: string,
    details: Readonly<Record<string, unknown>>,
    refused?: string,
  ) {
    super(message)
    this.refused = refused
    this.kind = kind
    this.details = details
  }

  /**
   * The rules of the world refuse it.
   * @param refused the text of the action that is to blame, by which its place is found
   */
  static impossible(
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    refused?: string,
  ): Refusal {
    return new Refusal('impossible', message, details, refused)
  }

  /** The rules of the world refuse a text of the action. */
  static impossibleText(refused: string, message: string): Refusal {
    return Refusal.impossible(message, {}, refused)
  }

  /** A field has a value that its schema allows and its meaning does not. */
  static bad(field: string, expected: string): Refusal {
    return new Refusal('bad', `${field} must be ${expected}`, { pointer: `/${field}`, expected })
  }
}
