import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, addressText } from '../../../src/formats/addresses.ts'
import { atomicTransactions } from '../../../src/formats/c-chain-atomic-transactions.ts'
import { encodeCb58, fromCheckedHex, toHex } from '../../../src/formats/ids.ts'
import { platformTransactions } from '../../../src/formats/p-chain-transactions.ts'
import { decodeUtxo, utxoId } from '../../../src/formats/utxos.ts'
import { exchangeTransactions } from '../../../src/formats/x-chain-transactions.ts'
import { createRandomStreams } from '../../../src/simulator/random.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from '../evm/evm-base.ts'
import {
  decoded,
  madeBy,
  outputName,
  type PrimaryTransactionRow,
  primaryTransactionsOf,
  type UtxoRow,
  utxosOf,
} from './primary-base.ts'

let base: BaseReader
let transactions: PrimaryTransactionRow[]
let utxos: UtxoRow[]
let utxoByName: Map<string, UtxoRow>

beforeAll(async () => {
  base = await openSmallBase()
  transactions = primaryTransactionsOf(base)
  utxos = utxosOf(base)
  utxoByName = new Map(utxos.map((row) => [`${row.network} ${row.tx_id} ${row.output_index}`, row]))
})
afterAll(() => base.close())

/** Outputs unspent at a time by the bytes of the transactions alone, genesis and rewards given. */
function unspentAt(time: number): Set<string> {
  const unspent = new Set<string>()
  // Neither the genesis nor the end of a stake or validation is in anybody's outputs.
  for (const row of utxos)
    if (row.emitted_by === null && row.created_at <= time) unspent.add(nameOf(row))
  for (const row of transactions.toSorted(byTime)) {
    if (row.timestamp > time) continue
    for (const { txId, outputIndex } of decoded(row).spent)
      if (!unspent.delete(outputName(row.network, txId, outputIndex)))
        throw new Error(`${row.tx_id} spends what is not there`)
    for (const { txId, outputIndex } of madeBy(row))
      unspent.add(outputName(row.network, txId, outputIndex))
    for (const extra of extras.get(row.seq) ?? []) unspent.add(nameOf(extra))
  }
  return unspent
}

/** Numbers of rows order what one chain does; between chains it is time. */
const byTime = (a: PrimaryTransactionRow, b: PrimaryTransactionRow) =>
  a.timestamp - b.timestamp || 'PXC'.indexOf(a.chain) - 'PXC'.indexOf(b.chain) || a.seq - b.seq

const nameOf = ({ network, tx_id, output_index }: UtxoRow) => `${network} ${tx_id} ${output_index}`

/** Rewards and returned balances by the transaction whose acceptance made them. */
let extras: Map<number, UtxoRow[]>
beforeAll(() => {
  extras = new Map()
  const own = new Set(
    transactions.flatMap((row) =>
      madeBy(row).map(({ txId, outputIndex }) => outputName(row.network, txId, outputIndex)),
    ),
  )
  for (const row of utxos)
    if (row.emitted_by !== null && !own.has(nameOf(row)))
      extras.set(row.emitted_by, [...(extras.get(row.emitted_by) ?? []), row])
})

test('only rewards and L1 balances appear without being an output of their transaction', () => {
  const types = new Map(transactions.map(({ seq, tx_type }) => [seq, tx_type]))
  const makers = new Set([...extras.keys()].map((seq) => types.get(seq)))
  expect([...makers].sort()).toEqual([
    'DisableL1ValidatorTx',
    'RewardValidatorTx',
    'SetL1ValidatorWeightTx',
  ])
})

test('at random times the table of UTXOs is the fold over the transactions', () => {
  const random = createRandomStreams('ledger').stream('times')
  const first = transactions[0]?.timestamp ?? 0
  for (const time of [...Array.from({ length: 5 }, () => random.int(first, 1_768_435_200))]) {
    const listed = utxos.filter(
      ({ created_at, consumed_at }) =>
        created_at <= time && (consumed_at === null || consumed_at > time),
    )
    expect(new Set(listed.map(nameOf))).toEqual(unspentAt(time))
  }
})

test('the bytes of a UTXO say what its row says', () => {
  for (const row of utxos) {
    const { txId, outputIndex, assetId, output } = decodeUtxo(fromCheckedHex(row.bytes))
    const inner = output.type === 'StakeableLockOutput' ? output.output : output
    const amount = 'amount' in inner ? inner.amount : inner.type === 'NftTransferOutput' ? 1n : 0n
    expect({
      id: encodeCb58(utxoId(txId, outputIndex)),
      tx: encodeCb58(txId),
      outputIndex,
      asset: encodeCb58(assetId),
      amount: String(amount),
    }).toEqual({
      id: row.utxo_id,
      tx: row.tx_id,
      outputIndex: row.output_index,
      asset: row.asset_id,
      amount: row.amount,
    })
  }
})

test('each asset of a transaction balances: consumed is made, burned and put into balances', () => {
  const amounts = new Map<string, bigint>()
  for (const row of rowsOf<{ tx_seq: number; kind: string; asset_id: string; amount: string }>(
    base,
    'SELECT * FROM transaction_amount',
  ))
    amounts.set(`${row.tx_seq} ${row.kind} ${row.asset_id}`, BigInt(row.amount))
  const evm = new Map<number, bigint>()
  for (const row of rowsOf<{ tx_seq: number; direction: string; amount: string }>(
    base,
    'SELECT * FROM atomic_evm_transfer',
  ))
    if (row.direction === 'input')
      evm.set(row.tx_seq, (evm.get(row.tx_seq) ?? 0n) + BigInt(row.amount))
  let burning = 0
  for (const { seq, network, tx_type } of transactions) {
    // These two return what validators had left, which no row counts as consumed.
    if (['RewardValidatorTx', 'DisableL1ValidatorTx', 'SetL1ValidatorWeightTx'].includes(tx_type))
      continue
    const consumed = utxos.filter(({ consumed_by }) => consumed_by === seq)
    const avax =
      network === 'mainnet'
        ? 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'
        : 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK'
    const total = consumed
      .filter(({ asset_id }) => asset_id === avax)
      .reduce((sum, { amount }) => sum + BigInt(amount), evm.get(seq) ?? 0n)
    const of = (kind: string) => amounts.get(`${seq} ${kind} ${avax}`) ?? 0n
    expect(total, tx_type).toBe(of('value') + of('burned') + of('l1_balance'))
    if (of('burned') > 0n) burning++
  }
  expect(burning).toBeGreaterThan(300)
})

test('the owner of a spent output has signed for it', () => {
  const formats = { P: platformTransactions, X: exchangeTransactions, C: atomicTransactions }
  let signatures = 0
  for (const row of transactions) {
    const { unsigned, credentials, spent } = decoded(row)
    const format = formats[row.chain] as typeof platformTransactions
    const signers = format.recoverSigners({ unsigned, credentials } as never)
    const hrp = row.network === 'mainnet' ? 'avax' : 'fuji'
    spent.forEach(({ txId, outputIndex }, index) => {
      const utxo = utxoByName.get(outputName(row.network, txId, outputIndex))
      const { output } = decodeUtxo(fromCheckedHex(utxo?.bytes ?? ''))
      const owners = output.type === 'StakeableLockOutput' ? output.output : output
      const addresses = owners.addresses.map(toHex)
      const keys = signers[index] ?? []
      expect(keys.length, `${hrp} ${row.tx_id}`).toBe(owners.threshold)
      for (const key of keys) {
        expect(addresses, addressText(addressOf(key), hrp)).toContain(toHex(addressOf(key)))
        signatures++
      }
    })
  }
  expect(signatures).toBeGreaterThan(500)
})

test('no output is spent before its locktime', () => {
  const unlockedAt = new Map(
    utxos.map((row) => {
      const { output } = decodeUtxo(fromCheckedHex(row.bytes))
      const inner = output.type === 'StakeableLockOutput' ? output.output : output
      return [row.seq, Number(inner.locktime)]
    }),
  )
  const spent = utxos.filter(({ consumed_at }) => consumed_at !== null)
  for (const { seq, consumed_at, utxo_id } of spent)
    expect(consumed_at, utxo_id).toBeGreaterThanOrEqual(unlockedAt.get(seq) ?? 0)
  expect([...unlockedAt.values()].filter((time) => time > 1_768_435_200).length).toBeGreaterThan(5)
})
