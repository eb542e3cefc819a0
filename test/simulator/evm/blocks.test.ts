import { RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corethHeader, subnetEvmHeader } from '../../../src/formats/evm/headers.ts'
import { listRoot } from '../../../src/formats/evm/list-root.ts'
import { decodeReceipt, logsBloom } from '../../../src/formats/evm/receipts.ts'
import { decodeRlp } from '../../../src/formats/evm/rlp.ts'
import { toHex } from '../../../src/formats/ids.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf, type TransactionRow, transactionsOf } from './evm-base.ts'

interface BlockRow {
  chain_id: string
  vm: 'c-chain' | 'l1'
  number: number
  hash: string
  parent_hash: string
  timestamp: number
  tx_count: number
  base_fee: string
  gas_used: string
  gas_limit: string
  gas_cost: string
  fees_spent: string
  cumulative_transactions: string
  header: Uint8Array
}

let base: BaseReader
let chains: Map<string, BlockRow[]>
let transactions: Map<string, TransactionRow[]>

const headerOf = ({ vm, header }: BlockRow) =>
  vm === 'c-chain' ? decodeRlp(corethHeader, header) : decodeRlp(subnetEvmHeader, header)

const transactionsIn = ({ chain_id, number }: BlockRow) =>
  transactions.get(`${chain_id} ${number}`) ?? []

beforeAll(async () => {
  base = await openSmallBase()
  const blocks = rowsOf<BlockRow>(
    base,
    `SELECT b.*, CASE WHEN c.chain_id IN ('43114', '43113') THEN 'c-chain' ELSE 'l1' END AS vm
     FROM evm_block b JOIN evm_chain c USING (chain_id) ORDER BY chain_id, number`,
  )
  chains = groupBy(blocks, ({ chain_id }) => chain_id)
  transactions = groupBy(
    transactionsOf(base),
    ({ chain_id, block_number }) => `${chain_id} ${block_number}`,
  )
})
afterAll(() => base.close())

test('blocks are numbered and linked by the hashes of their headers, and time goes on', () => {
  for (const blocks of chains.values()) {
    let parentHash = toHex(new Uint8Array(32))
    let time = -1
    blocks.forEach((block, number) => {
      const header = headerOf(block)
      expect(block.number).toBe(number)
      expect(block.hash).toBe(toHex(keccak_256(block.header)))
      expect([block.parent_hash, toHex(header.parentHash)]).toEqual([parentHash, parentHash])
      expect(block.timestamp).toBeGreaterThan(time)
      parentHash = block.hash
      time = block.timestamp
    })
  }
})

test('a C-chain begins with the genesis block of the real networks', () => {
  for (const chainId of ['43114', '43113'])
    expect(chains.get(chainId)?.[0]?.hash).toBe(
      '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
    )
})

test('a row says what its header says', () => {
  for (const block of [...chains.values()].flat()) {
    const header = headerOf(block)
    expect(Number(header.number)).toBe(block.number)
    expect(Number(header.timestamp)).toBe(block.timestamp)
    expect(String(header.gasUsed)).toBe(block.gas_used)
    expect(String(header.gasLimit)).toBe(block.gas_limit)
    expect(String(header.baseFeePerGas ?? 0n)).toBe(block.base_fee)
    expect(String(header.blockGasCost ?? 0n)).toBe(block.gas_cost)
  }
})

test('roots, bloom, gas and fees of a block follow from its transactions', () => {
  for (const block of [...chains.values()].flat()) {
    const rows = transactionsIn(block)
    const header = headerOf(block)
    const receipts = rows.map(({ receipt }) => decodeReceipt(receipt))
    expect(rows.map(({ block_index }) => block_index)).toEqual(rows.map((_, index) => index))
    expect(block.tx_count).toBe(rows.length)
    expect(header.transactionsRoot).toEqual(listRoot(rows.map(({ raw }) => raw)))
    expect(header.receiptsRoot).toEqual(listRoot(rows.map(({ receipt }) => receipt)))
    expect(header.logsBloom).toEqual(logsBloom(receipts.flatMap(({ logs }) => logs)))
    let gas = 0n
    rows.forEach(({ gas_used }, index) => {
      gas += BigInt(gas_used)
      expect(receipts[index]?.cumulativeGasUsed).toBe(gas)
    })
    expect(block.gas_used).toBe(String(gas))
    expect(gas).toBeLessThanOrEqual(BigInt(block.gas_limit))
    const fees = rows.map(({ gas_used, gas_price }) => BigInt(gas_used) * BigInt(gas_price))
    expect(block.fees_spent).toBe(String(fees.reduce((sum, fee) => sum + fee, 0n)))
  }
})

test('the hash of extData is that of the atomic transactions of the block', () => {
  const rows = rowsOf<{ chain_id: string; block: number; bytes: Uint8Array }>(
    base,
    `SELECT chain_id, CAST(block_number AS INTEGER) AS block, bytes FROM primary_transaction t
     JOIN evm_chain e ON e.network = t.network AND e.chain_id IN ('43114', '43113')
     WHERE chain = 'C' ORDER BY chain_id, block, position`,
  )
  const atomic = groupBy(rows, ({ chain_id, block }) => `${chain_id} ${block}`)
  const apricot5 = { '43114': '2021-12-02T18:00:00Z', '43113': '2021-11-24T15:00:00Z' }
  for (const [chainId, upgrade] of Object.entries(apricot5))
    for (const block of (chains.get(chainId) ?? []).slice(1)) {
      const transactions = atomic.get(`${chainId} ${block.number}`) ?? []
      const list = [
        Uint8Array.of(0, 0, 0, 0, 0, transactions.length),
        ...transactions.map(({ bytes }) => bytes.subarray(2)),
      ]
      const isList = block.timestamp >= Date.parse(upgrade) / 1000
      const extData = Buffer.concat(isList ? list : transactions.map(({ bytes }) => bytes))
      const expected = keccak_256(RLP.encode(transactions.length > 0 ? extData : ''))
      const header = decodeRlp(corethHeader, block.header)
      expect(toHex(header.extDataHash)).toBe(toHex(expected))
    }
  expect(atomic.size).toBeGreaterThan(5)
})

test('running and daily counts of transactions agree with the blocks', () => {
  for (const [chainId, blocks] of chains) {
    let count = 0
    const perDay = new Map<number, number>()
    for (const block of blocks) {
      count += block.tx_count
      expect(block.cumulative_transactions).toBe(String(count))
      const day = Math.floor(block.timestamp / 86_400)
      if (block.number > 0) perDay.set(day, (perDay.get(day) ?? 0) + block.tx_count)
    }
    const days = rowsOf<{ day: number; tx_count: number }>(
      base,
      `SELECT start / 86400 AS day, tx_count FROM evm_period
       WHERE scope = '${chainId}' AND interval = 'day'`,
    )
    expect(new Map(days.map(({ day, tx_count }) => [day, tx_count]))).toEqual(perDay)
  }
})

test('headers carry the fields of their upgrades on the C-chain of mainnet', () => {
  const upgrades: [at: string, field: string][] = [
    ['2021-08-24T14:00:00Z', 'baseFeePerGas'],
    ['2021-09-22T21:00:00Z', 'extDataGasUsed'],
    ['2021-09-22T21:00:00Z', 'blockGasCost'],
    ['2024-12-16T17:00:00Z', 'parentBeaconBlockRoot'],
    ['2025-11-19T16:00:00Z', 'minDelayExcess'],
  ]
  for (const block of chains.get('43114') ?? [])
    for (const [at, field] of upgrades)
      expect([block.number, field, field in headerOf(block)]).toEqual([
        block.number,
        field,
        block.timestamp >= Date.parse(at) / 1000,
      ])
})
