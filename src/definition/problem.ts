import { quote } from '../util/quote.ts'

/** A place in a definition with an impossible value. */
export interface DefinitionProblem {
  /** JSON pointer. */
  readonly pointer: string
  /** Message with the value found and the values allowed. */
  readonly reason: string
}

/** Returns the items that share a key with an earlier one, each at the place of the later item. */
export function duplicates<Item>(
  list: readonly Item[],
  keyOf: (item: Item) => string | undefined,
  placeOf: (index: number, item: Item) => string,
  label: string,
): DefinitionProblem[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const key = keyOf(item)
    if (key === undefined) return []
    if (seen.has(key))
      return [{ pointer: placeOf(index, item), reason: `${label} ${quote(key)} is declared twice` }]
    seen.add(key)
    return []
  })
}
