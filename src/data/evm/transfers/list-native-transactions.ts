import { type CallType, listNativeTransactions } from '../../../../schemas/data/evm-transactions.ts'
import {
  type LiveNativeTransaction,
  LiveNativeTransactions,
} from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { present } from '../balances/present.ts'
import { openRangePage, type RangeBindings } from '../blocks/block-range.ts'
import { type GraniteFields, readGraniteFields } from '../blocks/granite-fields.ts'
import { findChain } from '../find-chain.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from './parties.ts'

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
    const numbers = rows.map((row) => row.block_number)
    const graniteOf = readGraniteFields(world, chain, numbers, dialect)
    return {
      ...next,
      transactions: rows.map((row) => toNativeTransaction(row, graniteOf(row.block_number))),
    }
  },
  { liveAnswer: LiveNativeTransactions },
)

const selectTransactionsBefore = statement<RangeBindings, Row>(`
  SELECT t.seq, t.chain_id, t.block_number, b.timestamp, b.hash AS block_hash, t.block_index,
         t.hash, t.status, t.type, t.gas_limit, t.gas_used, t.gas_price, t.nonce, t.value,
         t.call_type, t.method_hash, t.method_name, ${partyColumns('t')}
  FROM evm_native_activity a
  CROSS JOIN evm_transaction t ON t.seq = a.seq
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  ${partyJoins('t')}
  WHERE a.chain_id = :chainId AND a.address = :address AND a.seq >= :from AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit`)

/** Gas, prices and values are decimal text: they may pass 2^53. */
interface Row extends PartiesRow {
  seq: number
  chain_id: string
  block_number: number
  timestamp: number
  block_hash: string
  block_index: number
  hash: string
  status: 0 | 1
  type: number
  gas_limit: string
  gas_used: string
  gas_price: string
  nonce: number
  value: string
  call_type: CallType
  method_hash: string
  method_name: string | null
}

const toNativeTransaction = (row: Row, granite: GraniteFields): LiveNativeTransaction => ({
  blockNumber: String(row.block_number),
  blockTimestamp: row.timestamp,
  ...granite,
  blockHash: row.block_hash,
  chainId: row.chain_id,
  blockIndex: row.block_index,
  txHash: row.hash,
  txStatus: row.status === 1 ? '1' : '0',
  txType: row.type,
  gasLimit: row.gas_limit,
  gasUsed: row.gas_used,
  gasPrice: row.gas_price,
  nonce: String(row.nonce),
  ...toParties(row),
  method: {
    callType: row.call_type,
    methodHash: row.method_hash,
    ...present({ methodName: row.method_name }),
  },
  value: row.value,
})
