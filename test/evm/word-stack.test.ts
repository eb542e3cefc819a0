import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMBS, WordStack } from '../../src/evm/word-stack.ts'

const edge = fc.constantFrom(0n, 1n, 2n ** 32n - 1n, 2n ** 255n - 1n, 2n ** 255n, 2n ** 256n - 1n)
const word = fc.oneof(
  edge,
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 2n ** 53n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const signed = (value: bigint) => BigInt.asIntN(256, value)

/** Returns the stack of an execution that has a first frame. */
function stackOfFrame(): WordStack {
  const stack = new WordStack()
  stack.reserve(0)
  return stack
}

type Binary = Exclude<
  {
    [Name in keyof WordStack]: WordStack[Name] extends (a: number, b: number) => void ? Name : never
  }[keyof WordStack],
  'setNumber' | 'copy' | 'swap' | 'setFlag'
>

/** Meaning of each operation in integers; `a` is the upper word. */
const meanings: Partial<Record<Binary, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => (b === 0n ? 0n : a / b),
  modulo: (a, b) => (b === 0n ? 0n : a % b),
  signedDivide: (a, b) => (b === 0n ? 0n : signed(a) / signed(b)),
  signedModulo: (a, b) => (b === 0n ? 0n : signed(a) % signed(b)),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shiftLeft: (a, b) => (a > 255n ? 0n : b << a),
  shiftRight: (a, b) => (a > 255n ? 0n : b >> a),
  signedShiftRight: (a, b) => signed(b) >> (a > 255n ? 255n : a),
  byte: (a, b) => (a > 31n ? 0n : (b >> (8n * (31n - a))) & 255n),
  signExtend: (a, b) => (a > 30n ? b : BigInt.asIntN(8 * (Number(a) + 1), b)),
}

test.each(Object.entries(meanings))(
  '%s does with limbs what it does with integers',
  (name, meaning) => {
    const stack = stackOfFrame()
    fc.assert(
      fc.property(word, word, (a, b) => {
        stack.setBigint(LIMBS, a)
        stack.setBigint(0, b)
        stack[name as 'add'](LIMBS, 0)
        expect(stack.toBigint(0)).toBe(BigInt.asUintN(256, meaning(a, b)))
      }),
      { seed: 1, numRuns: 1000 },
    )
  },
)

test('a power is the same as by integers', () => {
  const stack = stackOfFrame()
  fc.assert(
    fc.property(word, fc.bigInt({ min: 0n, max: 600n }), (base, exponent) => {
      stack.setBigint(LIMBS, base)
      stack.setBigint(0, exponent)
      stack.power(LIMBS, 0)
      expect(stack.toBigint(0)).toBe(BigInt.asUintN(256, base ** exponent))
    }),
    { seed: 1, numRuns: 100 },
  )
})

test('words compare as unsigned and as signed integers', () => {
  const stack = stackOfFrame()
  fc.assert(
    fc.property(word, word, (a, b) => {
      stack.setBigint(LIMBS, a)
      stack.setBigint(0, b)
      expect(stack.isBelow(LIMBS, 0)).toBe(a < b)
      expect(stack.isSignedBelow(LIMBS, 0)).toBe(signed(a) < signed(b))
      expect(stack.isEqual(LIMBS, 0)).toBe(a === b)
      expect(stack.isZero(0)).toBe(b === 0n)
    }),
    { seed: 1, numRuns: 1000 },
  )
})

test('numbers, addresses and bytes come back from a word as they went in', () => {
  const stack = stackOfFrame()
  stack.setNumber(0, 2 ** 53 - 1)
  expect(stack.toNumber(0)).toBe(2 ** 53 - 1)
  expect(stack.toBigint(0)).toBe(2n ** 53n - 1n)
  stack.setBigint(0, 2n ** 53n)
  expect(stack.toNumber(0)).toBe(Number.POSITIVE_INFINITY)
  const address = '0x00112233445566778899aabbccddeeff01234567'
  stack.setAddress(0, address)
  expect(stack.toAddress(0)).toBe(address)
  expect(stack.toBigint(0)).toBe(BigInt(address))
  stack.setBytes(0, Uint8Array.of(9, 1, 2, 3, 9), 1, 3)
  expect(stack.toBigint(0)).toBe(0x010203n)
})

test('words below stay when the stack grows for a further frame', () => {
  const stack = stackOfFrame()
  stack.setBigint(0, 5n)
  stack.reserve(100_000)
  stack.setBigint(100_500 * LIMBS, 6n)
  expect([stack.toBigint(0), stack.toBigint(100_500 * LIMBS)]).toEqual([5n, 6n])
})

test('a word as bytes is its number, big-endian', () => {
  fc.assert(
    fc.property(word, (value) => {
      const stack = stackOfFrame()
      stack.setBigint(LIMBS, value)
      const digits = value.toString(16).padStart(64, '0')
      expect(Buffer.from(stack.toBytes(LIMBS)).toString('hex')).toBe(digits)
    }),
  )
})
