import fc from 'fast-check'
import { expect } from 'vitest'
import { decode, encode, FormatError, type Schema } from '../../../src/formats/codec.ts'
import { arbitraryOf } from './arbitrary.ts'

/** decode(encode(v)) = v, and the bytes come back from the decoded value. */
export function expectRoundTrips(schema: Schema<unknown>, numRuns = 100): void {
  fc.assert(
    fc.property(arbitraryOf(schema), (value) => {
      const bytes = encode(schema, value)
      expect(bytes.length).toBeGreaterThanOrEqual(schema.minSize)
      const decoded = decode(schema, bytes)
      expect(decoded).toStrictEqual(value)
      expect(hexOf(encode(schema, decoded))).toBe(hexOf(bytes))
    }),
    { numRuns },
  )
}

// Arrays of bytes are compared one key after the other.
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * For any change of the bytes of a value, decoding gives a value with exactly these bytes, or a
 * FormatError. Cut short or extended they never decode.
 */
export function expectSafeDecoding(schema: Schema<unknown>, numRuns = 100): void {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      arbitraryOf(schema),
      fc.nat(),
      changes,
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      (value, cut, edits, tail) => {
        const bytes = encode(schema, value)
        expect(() => decode(schema, bytes.subarray(0, cut % bytes.length))).toThrow(FormatError)
        expect(() => decode(schema, Uint8Array.of(...bytes, ...tail))).toThrow(FormatError)
        for (const [where, byte] of edits) bytes[where % bytes.length] = byte
        expectExactOrRefused(schema, bytes)
        expectExactOrRefused(schema, tail)
      },
    ),
    { numRuns },
  )
}

function expectExactOrRefused(schema: Schema<unknown>, bytes: Uint8Array): void {
  let decoded: unknown
  try {
    decoded = decode(schema, bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError)
    return
  }
  expect(encode(schema, decoded)).toEqual(bytes)
}
