import { evmAddressText } from '../../formats/addresses.ts'
import { decodeReceipt, encodeReceipt, logsBloom } from '../../formats/evm/receipts.ts'
import {
  createdAddress,
  decodeEvmTransaction,
  encodeEvmTransaction,
  evmTransactionHash,
  recoverEvmSender,
  type SignedEvmTransaction,
} from '../../formats/evm/transactions.ts'
import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { differences, setDifference } from '../compare.ts'
import { memoizedByContent } from '../memoized-by-content.ts'
import type { Rule } from '../rule.ts'
import { atomicMoves } from './atomic-moves.ts'
import { evmBlocks } from './evm-blocks.ts'
import {
  type EvmTransactionRow,
  evmTransactionRows,
  evmTransactions,
  idsOfEvmTransaction,
  transactionsOfBlock,
} from './evm-transactions.ts'

/** Base gas of every transaction. Source: `TxGas` of go-ethereum's params/protocol_params.go. */
const transactionGas = 21_000n

const senderOf = memoizedByContent<Uint8Array>()

/** Raw bytes decode, encode to themselves, hash to the hash, and match the columns. */
export const evmTransactionBytes: Rule = {
  name: 'evm-transactions',
  check(world, findings) {
    const baseFees = new Map(
      [...evmBlocks(world).values()]
        .flat()
        .map(({ chain_id, number, content }) => [`${chain_id} ${number}`, content.baseFeePerGas]),
    )
    findings.each(evmTransactionRows(world), idsOfEvmTransaction, function* (row) {
      const tx = decodeEvmTransaction(row.raw)
      if (toHex(encodeEvmTransaction(tx)) !== toHex(row.raw))
        yield 'has bytes that its fields do not encode to'
      if (tx.chainId !== undefined && String(tx.chainId) !== row.chain_id)
        yield `is signed for chain ${tx.chainId}, not ${row.chain_id}`
      const sender = senderOf([row.raw], () => recoverEvmSender(tx))
      const recipient = tx.to ?? createdAddress(sender, tx.nonce)
      const baseFee = baseFees.get(`${row.chain_id} ${row.block_number}`) ?? 0n
      const price = priceOf(tx, baseFee)
      if (price < baseFee) yield `pays ${price}, below the base fee of ${baseFee}`
      yield* differences(row, {
        hash: toHex(evmTransactionHash(row.raw)),
        type: tx.type,
        sender: evmAddressText(sender),
        recipient: evmAddressText(recipient),
        nonce: tx.nonce,
        value: tx.value,
        gas_limit: tx.gasLimit,
        gas_price: price,
        ...methodOf(tx),
      })
    })
  },
}

/** Receipts decode and contain status, gas and logs; places in a block and keys grow together. */
export const evmReceipts: Rule = {
  name: 'evm-receipts',
  check(world, findings) {
    let last: EvmTransactionRow | undefined
    let total = 0n
    findings.each(evmTransactionRows(world), idsOfEvmTransaction, function* (row) {
      const before = last?.chain_id === row.chain_id ? last : undefined
      const isFirst = before?.block_number !== row.block_number
      last = row
      total = isFirst ? BigInt(row.gas_used) : total + BigInt(row.gas_used)
      yield* differences(row, { block_index: isFirst ? 0 : before.block_index + 1 })
      if (before && before.seq >= row.seq)
        yield `has the key ${row.seq}, not above ${before.seq} of the transaction before it`
      const receipt = decodeReceipt(row.receipt)
      if (toHex(encodeReceipt(receipt)) !== toHex(row.receipt))
        yield 'has a receipt whose bytes its fields do not encode to'
      yield* differences(row, { status: receipt.succeeded ? 1 : 0, type: receipt.type })
      if (receipt.cumulativeGasUsed !== total)
        yield `has a cumulative gas of ${receipt.cumulativeGasUsed}, not ${total}`
      if (toHex(logsBloom(receipt.logs)) !== toHex(receipt.logsBloom))
        yield 'has a logs bloom other than that of its logs'
      if (!receipt.succeeded && receipt.logs.length > 0) yield 'failed, but has logs'
      if (BigInt(row.gas_used) > BigInt(row.gas_limit))
        yield `uses ${row.gas_used} gas, more than its limit of ${row.gas_limit}`
      if (BigInt(row.gas_used) < transactionGas)
        yield `uses ${row.gas_used} gas, less than the ${transactionGas} that any transaction uses`
    })
  },
}

/** Nonces of every account count up from 0, including atomic exports of the C-chain. */
export const evmNonces: Rule = {
  name: 'evm-nonces',
  check(world, findings) {
    const next = new Map<string, bigint>()
    const use = function* (key: string, nonce: bigint) {
      const expected = next.get(key) ?? 0n
      next.set(key, nonce + 1n)
      if (nonce !== expected) yield `${key} uses nonce ${nonce}, not ${expected}`
    }
    for (const block of [...evmBlocks(world).values()].flat()) {
      const key = `${block.chain_id} ${block.number}`
      findings.each(
        transactionsOfBlock(world).get(key) ?? [],
        idsOfEvmTransaction,
        ({ chain_id, sender, content }) =>
          use(`${chain_id} ${sender.toLowerCase()}`, content.nonce),
      )
      const exports = atomicMoves(world).get(`${block.chain_id} ${block.hash}`)?.exports ?? []
      findings.each(
        exports,
        ({ txId }) => [txId],
        ({ account, nonce }) => use(`${block.chain_id} ${account}`, nonce),
      )
    }
  },
}

/** The list of an account's transactions contains those that it sent or received. */
export const evmActivity: Rule = {
  name: 'evm-activity',
  check(world, findings) {
    const rows = groupBy(world.all(selectActivity, {}), ({ seq }) => seq)
    findings.each(evmTransactions(world), idsOfEvmTransaction, ({ seq, chain_id, ...tx }) =>
      setDifference(
        'the list of transactions by address',
        new Set(rows.get(seq)?.map((row) => `${row.chain_id} ${row.address.toLowerCase()}`)),
        new Set([tx.sender, tx.recipient].map((address) => `${chain_id} ${address.toLowerCase()}`)),
      ),
    )
  },
}

const priceOf = (tx: SignedEvmTransaction, baseFee: bigint): bigint => {
  if (tx.type !== 2) return tx.gasPrice
  const wanted = baseFee + tx.maxPriorityFeePerGas
  return wanted < tx.maxFeePerGas ? wanted : tx.maxFeePerGas
}

function methodOf({ to, data }: SignedEvmTransaction) {
  if (to === null) return { call_type: 'CONTRACT_CREATION', method_hash: '' }
  if (data.length === 0) return { call_type: 'NATIVE_TRANSFER', method_hash: '' }
  return { call_type: 'CONTRACT_CALL', method_hash: toHex(data.subarray(0, 4)) }
}

const selectActivity = statement<
  Record<string, never>,
  { chain_id: string; address: string; seq: number }
>('SELECT chain_id, address, seq FROM evm_native_activity')
