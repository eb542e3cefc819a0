import { expect, test } from 'vitest'
import { fractionSum, quotient } from '../../../src/metrics/evm/rules.ts'

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
