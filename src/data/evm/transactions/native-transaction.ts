import type { CallType } from '../../../../schemas/data/evm-transactions.ts'
import type { LiveNativeTransaction } from '../../../../schemas/data/live-evm.ts'
import { present } from '../balances/present.ts'
import type { GraniteFields } from '../blocks/granite-fields.ts'
import type { ContractOf } from '../contracts/known-contracts.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from '../transfers/parties.ts'

/** Columns of a transaction. Gas, prices and values are decimal text: they may pass 2^53. */
export interface NativeTransactionRow extends PartiesRow {
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

/** Columns of a {@link NativeTransactionRow}; `t` is the transaction. */
export const nativeTransactionColumns = `
  t.chain_id, t.block_number, b.timestamp, b.hash AS block_hash, t.block_index,
  t.hash, t.status, t.type, t.gas_limit, t.gas_used, t.gas_price, t.nonce, t.value,
  t.call_type, t.method_hash, t.method_name, ${partyColumns('t')}`

/** Joins for {@link nativeTransactionColumns}; `b` is the block. */
export const nativeTransactionJoins = `
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  ${partyJoins('t', 't.chain_id')}`

/** Builds a transaction with the data of the chain itself. */
export const toNativeTransaction = (
  row: NativeTransactionRow,
  granite: GraniteFields,
  contractOf: ContractOf,
): LiveNativeTransaction => ({
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
  ...toParties(row, contractOf),
  method: {
    callType: row.call_type,
    methodHash: row.method_hash,
    ...present({ methodName: row.method_name }),
  },
  value: row.value,
})
