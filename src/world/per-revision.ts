import { memoizedPerObject } from '../util/memoized.ts'
import type { World } from './world.ts'

/**
 * Memoises a value computed from a world's rows until they change.
 * @param compute function that runs at the first call after each change
 */
export const perRevision = <Value>(compute: (world: World) => Value): ((world: World) => Value) =>
  memoizedPerObject(compute, ({ revision }) => revision)
