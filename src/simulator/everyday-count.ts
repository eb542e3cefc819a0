import type { WorldSize } from '../config.ts'

/** A number for each size that a definition names. */
type BySize = Readonly<Record<'small' | 'default', number>>

/** A large world has so many times the everyday blocks of the default one: a million transactions. */
const timesDefault = 190

/** About how many blocks that nobody declared a chain has until the definition's now. */
export const everydayBlocks = (size: WorldSize, counts: BySize): number =>
  everydayCount(size, counts) * (size === 'large' ? timesDefault : 1)

/** How many others a world has beside what is declared one by one: an empty one has none. */
export const everydayCount = (size: WorldSize, counts: BySize): number =>
  size === 'empty' ? 0 : counts[size === 'small' ? 'small' : 'default']
