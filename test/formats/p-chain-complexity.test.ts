import { describe, expect, test } from 'vitest'
import {
  gasAfter,
  gasConsumed,
  gasPrice,
  platformComplexity,
  platformFeeConfig,
} from '../../src/formats/p-chain-complexity.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { transactionVectors } from './p-chain-fee-vectors.ts'

/** Weights and price of the node's own test, beside its table of transactions. */
const weights = [1, 2000, 20_000, 10] as const

describe.each(transactionVectors)('$name', ({ hex, fee }) => {
  const { unsigned, bytes } = platformTransactions.decode(Buffer.from(hex, 'hex'))

  test('costs what the node says', () => {
    const complexity = platformComplexity(unsigned)
    const { bandwidth = 0, databaseReads = 0, databaseWrites = 0, compute = 0 } = complexity ?? {}
    expect(complexity && bandwidth).toBe(fee === undefined ? undefined : bytes.length)
    expect(
      bandwidth * weights[0] +
        databaseReads * weights[1] +
        databaseWrites * weights[2] +
        compute * weights[3],
    ).toBe(fee ?? 0)
  })
})

test('gas comes back by the second, and the excess falls', () => {
  const full = gasAfter({ capacity: 0, excess: 0n }, 60)
  expect(full).toEqual({ capacity: platformFeeConfig.maxCapacity, excess: 0n })
  const used = gasConsumed(full, 300_000)
  expect(used).toEqual({ capacity: 700_000, excess: 300_000n })
  expect(gasAfter(used, 2)).toEqual({ capacity: 900_000, excess: 200_000n })
  expect(gasAfter(used, 10)).toEqual({ capacity: 1_000_000, excess: 0n })
})

test.each([
  [0n, 1n],
  [1_000_000n, 1n],
  // The constant doubles the price after a minute of full blocks: e^(1,500,000 / 2,164,043) > 2.
  [1_500_010n, 2n],
  [10_000_000n, 101n],
  // Prices end at the greatest unsigned number of 64 bits.
  [1_000_000_000n, 2n ** 64n - 1n],
])('an excess of %i gas has the price %i', (excess, price) => {
  expect(gasPrice(excess)).toBe(price)
})
