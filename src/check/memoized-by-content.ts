import { createHash } from 'node:crypto'

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
  const known = new Map<string, { readonly result: Result }>()
  return (parts, work) => {
    const name = nameOf(parts)
    const memo = known.get(name)
    if (memo) return memo.result
    const result = work()
    // A larger world gains nothing from the cache.
    if (known.size >= max) known.clear()
    known.set(name, { result })
    return result
  }
}

function nameOf(parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64')
}
