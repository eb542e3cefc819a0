import type { WorldSize } from '../config/config.ts'

/** A number for each size that a definition names. */
type BySize = Readonly<Record<'small' | 'medium', number>>

/**
 * What a large world has of the background traffic of the medium one: so many times the blocks, each so
 * many times as full, as those of busy chains are. Together that is a million transactions, most of
 * them on EVM chains.
 */
const large = { blocks: 16, fullness: { evm: 20, primary: 5 } } as const

/** About how many blocks that nobody declared a chain has until the definition's now. */
export const backgroundBlocks = (size: WorldSize, counts: BySize): number =>
  backgroundCount(size, counts) * (size === 'large' ? large.blocks : 1)

/** How many times as full as in the medium world a background block of the time until now is. */
export const backgroundFullness = (
  { size, now }: { readonly size: WorldSize; readonly now: number },
  kind: 'evm' | 'primary',
  time: number,
): number => (size === 'large' && time < now ? large.fullness[kind] : 1)

/** How many others a world has beside what is declared one by one: an empty one has none. */
export const backgroundCount = (size: WorldSize, counts: BySize): number =>
  size === 'empty' ? 0 : counts[size === 'small' ? 'small' : 'medium']
