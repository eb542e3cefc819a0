import { networks } from '../../networks/network.ts'
import { primaryChains } from '../../networks/primary-chain.ts'

/**
 * Returns the constraint of a column that holds one of some texts. For a list after IN with more
 * than two values, SQLite builds an index in memory at each insert, which takes 2 microseconds.
 */
export const oneOf = (column: string, ...values: readonly string[]): string =>
  `CHECK (${values.map((value) => `${column} = '${value}'`).join(' OR ')})`

/** Column that holds one of the two networks. */
export const network = `network TEXT NOT NULL ${oneOf('network', ...networks)}`

/** Column that holds the letter of a chain of the primary network. */
export const chainColumn = (name: string): string =>
  `${name} TEXT NOT NULL ${oneOf(name, ...primaryChains)}`

export const chain = chainColumn('chain')

/** Amounts below 2^64, which are decimal text, as text in the order of what they amount to. */
export const sortableAmount = (amount: string): string =>
  `substr('${'0'.repeat(19)}' || ${amount}, -20)`
