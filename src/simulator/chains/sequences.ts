import { type Statement, statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { ChainNumber } from './chain-numbers.ts'

/** Tables whose rows a chain numbers in the order of creation. */
type NumberedTable =
  | 'blockchain'
  | 'container'
  | 'contract'
  | 'evm_transaction'
  | 'l1_validator'
  | 'nft_token'
  | 'primary_block'
  | 'primary_transaction'
  | 'subnet'
  | 'utxo'
  | 'vertex'

/** Keys (`seq`) of the rows that one chain creates. */
export interface Sequences {
  next(table: NumberedTable): number
}

/**
 * Maximum number of rows of one table and chain: 2^25. Chains have 9 bits, and a transfer has ten
 * more than its transaction, so every key has 44 bits at most and fits into a page token.
 */
const keysPerChain = 2 ** 25

/** Returns the place of a key among the rows of its table and chain, from 1. */
export const placeOf = (key: number): number => key % keysPerChain

const lastKey = (table: NumberedTable) =>
  statement<{ first: number; end: number }, { last: number | null }>(
    `SELECT max(seq) AS last FROM ${table} WHERE seq >= :first AND seq < :end`,
  )

const lastKeys: Readonly<
  Record<NumberedTable, Statement<{ first: number; end: number }, { last: number | null }>>
> = {
  blockchain: lastKey('blockchain'),
  container: lastKey('container'),
  contract: lastKey('contract'),
  evm_transaction: lastKey('evm_transaction'),
  l1_validator: lastKey('l1_validator'),
  nft_token: lastKey('nft_token'),
  primary_block: lastKey('primary_block'),
  primary_transaction: lastKey('primary_transaction'),
  subnet: lastKey('subnet'),
  utxo: lastKey('utxo'),
  vertex: lastKey('vertex'),
}

/**
 * Creates sequences that continue after the existing rows; rows of these tables are never deleted.
 */
export function createSequences(store: WorldStore, chain: ChainNumber): Sequences {
  const first = chain * keysPerChain
  const last = new Map<NumberedTable, number>()
  return {
    next(table) {
      const key = (last.get(table) ?? lastOf(table)) + 1
      if (key >= first + keysPerChain)
        throw new Error(
          `a chain of the world has ${keysPerChain} rows of the table ${table}, the maximum`,
        )
      last.set(table, key)
      return key
    },
  }

  function lastOf(table: NumberedTable): number {
    const found = store.get(lastKeys[table], { first, end: first + keysPerChain })
    return found?.last ?? first
  }
}
