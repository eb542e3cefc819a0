import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** How many points of a kind are kept of a world; all are forgotten when there would be more. */
const maxPoints = 20_000

/** Reads points of a series. @param make gives those of all the times, in their order */
export type ReadPoints<Point> = (
  world: World,
  series: string,
  starts: readonly number[],
  make: () => readonly Point[],
) => readonly Point[]

/**
 * Keeps points that sum up many rows each, so that they are made once for a state of the world. A
 * page of which one is missing is made whole.
 */
export function memoizedPoints<Point>(): ReadPoints<Point> {
  const memoizedSeries = perRevision(() => new Map<string, Map<number, Point>>())
  return (world, series, starts, make) => {
    const kept = memoizedSeries(world)
    const own = kept.get(series) ?? new Map<number, Point>()
    if (!starts.every((start) => own.has(start))) {
      const count = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
      if (count + starts.length > maxPoints) {
        kept.clear()
        own.clear()
      }
      kept.set(series, own)
      for (const [i, point] of make().entries()) own.set(starts[i] as number, point)
    }
    return starts.map((start) => own.get(start) as Point)
  }
}
