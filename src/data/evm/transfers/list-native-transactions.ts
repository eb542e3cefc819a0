import { listNativeTransactions } from '../../../../schemas/data/evm-transactions.ts'
import { LiveNativeTransactions } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { openRangePage, type RangeBindings } from '../blocks/block-range.ts'
import { readGraniteFields } from '../blocks/granite-fields.ts'
import { knownContracts } from '../contracts/known-contracts.ts'
import { findChain } from '../find-chain.ts'
import {
  type NativeTransactionRow,
  nativeTransactionColumns,
  nativeTransactionJoins,
  toNativeTransaction,
} from '../transactions/native-transaction.ts'

/** `GET …/transactions:listNative`: transactions from or to an address, newest first. */
export const listNativeTransactionsRoute = route(
  listNativeTransactions,
  (world, input, { dialect }) => {
    const chain = findChain(world, input.params.chainId)
    const list = {
      operation: listNativeTransactions,
      chainId: chain.chain_id,
      keysPerTransaction: 1,
    }
    const page = openRangePage(world, list, input)

    const found = world.all(selectTransactionsBefore, page.bindings)
    const { rows, next } = page.cut(found, (row) => row.seq)
    const numbers = () => rows.map((row) => row.block_number)
    const graniteOf = readGraniteFields(world, chain, numbers, dialect)
    const contractOf = knownContracts(world)
    return {
      ...next,
      transactions: rows.map((row) =>
        toNativeTransaction(row, graniteOf(row.block_number), contractOf),
      ),
    }
  },
  { liveResponse: LiveNativeTransactions },
)

const selectTransactionsBefore = statement<RangeBindings, NativeTransactionRow & { seq: number }>(`
  SELECT a.seq, ${nativeTransactionColumns}
  FROM evm_native_activity a
  CROSS JOIN evm_transaction t ON t.seq = a.seq
  ${nativeTransactionJoins}
  WHERE a.chain_id = :chainId AND a.address = :address AND a.seq >= :from AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit + 0`)
