import type { CheckedWorld } from './rule.ts'

/** Reads something once for each world: many rules look at the same rows and decoded bytes. */
export function remembered<Fact>(
  read: (world: CheckedWorld) => Fact,
): (world: CheckedWorld) => Fact {
  const known = new WeakMap<CheckedWorld, { readonly fact: Fact }>()
  return (world) => {
    const entry = known.get(world) ?? { fact: read(world) }
    known.set(world, entry)
    return entry.fact
  }
}

/** Things by a key; the last one of a key wins. */
export const indexBy = <Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, Thing> => new Map(Array.from(things, (thing) => [keyOf(thing), thing]))

/** Things that share a key, in their order. */
export function groupBy<Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, readonly Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}

/** What `read` gives for the things for which it raises no error; another rule names the others. */
export const readable = <Thing, Read>(
  things: Iterable<Thing>,
  read: (thing: Thing) => Iterable<Read>,
): Read[] =>
  Array.from(things).flatMap((thing) => {
    try {
      return [...read(thing)]
    } catch {
      return []
    }
  })
