import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkConstants } from '../../../src/networks/constants.ts'
import {
  initialSupply,
  percentOf,
  primaryRewards,
  rewardOf,
  splitReward,
} from '../../../src/simulator/primary/staking/rewards.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from '../evm/evm-base.ts'
import {
  type PrimaryTransactionRow,
  primaryTransactionsOf,
  type UtxoRow,
  utxosOf,
} from './primary-base.ts'

interface DelegatorRow {
  network: 'mainnet' | 'fuji'
  tx_id: string
  amount: string
  delegation_fee: string
  start_timestamp: number
  end_timestamp: number
  gross_reward: string
  net_reward: string
}

const now = 1_768_435_200
const daySeconds = 86_400
const nAvax = 1_000_000_000n

let base: BaseReader
let transactions: PrimaryTransactionRow[]
let utxos: UtxoRow[]
let delegators: DelegatorRow[]

beforeAll(async () => {
  base = await openSmallBase()
  transactions = primaryTransactionsOf(base)
  utxos = utxosOf(base)
  delegators = rowsOf(base, 'SELECT * FROM delegator ORDER BY seq')
})
afterAll(() => base.close())

const cortina = (network: 'mainnet' | 'fuji') =>
  Date.parse(networkConstants[network].upgrades.cortina) / 1000

test('a year at the first supply earns twelve percent, less time a lower rate', () => {
  // (720 - 360) / 360 of the stake's rate: 12 % for 365 days.
  const stake = (amount: bigint, days: number) => ({ amount, seconds: days * daySeconds })
  expect(rewardOf(primaryRewards, stake(2000n * nAvax, 365), initialSupply)).toBe(240n * nAvax)
  // 73 days are a fifth of the period: 10.4 % of a fifth.
  expect(rewardOf(primaryRewards, stake(1000n * nAvax, 73), initialSupply)).toBe(20_800_000_000n)
  expect(rewardOf(primaryRewards, stake(nAvax, 365), 720_000_000n * nAvax)).toBe(0n)
})

test('the shares of a reward sum to it, whatever the fee', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 15n),
      fc.integer({ min: 0, max: 1_000_000 }),
      (reward, fee) => {
        const { delegator, validator } = splitReward(reward, fee)
        expect(delegator + validator).toBe(reward)
        // The rounding goes to the validator.
        expect(validator * 1_000_000n).toBeGreaterThanOrEqual(reward * BigInt(fee))
        expect(validator * 1_000_000n).toBeLessThan(reward * BigInt(fee) + 1_000_000n)
      },
    ),
  )
  expect(percentOf(20_000)).toBe('2')
  expect(percentOf(45_000)).toBe('4.5')
})

test('a completed delegation has its net reward as an output, others have none', () => {
  let paid = 0
  for (const { network, tx_id, end_timestamp, gross_reward, net_reward } of delegators) {
    const rewards = utxos.filter(
      (row) => row.network === network && row.tx_id === tx_id && row.reward_type === 'DELEGATOR',
    )
    const expected = end_timestamp <= now && net_reward !== '0' ? [net_reward] : []
    expect(rewards.map(({ amount }) => amount)).toEqual(expected)
    expect(BigInt(net_reward)).toBeLessThanOrEqual(BigInt(gross_reward))
    paid += rewards.length
  }
  expect(paid).toBeGreaterThan(8)
})

test('delegations are listed by their starts and are pending, active or completed', () => {
  for (const network of ['mainnet', 'fuji']) {
    const own = delegators.filter((row) => row.network === network)
    const starts = own.map(({ start_timestamp }) => start_timestamp)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    expect(own.filter((row) => row.start_timestamp > now).length).toBeGreaterThanOrEqual(2)
    expect(own.filter((row) => row.end_timestamp <= now).length).toBeGreaterThan(5)
    expect(
      own.filter((row) => row.start_timestamp <= now && row.end_timestamp > now).length,
    ).toBeGreaterThan(2)
  }
})

test('a stake that has ended and its RewardValidatorTx point at each other', () => {
  const byId = new Map(transactions.map((row) => [`${row.network} ${row.tx_id}`, row]))
  const stakes = transactions.filter(({ estimated_reward }) => estimated_reward !== null)
  for (const stake of stakes) {
    const isOver = (stake.end_timestamp ?? 0) <= now
    expect(stake.reward_tx_id !== null, stake.tx_id).toBe(isOver)
    if (!isOver) continue
    const reward = byId.get(`${stake.network} ${stake.reward_tx_id}`)
    expect(reward?.tx_type).toBe('RewardValidatorTx')
    expect(reward?.staking_tx_id).toBe(stake.tx_id)
  }
  expect(stakes.length).toBeGreaterThan(50)
})

test('fees of delegations are paid at once before Cortina and with the validator after it', () => {
  const byId = new Map(transactions.map((row) => [`${row.network} ${row.tx_id}`, row]))
  const fees = utxos.filter(({ reward_type }) => reward_type === 'VALIDATOR_FEE')
  const kinds = new Set(
    fees.map(({ network, tx_id }) => {
      const stake = byId.get(`${network} ${tx_id}`)
      if (!stake) throw new Error('a fee without a stake')
      const isDelegation = /Delegator/.test(stake.tx_type)
      if (!isDelegation) expect(stake.start_timestamp).toBeGreaterThanOrEqual(cortina(network))
      return isDelegation ? 'at once' : 'with the validator'
    }),
  )
  expect(kinds).toEqual(new Set(['at once', 'with the validator']))
})

test('supply grows by what stakes are promised and falls only when one is denied', () => {
  for (const network of ['mainnet', 'fuji'] as const) {
    const blocks = base.all<{ network: string }, { current_supply: string; block_type: string }>(
      {
        sql: "SELECT current_supply, block_type FROM primary_block WHERE network = :network AND chain = 'P' ORDER BY height",
      },
      { network },
    )
    expect(blocks[0]?.current_supply).toBe('360000000000000000')
    blocks.slice(1).forEach(({ current_supply, block_type }, index) => {
      const change = BigInt(current_supply) - BigInt(blocks[index]?.current_supply ?? 0)
      if (change < 0n) expect(block_type).toMatch(/AbortBlock$/)
    })
    expect(BigInt(blocks.at(-1)?.current_supply ?? 0)).toBeGreaterThan(initialSupply)
  }
})
