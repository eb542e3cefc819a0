import type { Action } from '../../../schemas/control/actions/index.ts'
import { FormatError } from '../../formats/codec.ts'
import { quote } from '../../util/quote.ts'
import { ImpossibleError } from '../impossible-error.ts'
import { UnknownKeyError } from '../primary/utxos/parties.ts'
import { Refusal } from './refusal.ts'

/** Error: an action is refused, and with it its whole request. */
export class RefusedActionError extends Error {
  override readonly name = 'RefusedActionError'
  /** Index in the request. */
  readonly index: number
  /** JSON pointer to the refused field of the action; empty when no single field is the cause. */
  readonly pointer: string
  readonly refusal: Refusal
  /** Whether the simulation is as it was before the request, so that it goes on. */
  leavesSimulation = false

  constructor(index: number, refusal: Refusal, action: Action) {
    super(messageOf(refusal, action), { cause: refusal })
    this.index = index
    this.refusal = refusal
    const { pointer = pointerTo(refusal.refused, action) ?? '' } = refusal.details
    this.pointer = String(pointer)
  }
}

/** Returns the message of a refusal; that of a field ends with the value found there. */
function messageOf({ kind, message, details }: Refusal, action: Action): string {
  if (kind === 'impossible') return message
  const names = String(details.pointer).split('/').slice(1)
  const found = names.reduce((value: unknown, name) => Object(value)[name], action)
  return `${message}, found ${quote(found)}`
}

/** Returns the refusal of an action for an error of its verb, or the error if it is none. */
export function refusedAction(index: number, error: unknown, action: Action): unknown {
  if (error instanceof Refusal) return new RefusedActionError(index, error, action)
  if (error instanceof UnknownKeyError) {
    const { message, address } = error
    return new RefusedActionError(index, Refusal.impossible(message, { address }, address), action)
  }
  // A value that fits no field of a transaction makes no transaction.
  if (error instanceof ImpossibleError || error instanceof FormatError)
    return new RefusedActionError(index, Refusal.impossible(error.message), action)
  return error
}

/** Finds the first place of a text in an action; undefined: none. */
function pointerTo(text: string | undefined, value: unknown): string | undefined {
  if (value === text) return ''
  if (text === undefined || typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'do' || name === 'network') continue
    const pointer = pointerTo(text, inner)
    if (pointer !== undefined) return `/${name}${pointer}`
  }
  return undefined
}
