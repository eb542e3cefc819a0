import type { Network } from '../../networks/network.ts'
import { countOfBlocks, newestBlocks, timeOfBlock } from '../block-places.ts'
import { headsIn } from '../heights.ts'
import type { World } from '../world.ts'

/** How far a copy is behind its world: milliseconds of the clock, or blocks of the node's network. */
export type Delay = { readonly ms: number } | { readonly blocks: number }

/** How far a world was at some time. */
export interface DelayPoint {
  /** Epoch seconds. */
  readonly now: number
  /** Of the node's network. */
  readonly blocks: number
}

/** Up to where a copy may come. */
export interface Limit {
  /** Of what only time brings, epoch seconds. */
  readonly seconds: number
  /** Whether what led there is within it. */
  hasPoint(moment: DelayPoint): boolean
  /** Whether the next block of a chain is within it, which somebody wanted. */
  hasNextBlock(network: Network, chain: string): boolean
}

interface Delayed {
  readonly source: World
  /** What lives later than it. */
  readonly copy: World
  /** Blocks of the node's network when the delay began: they are not late. */
  readonly since: { readonly blocks: number }
}

/** Up to where a copy of a world may come now. G-115 */
export const limitOf = (delay: Delay, delayed: Delayed): Limit =>
  'ms' in delay ? limitOfTime(delay, delayed) : limitOfBlocks(delay.blocks, delayed)

/** Where a delay by the clock is, epoch seconds; 0 for one by blocks. */
export const lateSeconds = (delay: Delay, source: World): number =>
  // Whole seconds: with the world's second it moves on, and so does what is kept of its answers.
  'ms' in delay ? source.tokenClock.nowSeconds() - Math.ceil(delay.ms / 1000) : 0

function limitOfTime(delay: Delay, delayed: Delayed): Limit {
  const seconds = lateSeconds(delay, delayed.source)
  return {
    seconds,
    hasPoint: ({ now }) => now <= seconds,
    hasNextBlock: (network, chain) => timeOfNextBlock(delayed, network, chain) <= seconds,
  }
}

function limitOfBlocks(most: number, delayed: Delayed): Limit {
  const { source, copy, since } = delayed
  const counted = source.nodeNetwork
  const total = countOfBlocks(source, counted)
  const blocks = Math.max(since.blocks, total - most)
  const firstHidden = newestBlocks(source, counted, total - blocks).at(-1)
  const hiddenFrom = firstHidden?.time ?? Number.POSITIVE_INFINITY
  return {
    seconds: hiddenFrom - 1,
    hasPoint: (moment) => moment.blocks <= blocks,
    // One of the other network is not counted, and brings those of its time along.
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
