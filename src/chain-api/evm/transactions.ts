import { decodeReceipt, type Receipt } from '../../formats/evm/receipts.ts'
import { decodeEvmTransaction, type SignedEvmTransaction } from '../../formats/evm/transactions.ts'
import { fromHex, toHex } from '../../formats/ids.ts'
import type { PooledTransaction } from '../../http/worlds/transaction-pool.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { quantity } from './arguments.ts'
import type { BlockRow } from './evm-chain.ts'
import type { EvmChain } from './find-evm-chain.ts'

/** A transaction in the rows. */
export interface TransactionRow {
  block_number: number
  block_index: number
  block_hash: string
  hash: string
  sender: string
  recipient: string
  gas_used: string
  gas_price: string
  call_type: string
  raw: Uint8Array
  receipt: Uint8Array
}

/** Returns the transactions of a block, in order. */
export const transactionsOf = (
  world: World,
  { chainId }: EvmChain,
  { number }: Pick<BlockRow, 'number'>,
): TransactionRow[] => world.all(selectOfBlock, { chainId, number })

export const transactionByHash = (
  world: World,
  { chainId }: EvmChain,
  hash: string,
): TransactionRow | undefined => world.get(selectByHash, { chainId, hash })

/** Returns a transaction as `eth_getTransactionByHash` shows it. */
export function toRpcTransaction(chain: EvmChain, row: TransactionRow) {
  return {
    blockHash: row.block_hash,
    blockNumber: quantity(row.block_number),
    transactionIndex: quantity(row.block_index),
    gasPrice: quantity(BigInt(row.gas_price)),
    ...fieldsOf(chain, row.raw, row),
  }
}

/** Returns a waiting transaction as `eth_getTransactionByHash` shows it: in no block. */
export function toPendingTransaction(chain: EvmChain, waiting: PooledTransaction) {
  return {
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    gasPrice: quantity(waiting.feeCap),
    ...fieldsOf(chain, fromHex(waiting.bytes), waiting),
  }
}

/** Returns what a transaction shows wherever it is. */
function fieldsOf(
  { chainId }: EvmChain,
  raw: Uint8Array,
  { hash, sender }: Pick<TransactionRow, 'hash' | 'sender'>,
) {
  const tx = decodeEvmTransaction(raw)
  return {
    from: sender.toLowerCase(),
    gas: quantity(tx.gasLimit),
    ...(tx.type === 2 && {
      maxFeePerGas: quantity(tx.maxFeePerGas),
      maxPriorityFeePerGas: quantity(tx.maxPriorityFeePerGas),
    }),
    hash,
    input: toHex(tx.data),
    nonce: quantity(tx.nonce),
    to: tx.to === null ? null : toHex(tx.to),
    value: quantity(tx.value),
    type: quantity(tx.type),
    ...(tx.type !== 0 && {
      accessList: tx.accessList.map(({ address, storageKeys }) => ({
        address: toHex(address),
        storageKeys: storageKeys.map(toHex),
      })),
    }),
    ...((tx.type !== 0 || tx.chainId !== undefined) && { chainId: quantity(BigInt(chainId)) }),
    ...signatureOf(tx),
  }
}

/** Returns a receipt; the logs of the transactions before it in the block count its own. */
function toRpcReceipt(
  row: TransactionRow,
  before: readonly Receipt[],
  receipt: Receipt = decodeReceipt(row.receipt),
) {
  const isCreation = row.call_type === 'CONTRACT_CREATION'
  const place = {
    blockHash: row.block_hash,
    blockNumber: quantity(row.block_number),
    transactionHash: row.hash,
    transactionIndex: quantity(row.block_index),
  }
  const first = before.reduce((sum, { logs }) => sum + logs.length, 0)
  return {
    ...place,
    contractAddress: isCreation ? row.recipient.toLowerCase() : null,
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(BigInt(row.gas_price)),
    from: row.sender.toLowerCase(),
    gasUsed: quantity(BigInt(row.gas_used)),
    logs: receipt.logs.map(({ address, topics, data }, index) => ({
      address: toHex(address),
      topics: topics.map(toHex),
      data: toHex(data),
      ...place,
      logIndex: quantity(first + index),
      removed: false,
    })),
    logsBloom: toHex(receipt.logsBloom),
    status: receipt.succeeded ? '0x1' : '0x0',
    to: isCreation ? null : row.recipient.toLowerCase(),
    type: quantity(receipt.type),
  }
}

/** Returns all receipts of a block. */
export function receiptsOf(rows: readonly TransactionRow[]) {
  const receipts = rows.map(({ receipt }) => decodeReceipt(receipt))
  return rows.map((row, index) => toRpcReceipt(row, receipts.slice(0, index), receipts[index]))
}

/** Returns the receipt of one transaction. */
export function receiptOf(world: World, chain: EvmChain, row: TransactionRow) {
  const before = transactionsOf(world, chain, { number: row.block_number })
    .filter(({ block_index }) => block_index < row.block_index)
    .map(({ receipt }) => decodeReceipt(receipt))
  return toRpcReceipt(row, before)
}

function signatureOf(tx: SignedEvmTransaction) {
  const { r, s, yParity } = tx
  const signature = { r: quantity(r), s: quantity(s) }
  if (tx.type !== 0) return { v: quantity(yParity), ...signature, yParity: quantity(yParity) }
  return {
    v: quantity(tx.chainId === undefined ? yParity + 27n : tx.chainId * 2n + 35n + yParity),
    ...signature,
  }
}

const columns = `t.block_number, t.block_index, b.hash AS block_hash, t.hash, t.sender, t.recipient,
  t.gas_used, t.gas_price, t.call_type, t.raw, t.receipt`
const source = `evm_transaction AS t
  JOIN evm_block AS b ON b.chain_id = t.chain_id AND b.number = t.block_number`

const selectOfBlock = statement<{ chainId: string; number: number }, TransactionRow>(`
  SELECT ${columns} FROM ${source}
  WHERE t.chain_id = :chainId AND t.block_number = :number ORDER BY t.block_index`)

const selectByHash = statement<{ chainId: string; hash: string }, TransactionRow>(`
  SELECT ${columns} FROM ${source} WHERE t.chain_id = :chainId AND t.hash = :hash`)
