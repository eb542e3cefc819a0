/** Item of a list of a response. */
export type Item = Readonly<Record<string, unknown>>

/**
 * Returns a response with some lists replaced, including lists within items. The given response
 * stays unchanged, since parts of it may be cached.
 * @param names names of the members that hold the lists
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
