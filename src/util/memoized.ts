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

/**
 * Returns a function that computes a value once for each object, and again when the object's version
 * has changed. The value lives as long as the object.
 * @param versionOf absent: the object never changes
 */
export function memoizedPerObject<Source extends object, Value>(
  compute: (source: Source) => Value,
  versionOf: (source: Source) => number | string = () => 0,
): (source: Source) => Value {
  const known = new WeakMap<Source, { readonly version: number | string; readonly value: Value }>()
  return (source) => {
    const found = known.get(source)
    const version = versionOf(source)
    if (found && found.version === version) return found.value
    const value = compute(source)
    known.set(source, { version, value })
    return value
  }
}
