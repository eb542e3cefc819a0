import { decodeReceipt, type Receipt } from '../../formats/evm/receipts.ts'
import { decodeEvmTransaction, type SignedEvmTransaction } from '../../formats/evm/transactions.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'

/** Row of the table `evm_transaction`. */
export interface EvmTransactionRow {
  seq: number
  chain_id: string
  block_number: number
  block_index: number
  hash: string
  status: number
  type: number
  sender: string
  recipient: string
  nonce: number
  value: string
  gas_limit: string
  gas_used: string
  gas_price: string
  call_type: string
  method_hash: string
  method_name: string | null
  raw: Uint8Array
  receipt: Uint8Array
}

/** A transaction that decodes; the rules about bytes and receipts report the others. */
export interface EvmTransaction extends EvmTransactionRow {
  readonly content: SignedEvmTransaction
  readonly outcome: Receipt
}

/** Returns all rows, by chain, block and place in it. */
export const evmTransactionRows = perWorld((world) => world.all(selectTransactions, {}))

/** Returns all transactions that decode, in the same order. */
export const evmTransactions = perWorld((world): readonly EvmTransaction[] =>
  readable(evmTransactionRows(world), (row) => [
    { ...row, content: decodeEvmTransaction(row.raw), outcome: decodeReceipt(row.receipt) },
  ]),
)

/** Returns the transactions of each block that decode, in order. */
export const transactionsOfBlock = perWorld((world) =>
  groupBy(evmTransactions(world), ({ chain_id, block_number }) => `${chain_id} ${block_number}`),
)

/** Returns the rows of each block, in order. */
export const transactionRowsOfBlock = perWorld((world) =>
  groupBy(evmTransactionRows(world), ({ chain_id, block_number }) => `${chain_id} ${block_number}`),
)

/** Returns the transactions that decode by `seq`. */
export const evmTransactionBySeq = perWorld((world) =>
  indexBy(evmTransactions(world), ({ seq }) => seq),
)

/** Returns the ids of a transaction for violations. */
export const idsOfEvmTransaction = ({
  hash,
  chain_id,
  block_number,
  block_index,
}: EvmTransactionRow): readonly string[] => [
  hash,
  `${chain_id} block ${block_number} transaction ${block_index}`,
]

const selectTransactions = statement<Record<string, never>, EvmTransactionRow>(
  'SELECT * FROM evm_transaction ORDER BY chain_id, block_number, block_index',
)
