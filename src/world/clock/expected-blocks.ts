import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import { networks } from '../../networks/network.ts'
import type { Pace } from '../../time/pace.ts'
import { daySeconds } from '../../time/time-units.ts'

/** Maximum number of blocks in one clock advance. */
export const maxBlocks = 200_000

/** Estimates the number of background blocks that a world makes in this many seconds. */
export const blocksOf = (definition: WorldDefinition, seconds: number, pace: Pace): number =>
  (seconds / daySeconds) * backgroundChains(definition) * pace

/** Approximate milliseconds for a block and for a day without one, measured on two cores. */
const msOfBlock = 3
const msOfDay = 5

/** Estimates the duration of a clock advance over this many seconds, milliseconds. */
export const expectedMs = (definition: WorldDefinition, seconds: number, pace: Pace): number =>
  blocksOf(definition, seconds, pace) * msOfBlock + (seconds / daySeconds) * msOfDay

/**
 * Returns the milliseconds of a world's time that make at most this many blocks, or take as long as
 * these do.
 */
export function msWithBlocks(definition: WorldDefinition, blocks: number, pace: Pace): number {
  const dayMs = daySeconds * 1000
  return Math.floor(dayMs * ((blocks * msOfBlock) / expectedMs(definition, daySeconds, pace)))
}

/**
 * Returns the highest whole pace at which a clock advance over this many seconds makes at most
 * {@link maxBlocks}.
 */
export const highestPace = (definition: WorldDefinition, seconds: number): Pace =>
  Math.floor(maxBlocks / ((seconds / daySeconds) * backgroundChains(definition)))

/** Counts the chains with background traffic; chains created by actions have none. */
const backgroundChains = ({ evmChains }: WorldDefinition): number =>
  evmChains.length + 2 * networks.length
