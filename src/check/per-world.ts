import { memoizedPerObject } from '../util/memoized.ts'
import type { CheckedWorld } from './rule.ts'

/** Memoises a read for each world: many rules use the same rows and decoded bytes. */
export const perWorld = <Fact>(
  read: (world: CheckedWorld) => Fact,
): ((world: CheckedWorld) => Fact) => memoizedPerObject(read)

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
