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
