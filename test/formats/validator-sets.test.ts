import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  canonicalSet,
  chooseSigners,
  decodeBitSet,
  encodeBitSet,
  hasQuorum,
  requiredWeight,
  type Validator,
  weightOf,
} from '../../src/formats/validator-sets.ts'

/** A stand-in for a key: the order of a set needs bytes only. */
const key = (...start: number[]) => Uint8Array.of(...start, ...new Uint8Array(96 - start.length))

const validators: fc.Arbitrary<Validator[]> = fc.array(
  fc.record({
    uncompressedPublicKey: fc.option(
      fc.nat(9).map((n) => key(n * 25, 9 - n)),
      { nil: undefined },
    ),
    weight: fc.bigInt({ min: 0n, max: 1000n }),
  }),
  { maxLength: 12 },
)
const percent = fc.nat(100)

test('a set is ordered by key, merges equal keys and counts the weight of the keyless', () => {
  const second = { uncompressedPublicKey: key(0xff), weight: 5n, name: 'a' }
  const first = { uncompressedPublicKey: key(0x02, 1), weight: 7n, name: 'b' }
  const again = { uncompressedPublicKey: key(0xff), weight: 11n, name: 'c' }
  const keyless = { uncompressedPublicKey: undefined, weight: 100n, name: 'd' }
  expect(canonicalSet([second, first, keyless, again])).toEqual({
    validators: [
      { publicKey: key(0x02, 1), weight: 7n, members: [first] },
      { publicKey: key(0xff), weight: 16n, members: [second, again] },
    ],
    totalWeight: 123n,
  })
})

test('the order of the input does not matter, and no weight is lost', () => {
  fc.assert(
    fc.property(validators, (given) => {
      const set = canonicalSet(given)
      const reversed = canonicalSet(given.toReversed())
      const shape = ({ validators }: typeof set) =>
        validators.map(({ publicKey, weight }) => [bytesToHex(publicKey), weight])
      expect(shape(reversed)).toEqual(shape(set))
      expect(shape(set).map(([hex]) => hex)).toEqual(
        shape(set)
          .map(([hex]) => hex)
          .sort(),
      )
      expect(set.totalWeight).toBe(given.reduce((sum, { weight }) => sum + weight, 0n))
    }),
    { numRuns: 100 },
  )
})

test('bit sets are big-endian and as short as possible', () => {
  const cases: [number[], string][] = [
    [[], ''],
    [[0], '01'],
    [[1, 2, 3], '0e'],
    [[7], '80'],
    [[8], '0100'],
    [[0, 19], '080001'],
  ]
  for (const [indices, hex] of cases) {
    expect(bytesToHex(encodeBitSet(indices))).toBe(hex)
    expect(decodeBitSet(hexToBytes(hex))).toEqual(indices)
  }
})

test('a bit set with a leading zero byte is refused', () => {
  expect(() => decodeBitSet(hexToBytes('000e'))).toThrow(FormatError)
  expect(() => decodeBitSet(hexToBytes('00'))).toThrow(FormatError)
})

test('bit sets are read back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(300)), (indices) => {
      expect(decodeBitSet(encodeBitSet(indices))).toEqual(indices.toSorted((a, b) => a - b))
    }),
  )
})

test('the required weight is the least that has quorum', () => {
  expect(requiredWeight(100n, 67)).toBe(67n)
  expect(requiredWeight(101n, 67)).toBe(68n)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), percent, (total, quorum) => {
      const required = requiredWeight(total, quorum)
      expect(hasQuorum(required, total, quorum)).toBe(true)
      if (required > 0n) expect(hasQuorum(required - 1n, total, quorum)).toBe(false)
    }),
  )
})

const weights = (...values: bigint[]) =>
  canonicalSet(values.map((weight, i) => ({ uncompressedPublicKey: key(i), weight })))

test('signers are the heaviest until the quorum is reached, equals in canonical order', () => {
  expect(chooseSigners(weights(15n, 20n, 30n, 25n, 10n), { quorum: 67 })).toEqual([1, 2, 3])
  expect(chooseSigners(weights(10n, 10n, 10n, 10n), { quorum: 50 })).toEqual([0, 1])
  expect(chooseSigners(weights(10n, 10n), { quorum: 0 })).toEqual([0])
  expect(chooseSigners(weights(), { quorum: 0 })).toBeUndefined()
})

test('a buffer adds signers, or is given up when out of reach', () => {
  const set = weights(40n, 30n, 20n, 10n)
  expect(chooseSigners(set, { quorum: 67, buffer: 20 })).toEqual([0, 1, 2])
  const canSign = ({ weight }: { weight: bigint }) => weight !== 20n
  expect(chooseSigners(set, { quorum: 67, buffer: 20, canSign })).toEqual([0, 1])
  expect(chooseSigners(set, { quorum: 81, canSign })).toBeUndefined()
})

test('signers are found exactly when all who can sign have quorum, and none is dispensable', () => {
  fc.assert(
    fc.property(validators, percent, (given, quorum) => {
      const set = canonicalSet(given)
      const all = set.validators.map((_, index) => index)
      const signers = chooseSigners(set, { quorum })
      const reachable = all.length > 0 && hasQuorum(weightOf(set, all), set.totalWeight, quorum)
      expect(signers !== undefined).toBe(reachable)
      if (!signers) return
      expect(hasQuorum(weightOf(set, signers), set.totalWeight, quorum)).toBe(true)
      for (const one of signers) {
        const others = signers.filter((index) => index !== one)
        if (others.length > 0)
          expect(hasQuorum(weightOf(set, others), set.totalWeight, quorum)).toBe(false)
      }
    }),
    { numRuns: 200 },
  )
})
