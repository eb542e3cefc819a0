import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmAddressText } from '../../../src/formats/addresses.ts'
import { BLACKHOLE_ADDRESS } from '../../../src/formats/evm/headers.ts'
import { decodeReceipt } from '../../../src/formats/evm/receipts.ts'
import {
  createdAddress,
  decodeEvmTransaction,
  evmTransactionHash,
  recoverEvmSender,
} from '../../../src/formats/evm/transactions.ts'
import { toHex } from '../../../src/formats/ids.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf, type TransactionRow, transactionsOf } from './evm-base.ts'

let base: BaseReader
let transactions: TransactionRow[]

beforeAll(async () => {
  base = await openSmallBase()
  transactions = transactionsOf(base)
})
afterAll(() => base.close())

test('a row says what its raw bytes and its receipt say', () => {
  for (const row of transactions) {
    const tx = decodeEvmTransaction(row.raw)
    const sender = recoverEvmSender(tx)
    const receipt = decodeReceipt(row.receipt)
    const price = tx.type === 2 ? BigInt(row.gas_price) : tx.gasPrice
    expect({
      hash: toHex(evmTransactionHash(row.raw)),
      chainId: String(tx.chainId),
      type: tx.type,
      sender: evmAddressText(sender),
      recipient: evmAddressText(tx.to ?? createdAddress(sender, tx.nonce)),
      nonce: Number(tx.nonce),
      value: String(tx.value),
      gasLimit: String(tx.gasLimit),
      gasPrice: String(price),
      methodHash: tx.to && tx.data.length > 0 ? toHex(tx.data.subarray(0, 4)) : '',
      receiptType: receipt.type,
      status: receipt.succeeded ? 1 : 0,
    }).toEqual({
      hash: row.hash,
      chainId: row.chain_id,
      type: row.type,
      sender: row.sender,
      recipient: row.recipient,
      nonce: row.nonce,
      value: row.value,
      gasLimit: row.gas_limit,
      gasPrice: row.gas_price,
      methodHash: row.method_hash,
      receiptType: row.type,
      status: row.status,
    })
    expect(BigInt(row.gas_used)).toBeLessThanOrEqual(BigInt(row.gas_limit))
    if (tx.type === 2) {
      expect(price).toBeLessThanOrEqual(tx.maxFeePerGas)
      const [block] = rowsOf<{ base_fee: string }>(
        base,
        `SELECT base_fee FROM evm_block
         WHERE chain_id = '${row.chain_id}' AND number = ${row.block_number}`,
      )
      expect(price).toBe(BigInt(block?.base_fee ?? 0) + tx.maxPriorityFeePerGas)
    }
  }
})

test('the transactions of a sender have ascending nonces without repetition', () => {
  for (const rows of groupBy(transactions, ({ chain_id, sender }) => chain_id + sender).values()) {
    const nonces = rows.map(({ nonce }) => nonce)
    expect(nonces).toEqual([...new Set(nonces)].sort((a, b) => a - b))
  }
})

test('envelopes come with their upgrades on the C-chain of mainnet', () => {
  const times = (type: number) =>
    transactions
      .filter((row) => row.chain_id === '43114' && row.type === type)
      .map(({ timestamp }) => timestamp)
  expect(Math.min(...times(1))).toBeGreaterThanOrEqual(Date.parse('2021-05-10T11:00:00Z') / 1000)
  expect(Math.min(...times(2))).toBeGreaterThanOrEqual(Date.parse('2021-08-24T14:00:00Z') / 1000)
  expect(Math.min(...times(0))).toBeLessThan(Date.parse('2021-05-10T11:00:00Z') / 1000)
})

test('kinds of calls have the names that the deployed service gives them', () => {
  const names = new Map([
    ['NATIVE_TRANSFER', 'Native Transfer'],
    ['CONTRACT_CREATION', 'Contract Created'],
  ])
  for (const { call_type, method_hash, method_name } of transactions)
    if (call_type !== 'CONTRACT_CALL') {
      expect(method_hash).toBe('')
      expect(method_name).toBe(names.get(call_type))
    }
  const known = new Map(transactions.map((row) => [row.method_hash, row.method_name]))
  // Selectors that anybody can look up.
  expect(known.get('0xa9059cbb')).toBe('transfer(address,uint256)')
  expect(known.get('0x095ea7b3')).toBe('approve(address,uint256)')
  expect(known.get('0xd0e30db0')).toBe('deposit()')
  expect(known.get('0x42842e0e')).toBe('safeTransferFrom(address,address,uint256)')
  expect(known.get('0x62448850')).toContain('sendCrossChainMessage(')
  expect([...known.values()]).toContain(null)
})

test('a failed transaction pays, logs nothing and moves nothing', () => {
  const failed = transactions.filter(({ status }) => status === 0)
  expect(failed.length).toBeGreaterThan(4)
  for (const row of failed) expect(decodeReceipt(row.receipt).logs).toEqual([])
  expect(failed.map(({ call_type }) => call_type)).toContain('CONTRACT_CREATION')
  expect(failed.some(({ value }) => value !== '0')).toBe(true)
  expect(failed.some(({ gas_used, gas_limit }) => gas_used === gas_limit)).toBe(true)
})

test('every transaction is in the lists of its sender and its recipient', () => {
  const listed = rowsOf<{ seq: number; address: string }>(
    base,
    'SELECT seq, address FROM evm_native_activity ORDER BY seq, address',
  ).map(({ seq, address }) => `${seq} ${address}`)
  const expected = transactions.flatMap(({ seq, sender, recipient }) =>
    [...new Set([sender, recipient])].map((address) => `${seq} ${address}`),
  )
  expect(listed.sort()).toEqual(expected.sort())
  expect(listed.some((entry) => entry.endsWith(evmAddressText(BLACKHOLE_ADDRESS)))).toBe(false)
})
