import type { ControlCode } from '../../schemas/control/errors.ts'
import { clipped, quoteInput } from '../http/response/errors.ts'
import { NoSpaceError } from '../store/no-space.ts'

/** Refusal with a sentence for people and details for programs. */
export class ControlError extends Error {
  /** Code of the refusal, which decides the HTTP status. */
  readonly code: ControlCode
  /** Places and values for programs. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ControlCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(clipped(message))
    this.name = 'ControlError'
    this.code = code
    this.details = details && clippedDetails(details)
  }
}

/** Builds the refusal of a value: its place and the expected value. */
export const badValue = (pointer: string, value: unknown, expected: string): ControlError =>
  new ControlError(
    'bad_request',
    `${pointer === '' ? 'the body' : pointer} must be ${expected}, found ${quoteInput(value)}`,
    { pointer, expected },
  )

/** Builds the refusal of a name that no world has. */
export const noWorld = (name: string | undefined): ControlError =>
  new ControlError('not_found', `there is no world ${name}; GET /_admin/worlds lists all worlds`)

/** Builds the refusal of a chain that a network, or the world, does not have. */
export const noChain = (network: string | undefined, chain: string): ControlError =>
  new ControlError(
    'not_possible',
    `${network ?? 'the world'} has no chain ${chain}; GET /_admin/cast lists the chains`,
    { pointer: '/chain' },
  )

/** Builds the refusal of a world when the maximum number of declared worlds exists. */
export const noRoom = (name: string | undefined): ControlError =>
  new ControlError(
    'not_possible',
    `the world ${name} cannot be created: the limit of named worlds, --max-worlds, is reached; remove one with DELETE /_admin/worlds/NAME first`,
  )

/** Returns the error, or a refusal for a full disk; committed data stays. */
export const orNoSpace = (error: unknown): unknown =>
  error instanceof NoSpaceError
    ? new ControlError('no_space', error.message, { folder: error.folder })
    : error

/** Clips pointers and names in details, because they repeat text of the request. */
const clippedDetails = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? clipped(value) : value,
    ]),
  )
