import { expect, test } from 'vitest'
import { fractionSum, meanOf, quotient } from '../../../src/metrics/evm/rules.ts'

const big = 2n ** 53n

/** The doubles next to the quotients, worked out by hand. */
test.each([
  [0n, 0n, 0],
  [1n, 3n, 1 / 3],
  [big, 1n, 2 ** 53],
  [big + 1n, big + 1n, 1],
  // 1 - 2 / (2^53 + 1), which is two steps of 2^-53 below 1.
  [big - 1n, big + 1n, 1 - 2 ** -52],
  [10n ** 40n, 10n ** 39n, 10],
  [1n, 10n ** 30n, 1e-30],
])('%i divided by %i is the double next to it', (dividend, divisor, expected) => {
  expect(quotient({ dividend, divisor })).toBe(expected)
})

test('a sum of fractions does not depend on their order', () => {
  const fractions = [
    { dividend: 1n, divisor: 10n },
    { dividend: 2n, divisor: 10n },
    { dividend: 1n, divisor: 3n * big },
  ]
  expect(fractionSum(fractions.slice(0, 2))).toBe(0.3)
  expect(fractionSum(fractions)).toBe(fractionSum(fractions.toReversed()))
  expect(fractionSum([])).toBe(0)
})

test.each([
  [7, 2, 3.5],
  // Blocks may hold atomic transactions alone.
  ['0', 0, 0],
  ['25000000000000', 3, 25_000_000_000_000 / 3],
  // 2^53 + 1 lies between two doubles, and the third of it below the next one.
  ['9007199254740993', 3, 3_002_399_751_580_331],
])('%s in %i transactions is a mean, as near as a double can be', (amount, tx_count, expected) => {
  expect(meanOf({ amount, tx_count })).toBe(expected)
})
