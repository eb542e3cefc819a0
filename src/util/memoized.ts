/** Returns a function that computes each result once; arguments are equal when their JSON is. */
export function memoized<Arguments extends unknown[], Result>(
  compute: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const known = new Map<string, { readonly result: Result }>()
  return (...given) => {
    const key = JSON.stringify(given)
    const { result } = known.get(key) ?? { result: compute(...given) }
    known.set(key, { result })
    return result
  }
}
