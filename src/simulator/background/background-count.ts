import type { WorldSize } from '../../config/config.ts'

/** A number for each size that a definition names. */
type BySize = Readonly<Record<'small' | 'medium', number>>

/**
 * Factors of a large world relative to the background traffic of the medium one: the number of
 * blocks, and the number of transactions in each. The fullness is that of busy chains. Together
 * that is a million transactions, most of them on EVM chains.
 */
const large = { blocks: 16, fullness: { evm: 20, primary: 5 } } as const

/** Estimates the number of background blocks of a chain until the definition's now. */
export const backgroundBlocks = (size: WorldSize, counts: BySize): number =>
  backgroundCount(size, counts) * (size === 'large' ? large.blocks : 1)

/**
 * Returns the factor of a background block's transactions relative to the medium world, for blocks
 * until now.
 */
export const backgroundFullness = (
  { size, now }: { readonly size: WorldSize; readonly now: number },
  kind: 'evm' | 'primary',
  time: number,
): number => (size === 'large' && time < now ? large.fullness[kind] : 1)

/** Returns the number of items that a world adds to declared ones: an empty one adds none. */
export const backgroundCount = (size: WorldSize, counts: BySize): number =>
  size === 'empty' ? 0 : counts[size === 'small' ? 'small' : 'medium']
