/** Indexes things by a key; the last one of a key wins. */
export const indexBy = <Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, Thing> => new Map(Array.from(things, (thing) => [keyOf(thing), thing]))

/** Groups things that share a key, in their order. Keys are ordered by first appearance. */
export function groupBy<Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, readonly [Thing, ...Thing[]]> {
  const groups = new Map<Key, [Thing, ...Thing[]]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
