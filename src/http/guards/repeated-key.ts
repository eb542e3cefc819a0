/** Returns the first duplicate key of a list, as the pair of its positions. */
export function repeatedKey(
  keys: readonly { readonly key: string }[],
): { readonly index: number; readonly before: number } | undefined {
  const places = new Map<string, number>()
  for (const [index, { key }] of keys.entries()) {
    const before = places.get(key)
    if (before !== undefined) return { index, before }
    places.set(key, index)
  }
  return undefined
}
