import { FormatError } from '../../formats/codec.ts'
import { Refusal } from '../actions/refusal.ts'
import { refuseBefore } from '../actions/refuse-before.ts'
import type { NetworkFacts } from '../primary/facts.ts'

/** Refuses a transaction with the node's text. */
export function refuse(text: string): never {
  throw Refusal.impossible(text)
}

/** Refuses a transaction before Etna, whose rules verify it. @param time epoch seconds */
export function refuseBeforeEtna(facts: NetworkFacts, time: number): void {
  refuseBefore(facts, 'etna', time, 'signed transactions can be issued')
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
