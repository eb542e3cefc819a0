import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/**
 * Maximum number of memoised points of a kind and world; all are dropped when there would be more.
 */
const maxPoints = 20_000

/**
 * Function that reads points of a series. @param make returns those of all times, in their order
 */
type ReadPoints<Point> = (
  world: World,
  series: string,
  starts: readonly number[],
  make: () => readonly Point[],
) => readonly Point[]

/**
 * Memoises points that sum many rows each, so that they are computed once for a state of the world.
 * A page with a missing point is computed in full.
 */
export function memoizedPoints<Point>(): ReadPoints<Point> {
  const memoizedSeries = perRevision(() => new Map<string, Map<number, Point>>())
  return (world, series, starts, make) => {
    const memo = memoizedSeries(world)
    const own = memo.get(series) ?? new Map<number, Point>()
    if (!starts.every((start) => own.has(start))) {
      const count = [...memo.values()].reduce((sum, { size }) => sum + size, 0)
      if (count + starts.length > maxPoints) {
        memo.clear()
        own.clear()
      }
      memo.set(series, own)
      for (const [i, point] of make().entries()) own.set(starts[i] as number, point)
    }
    return starts.map((start) => own.get(start) as Point)
  }
}
