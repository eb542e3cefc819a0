import type { ControlCode } from '../../schemas/control/errors.ts'

/** A refusal, with a sentence for people and details for programs. */
export class ControlError extends Error {
  readonly code: ControlCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ControlCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'ControlError'
    this.code = code
    this.details = details
  }
}

/** A value that does not fit: where it stands and what would. */
export const badValue = (pointer: string, value: unknown, expected: string): ControlError =>
  new ControlError(
    'bad_request',
    `${pointer === '' ? 'the body' : pointer} is ${JSON.stringify(value)}, not ${expected}`,
    { pointer, expected },
  )

/** As many worlds as there may be, and all of them declared. */
export const noRoom = (name: string | undefined): ControlError =>
  new ControlError('not_possible', `there is no room for a world ${name}; remove one first`)
