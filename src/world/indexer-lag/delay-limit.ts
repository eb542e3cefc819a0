import type { Network } from '../../networks/network.ts'
import { countOfBlocks, newestBlocks, timeOfBlock } from '../block-places.ts'
import { headsIn } from '../heights.ts'
import type { World } from '../world.ts'

/** Delay of a copy behind its world: milliseconds of the clock, or blocks of the node's network. */
export type Delay = { readonly ms: number } | { readonly blocks: number }

/** Progress of a world at some time. */
export interface DelayPoint {
  /** Epoch seconds. */
  readonly now: number
  /** Blocks of the node's network. */
  readonly blocks: number
}

/** Limit that a copy may reach. */
export interface Limit {
  /** Limit for events that only time causes, epoch seconds. */
  readonly seconds: number
  /** Returns whether the cause of this point is within the limit. */
  hasPoint(point: DelayPoint): boolean
  /** Returns whether the next requested block of a chain is within the limit. */
  hasNextBlock(network: Network, chain: string): boolean
}

interface Delayed {
  readonly source: World
  /** Delayed copy of the source. */
  readonly copy: World
  /** Number of blocks of the node's network when the delay began: they are not delayed. */
  readonly since: { readonly blocks: number }
}

/** Returns the current limit of a copy. G-115 */
export const limitOf = (delay: Delay, delayed: Delayed): Limit =>
  'ms' in delay ? limitOfTime(delay, delayed) : limitOfBlocks(delay.blocks, delayed)

/** Returns the time that a delay by the clock has reached, epoch seconds; 0 for one by blocks. */
export const lateSeconds = (delay: Delay, source: World): number =>
  // Whole seconds: the value changes with the world's second, and so do the cached responses.
  'ms' in delay ? source.tokenClock.nowSeconds() - Math.ceil(delay.ms / 1000) : 0

function limitOfTime(delay: Delay, delayed: Delayed): Limit {
  const seconds = lateSeconds(delay, delayed.source)
  return {
    seconds,
    hasPoint: ({ now }) => now <= seconds,
    hasNextBlock: (network, chain) => timeOfNextBlock(delayed, network, chain) <= seconds,
  }
}

function limitOfBlocks(max: number, delayed: Delayed): Limit {
  const { source, copy, since } = delayed
  const counted = source.nodeNetwork
  const total = countOfBlocks(source, counted)
  const blocks = Math.max(since.blocks, total - max)
  const firstHidden = newestBlocks(source, counted, total - blocks).at(-1)
  const hiddenFrom = firstHidden?.time ?? Number.POSITIVE_INFINITY
  return {
    seconds: hiddenFrom - 1,
    hasPoint: (point) => point.blocks <= blocks,
    // A block of the other network is not counted. It brings the blocks of its time along.
    hasNextBlock: (network, chain) =>
      network === counted
        ? countOfBlocks(copy, counted) < blocks
        : timeOfNextBlock(delayed, network, chain) <= hiddenFrom,
  }
}

function timeOfNextBlock({ source, copy }: Delayed, network: Network, chain: string): number {
  const height = (headsIn(copy, network)[chain]?.height ?? 0) + 1
  return timeOfBlock(source, { network, chain, height }) ?? 0
}
