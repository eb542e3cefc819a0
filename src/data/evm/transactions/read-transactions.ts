import type { LiveNativeTransaction } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { readGraniteFields } from '../blocks/granite-fields.ts'
import { knownContracts } from '../contracts/known-contracts.ts'
import { findChain } from '../find-chain.ts'
import {
  type NativeTransactionRow,
  nativeTransactionColumns,
  nativeTransactionJoins,
  toNativeTransaction,
} from './native-transaction.ts'

/** Reads transactions of any chains by `seq`, in the order of the list. */
export function readTransactions(
  world: World,
  seqs: readonly number[],
  dialect: Dialect,
): LiveNativeTransaction[] {
  const rows = world.all(selectTransactions, { seqs: JSON.stringify(seqs) })
  const byChain = groupBy(rows, ({ chain_id }) => chain_id)
  const graniteOf = new Map(
    [...byChain].map(([chainId, own]) => {
      const numbers = () => own.map(({ block_number }) => block_number)
      return [chainId, readGraniteFields(world, findChain(world, chainId), numbers, dialect)]
    }),
  )
  const contractOf = knownContracts(world)
  return rows.map((row) =>
    toNativeTransaction(row, graniteOf.get(row.chain_id)?.(row.block_number) ?? {}, contractOf),
  )
}

const selectTransactions = statement<{ seqs: string }, NativeTransactionRow>(`
  SELECT ${nativeTransactionColumns}
  FROM json_each(:seqs) AS asked
  CROSS JOIN evm_transaction t ON t.seq = asked.value
  ${nativeTransactionJoins}
  ORDER BY asked.key`)
