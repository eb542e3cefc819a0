import { FormatError } from '../../formats/codec.ts'
import { Refusal } from '../actions/refusal.ts'

/** Refuses a transaction with the node's text. */
export function refuse(text: string): never {
  throw Refusal.impossible(text)
}

/** Runs a step; its refusals and format errors get a prefix, as the node wraps its errors. */
export function inContext<Result>(prefix: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    if (error instanceof Refusal || error instanceof FormatError)
      refuse(`${prefix}: ${error.message}`)
    throw error
  }
}
