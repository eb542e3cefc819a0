import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** Somebody walks through one list, or a few by turns. */
const maxMemoized = 4

/** Finds what is looked for by its name, unless it is known. */
export type FindOnce<Findings> = (world: World, name: string, find: () => Findings) => Findings

/** Keeps what each page of a list needs whole, so that it is found once for a state of the world. */
export function foundOnce<Findings>(): FindOnce<Findings> {
  const memoizedFindings = perRevision(() => new Map<string, Findings>())
  return (world, name, find) => {
    const kept = memoizedFindings(world)
    const known = kept.get(name)
    if (known) return known
    const findings = find()
    if (kept.size >= maxMemoized) kept.clear()
    kept.set(name, findings)
    return findings
  }
}
