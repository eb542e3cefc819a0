import type { ControlCode } from '../../schemas/control/errors.ts'
import { clipped, quote } from '../http/response/errors.ts'
import { NoSpaceError } from '../store/no-space.ts'

/** A refusal, with a sentence for people and details for programs. */
export class ControlError extends Error {
  readonly code: ControlCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ControlCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(clipped(message))
    this.name = 'ControlError'
    this.code = code
    this.details = details && clippedDetails(details)
  }
}

/** A value that does not fit: where it stands and what would. */
export const badValue = (pointer: string, value: unknown, expected: string): ControlError =>
  new ControlError(
    'bad_request',
    `${pointer === '' ? 'the body' : pointer} is ${quote(value)}, not ${expected}`,
    { pointer, expected },
  )

/** As many worlds as there may be, and all of them declared. */
export const noRoom = (name: string | undefined): ControlError =>
  new ControlError('not_possible', `there is no room for a world ${name}; remove one first`)

/** What was thrown, or a refusal where nothing can be written; what was committed stays. */
export const orNoSpace = (error: unknown): unknown =>
  error instanceof NoSpaceError
    ? new ControlError('no_space', error.message, { folder: error.folder })
    : error

/** Pointers and names in details repeat what was sent. */
const clippedDetails = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? clipped(value) : value,
    ]),
  )
