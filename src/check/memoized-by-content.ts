import { createHash } from 'node:crypto'
import { BoundedMemo } from '../util/bounded-memo.ts'

/** Maximum results of a kind: the built-in world has some thousands, of some hundred bytes each. */
const max = 20_000

/**
 * Memoises results of cryptography by content, from one check to the next and across worlds. Most
 * of a world is unchanged between two checks, and half of the time of a check goes into signatures.
 * @returns function that returns the known result for these parts, or computes it by `work`;
 *   errors are not cached
 */
export function memoizedByContent<Result>(): (
  parts: readonly (Uint8Array | string)[],
  work: () => Result,
) => Result {
  // A world with more results gains nothing from the memo.
  const memo = new BoundedMemo<string, { readonly result: Result }>(max)
  return (parts, work) => {
    const name = nameOf(parts)
    return (memo.get(name) ?? memo.set(name, { result: work() })).result
  }
}

function nameOf(parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64')
}
