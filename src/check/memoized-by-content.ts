import { createHash } from 'node:crypto'

/** Results of a kind: of the built-in world there are some thousands, of some hundred bytes each. */
const most = 20_000

/**
 * Keeps what cryptography says about bytes from one check to the next, whatever world they are in:
 * most of a world is as it was when it is checked again, and half of a check is signatures.
 * @returns what gives the result for these parts, by `work` unless it is known; an error is not kept
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
    // A larger world than fits gains nothing.
    if (known.size >= most) known.clear()
    known.set(name, { result })
    return result
  }
}

function nameOf(parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64')
}
