import type { Pace } from '../pace.ts'
import { daySeconds } from '../time-units.ts'
import { heightsOf } from './heights.ts'
import type { World } from './world.ts'

/** Blocks that one passage of time makes at most. */
export const mostBlocks = 200_000

/** About how many everyday blocks a world makes while so many seconds pass. */
export const blocksOf = (world: World, seconds: number, pace: Pace): number =>
  (seconds / daySeconds) * chainsOf(world) * pace

/** The highest whole pace at which so many seconds make no more than {@link mostBlocks}. */
export const highestPace = (world: World, seconds: number): Pace =>
  Math.floor(mostBlocks / ((seconds / daySeconds) * chainsOf(world)))

const chainsOf = (world: World): number =>
  Object.values(heightsOf(world)).flatMap((heights) => Object.keys(heights)).length
