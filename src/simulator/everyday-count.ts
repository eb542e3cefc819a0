import type { WorldSize } from '../config.ts'

/** How many of what nobody declared one by one a world has: an empty one has none. */
export const everydayCount = (
  size: WorldSize,
  counts: Readonly<Record<Exclude<WorldSize, 'empty'>, number>>,
): number => (size === 'empty' ? 0 : counts[size])
