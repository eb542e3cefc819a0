import type { CheckedWorld } from './rule.ts'

/** Memoises a read for each world: many rules use the same rows and decoded bytes. */
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

/** Returns the results of `read` for all things without an error; another rule reports the rest. */
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
