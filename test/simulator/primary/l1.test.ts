import { afterAll, beforeAll, expect, test } from 'vitest'
import { uncompressPublicKey } from '../../../src/formats/bls.ts'
import { loadBlsPool } from '../../../src/formats/bls-pool.ts'
import { encode } from '../../../src/formats/codec.ts'
import {
  conversionValidationId,
  encodeCb58,
  fromHex,
  parseId,
  registrationValidationId,
  toHex,
} from '../../../src/formats/ids.ts'
import { L1Message, l1MessageIn } from '../../../src/formats/l1-messages.ts'
import { platformTransactions } from '../../../src/formats/p-chain-transactions.ts'
import { canonicalSet } from '../../../src/formats/validator-sets.ts'
import { unsignedBytesOf } from '../../../src/formats/warp.ts'
import { warpRefusal } from '../../../src/formats/warp-signatures.ts'
import { networkConstants } from '../../../src/networks/constants.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from '../evm/evm-base.ts'
import { type PrimaryTransactionRow, primaryTransactionsOf } from './primary-base.ts'

interface ValidatorRow {
  network: 'mainnet' | 'fuji'
  validation_id: string
  validation_id_hex: string
  node_id: string
  subnet_id: string
  weight: number
  /** Total of fees since Etna at which the balance is used up. */
  paid_until: number | null
  created_at: number
  bls_public_key: string
}

interface WeightRow {
  network: string
  subnet_id: string
  validation_id: string
  from_height: number
  weight: number
  is_active: 0 | 1
}

/** nAVAX for each second and validator: the floor price of ACP-77. */
const price = 512

let base: BaseReader
let validators: ValidatorRow[]
let weights: WeightRow[]
let transactions: PrimaryTransactionRow[]

beforeAll(async () => {
  base = await openSmallBase()
  validators = rowsOf(base, 'SELECT * FROM l1_validator ORDER BY seq')
  weights = rowsOf(base, 'SELECT * FROM l1_validator_weight ORDER BY from_height')
  transactions = primaryTransactionsOf(base)
})
afterAll(() => base.close())

const unsignedOf = ({ bytes }: PrimaryTransactionRow) => platformTransactions.decode(bytes).unsigned

test('validation ids follow from conversions and registrations, and from nothing else', () => {
  const ids = transactions
    .filter(({ chain }) => chain === 'P')
    .flatMap((row) => {
      const tx = unsignedOf(row)
      if (tx.type === 'ConvertSubnetToL1Tx')
        return tx.validators.map((_, index) => conversionValidationId(tx.subnetId, index))
      if (tx.type !== 'RegisterL1ValidatorTx') return []
      return [registrationValidationId(encode(L1Message, l1MessageIn(unsignedBytesOf(tx.message))))]
    })
  expect(validators.map(({ validation_id }) => validation_id).sort()).toEqual(
    ids.map(encodeCb58).sort(),
  )
  for (const { validation_id, validation_id_hex } of validators)
    expect(toHex(parseId(validation_id))).toBe(validation_id_hex)
})

test('managers speak with two thirds of the weight that their L1 had before the block', () => {
  let messages = 0
  for (const row of transactions) {
    if (row.tx_type !== 'RegisterL1ValidatorTx' && row.tx_type !== 'SetL1ValidatorWeightTx')
      continue
    const tx = unsignedOf(row)
    if (!('message' in tx)) throw new Error('no message')
    const content = l1MessageIn(unsignedBytesOf(tx.message))
    if (!('validationId' in content) && content.type !== 'RegisterL1Validator')
      throw new Error(content.type)
    const subnetId =
      'subnetId' in content
        ? encodeCb58(content.subnetId)
        : validators.find(({ validation_id }) => validation_id === encodeCb58(content.validationId))
            ?.subnet_id
    const height = Number(row.block_number)
    const set = validators
      .filter((validator) => validator.subnet_id === subnetId)
      .flatMap((validator) => {
        const state = weights.findLast(
          (entry) => entry.validation_id === validator.validation_id && entry.from_height < height,
        )
        if (!state || state.weight === 0) return []
        const key = fromHex(validator.bls_public_key)
        return [
          {
            uncompressedPublicKey: state.is_active ? uncompressPublicKey(key) : undefined,
            weight: BigInt(state.weight),
          },
        ]
      })
    expect(warpRefusal(tx.message, canonicalSet(set), 67)).toBeUndefined()
    messages++
  }
  expect(messages).toBe(8)
})

test('balances shrink by the price of each second, until a validator has none', () => {
  const details = rowsOf<{
    validation_id: string
    remaining_balance: number
    balance_change: number | null
    timestamp: number
    tx_type: string
  }>(
    base,
    `SELECT d.*, t.timestamp, t.tx_type FROM transaction_l1_validator d
     JOIN primary_transaction t ON t.seq = d.tx_seq ORDER BY d.tx_seq`,
  )
  for (const validator of validators) {
    const own = details.filter(({ validation_id }) => validation_id === validator.validation_id)
    let balance = 0
    let last = validator.created_at
    for (const { remaining_balance, balance_change, timestamp } of own) {
      balance = Math.max(0, balance - price * (timestamp - last)) + (balance_change ?? 0)
      last = timestamp
      expect(remaining_balance).toBe(balance)
    }
    const end = rowsOf<{ time: number }>(
      base,
      `SELECT max(timestamp) AS time FROM primary_block
       WHERE network = '${validator.network}' AND chain = 'P'`,
    )[0]
    const left = Math.max(0, balance - price * ((end?.time ?? 0) - last))
    const etna = Date.parse(networkConstants[validator.network].upgrades.etna) / 1000
    const accrued = price * ((end?.time ?? 0) - etna)
    expect(validator.paid_until).toBe(left > 0 ? accrued + left : null)
  }
  // One ran out by itself: its last transaction left it a balance.
  const ranOut = validators.filter(
    ({ paid_until, validation_id }) =>
      paid_until === null &&
      (details.findLast((row) => row.validation_id === validation_id)?.remaining_balance ?? 0) > 0,
  )
  expect(ranOut.map(({ network }) => network)).toEqual(['mainnet', 'fuji'])
})

test('blocks count active validators and the fees since Etna', () => {
  for (const network of ['mainnet', 'fuji'] as const) {
    const etna = Date.parse(networkConstants[network].upgrades.etna) / 1000
    const blocks = rowsOf<{
      height: number
      timestamp: number
      l1_validators_accrued_fees: number | null
      active_l1_validators: number | null
    }>(
      base,
      `SELECT * FROM primary_block WHERE network = '${network}' AND chain = 'P' ORDER BY height`,
    )
    for (const block of blocks) {
      if (block.timestamp < etna) {
        expect(block.l1_validators_accrued_fees).toBeNull()
        expect(block.active_l1_validators).toBeNull()
        continue
      }
      expect(block.l1_validators_accrued_fees).toBe(price * (block.timestamp - etna))
      const active = validators.filter((validator) => {
        const state = weights.findLast(
          (entry) =>
            entry.network === network &&
            entry.validation_id === validator.validation_id &&
            entry.from_height <= block.height,
        )
        return state?.is_active === 1
      })
      expect(block.active_l1_validators, `${network} ${block.height}`).toBe(active.length)
    }
  }
})

test('the secret of every validator key is in the pool under the number that is stored', async () => {
  const pool = await loadBlsPool()
  const keys = rowsOf<{ bls_public_key: string; pool_index: number }>(
    base,
    'SELECT * FROM validator_key',
  )
  for (const { bls_public_key, pool_index } of keys)
    expect(toHex(pool.key(pool_index).publicKey)).toBe(bls_public_key)
  const known = new Set(keys.map(({ bls_public_key }) => bls_public_key))
  const used = rowsOf<{ key: string }>(
    base,
    `SELECT bls_public_key AS key FROM staking_period WHERE bls_public_key IS NOT NULL
     UNION SELECT bls_public_key FROM l1_validator`,
  )
  for (const { key } of used) expect(known).toContain(key)
  expect(used.length).toBeGreaterThan(10)
})
