import type { InternalTransactionDetails } from '../../../../schemas/data/evm-details.ts'

/** Columns specific to an internal transaction; value in wei, gas and value decimal text. */
export interface InternalColumns {
  type: InternalTransactionDetails['internalTxType'] | 'SELFDESTRUCT'
  value: string
  gas_limit: string
  gas_used: string
  is_reverted: 0 | 1
}

/** Columns for {@link InternalColumns}: `x` is the internal transaction. */
export const internalColumns = 'x.type, x.value, x.gas_limit, x.gas_used, x.is_reverted'

/** Builds the members of an internal transaction besides the two parties. */
export const toInternalParts = (
  row: InternalColumns,
): Omit<InternalTransactionDetails, 'from' | 'to'> => ({
  // The contract has no type for a destruction. G-120
  internalTxType: row.type === 'SELFDESTRUCT' ? 'UNKNOWN' : row.type,
  value: row.value,
  isReverted: row.is_reverted === 1,
  gasUsed: row.gas_used,
  gasLimit: row.gas_limit,
})
