import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { networks } from '../networks/network.ts'
import type { Pace } from '../time/pace.ts'
import { daySeconds } from '../time/time-units.ts'

/** Blocks that one passage of time makes at most. */
export const maxBlocks = 200_000

/** About how many background blocks a world makes while so many seconds pass. */
export const blocksOf = (definition: WorldDefinition, seconds: number, pace: Pace): number =>
  (seconds / daySeconds) * backgroundChains(definition) * pace

/** What a block and a day without one take, milliseconds, about: measured on two cores. */
const msOfBlock = 3
const msOfDay = 5

/** About how long it takes until so many seconds have passed, milliseconds. */
export const expectedMs = (definition: WorldDefinition, seconds: number, pace: Pace): number =>
  blocksOf(definition, seconds, pace) * msOfBlock + (seconds / daySeconds) * msOfDay

/** The highest whole pace at which so many seconds make no more than {@link maxBlocks}. */
export const highestPace = (definition: WorldDefinition, seconds: number): Pace =>
  Math.floor(maxBlocks / ((seconds / daySeconds) * backgroundChains(definition)))

/** Chains with background traffic: not those that actions have made. */
const backgroundChains = ({ evmChains }: WorldDefinition): number =>
  evmChains.length + 2 * networks.length
