import { networks } from '../../networks/network.ts'
import { primaryChains } from '../../networks/primary-chain.ts'

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** Column that holds one of the two networks. */
export const network = `network TEXT NOT NULL CHECK (network IN (${listed(networks)}))`

/** Column that holds the letter of a chain of the primary network. */
export const chainColumn = (name: string): string =>
  `${name} TEXT NOT NULL CHECK (${name} IN (${listed(primaryChains)}))`

export const chain = chainColumn('chain')

/** Amounts below 2^64, which are decimal text, as text in the order of what they amount to. */
export const sortableAmount = (amount: string): string =>
  `substr('${'0'.repeat(19)}' || ${amount}, -20)`
