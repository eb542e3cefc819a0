/** An item of a list of an answer. */
export type Item = Readonly<Record<string, unknown>>

/**
 * An answer with other lists in the places of some, also of those within items; the answer itself
 * stays as it is, since parts of it may be kept elsewhere.
 * @param names of the members that hold the lists
 */
export function mapLists(
  value: unknown,
  names: ReadonlySet<string>,
  change: (list: readonly Item[]) => readonly Item[],
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLists(item, names, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = mapLists(member, names, change)
      const isList = names.has(name) && Array.isArray(inner) && typeof inner[0] === 'object'
      return [name, isList ? change(inner) : inner]
    }),
  )
}
