import type { CallNode } from '../../../evm/machine.ts'

/** A call of a contract during a transaction, in the order of execution. */
export interface InternalCall {
  readonly node: CallNode
  /** Whether it failed, or a call above it. */
  readonly isReverted: boolean
}

/** Returns the calls below the first one, each before those that it makes itself. */
export function internalCallsOf(root: CallNode): InternalCall[] {
  const found: InternalCall[] = []
  // A list instead of recursion: calls are up to 1,024 deep.
  const waiting = root.calls.toReversed().map((node) => ({ node, isBelowFailure: false }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, isBelowFailure } = next
    const isReverted = isBelowFailure || node.error !== undefined
    found.push({ node, isReverted })
    for (let place = node.calls.length - 1; place >= 0; place--) {
      const below = node.calls[place]
      if (below) waiting.push({ node: below, isBelowFailure: isReverted })
    }
  }
  return found
}

/** Native value that a call moves, wei: code of others runs with a value that does not move. */
export const movedBy = ({ kind, value }: CallNode): bigint =>
  kind === 'DELEGATECALL' || kind === 'STATICCALL' || kind === 'CALLCODE' ? 0n : value
