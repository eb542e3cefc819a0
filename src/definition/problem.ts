/** A place in a definition at which something stands that cannot be. */
export interface DefinitionProblem {
  /** JSON pointer. */
  readonly pointer: string
  /** What was found, and what is allowed. */
  readonly reason: string
}

/** A value in a reason, as JSON. */
export const quoted = (value: unknown): string => JSON.stringify(value)

/** Things that share a key with an earlier one, told by the place of the later. */
export function duplicates<Item>(
  list: readonly Item[],
  keyOf: (item: Item) => string | undefined,
  placeOf: (index: number, item: Item) => string,
  what: string,
): DefinitionProblem[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const key = keyOf(item)
    if (key === undefined) return []
    if (seen.has(key))
      return [{ pointer: placeOf(index, item), reason: `${what} ${quoted(key)} is there already` }]
    seen.add(key)
    return []
  })
}
