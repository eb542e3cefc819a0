import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** Number of memoised results: a client walks through one list, or alternates between a few. */
const maxMemoized = 4

/** Function that returns the findings of a name, computed only if unknown. */
export type FindOnce<Findings> = (world: World, name: string, find: () => Findings) => Findings

/** Memoises data that each page of a list needs in full, computed once for a state of the world. */
export function foundOnce<Findings>(): FindOnce<Findings> {
  const memoizedFindings = perRevision(() => new Map<string, Findings>())
  return (world, name, find) => {
    const memo = memoizedFindings(world)
    const known = memo.get(name)
    if (known) return known
    const findings = find()
    if (memo.size >= maxMemoized) memo.clear()
    memo.set(name, findings)
    return findings
  }
}
