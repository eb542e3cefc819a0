import { BoundedMemo } from '../../util/bounded-memo.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** Number of memoised results: a client walks through one list, or alternates between a few. */
const maxMemoized = 4

/** Function that returns the findings of a name, computed only if unknown. */
type FindOnce<Findings> = (world: World, name: string, find: () => Findings) => Findings

/** Memoises data that each page of a list needs in full, computed once for a state of the world. */
export function foundOnce<Findings>(): FindOnce<Findings> {
  const memoOf = perRevision(() => new BoundedMemo<string, Findings>(maxMemoized))
  return (world, name, find) => memoOf(world).get(name) ?? memoOf(world).set(name, find())
}
