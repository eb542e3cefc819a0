import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, decimalText, product, rounded } from '../../src/util/decimal.ts'

test.each([
  ['0', '0'],
  ['42', '42'],
  ['42.420', '42.42'],
  ['0.00012', '0.00012'],
  ['10.000', '10'],
  ['340282366920938463463374607431768211456.5', '340282366920938463463374607431768211456.5'],
])('%s is written as %s', (text, written) => {
  expect(decimalText(decimal(text))).toBe(written)
})

test.each([
  ['0.1', '0.2', '0.02'],
  ['42.42', '0.9213', '39.081546'],
  ['123456789012345678.9', '0', '0'],
])('%s times %s is %s', (a, b, expected) => {
  expect(decimalText(product(decimal(a), decimal(b)))).toBe(expected)
})

test.each([
  ['1.2345', 2, '1.23'],
  ['1.235', 2, '1.24'],
  ['0.999', 2, '1'],
  ['0.0049', 2, '0'],
  ['1.5', 8, '1.5'],
  ['2.5', 0, '3'],
])('%s to %i places is %s', (text, places, expected) => {
  expect(decimalText(rounded(decimal(text), places))).toBe(expected)
})

test('rounding moves a number by at most half of its last place', () => {
  const number = fc.record({
    digits: fc.bigInt({ min: 0n, max: 10n ** 40n }),
    places: fc.nat(30),
  })
  fc.assert(
    fc.property(number, fc.nat(30), (exact, max) => {
      const near = rounded(exact, max)
      expect(near.places).toBeLessThanOrEqual(max)
      const scale = 10n ** BigInt(exact.places - near.places)
      const error = near.digits * scale - exact.digits
      expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(scale)
    }),
  )
})
