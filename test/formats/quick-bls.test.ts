import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aggregatePublicKeys,
  blsPublicKey,
  blsSecretKey,
  blsSign,
  blsVerify,
  sumSecretKeys,
  uncompressPublicKey,
} from '../../src/formats/bls.ts'
import { type QuickBls, quickBls, quickBlsWith } from '../../src/formats/quick-bls.ts'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyMessage = fc.uint8Array({ maxLength: 300 })

test('the library in native code signs as the one without, to the byte', () => {
  expect(quickBls.sign).not.toBe(blsSign)
  fc.assert(
    fc.property(anyMessage, seed, (message, random) => {
      const secretKey = blsSecretKey(random)
      expect(quickBls.sign(message, secretKey)).toEqual(blsSign(message, secretKey))
    }),
    { numRuns: 20 },
  )
})

test.each(['nothing', 'message', 'signature', 'key', 'one key less'])(
  'it accepts what the one without accepts, with %s altered',
  (altered) => {
    const seeds = fc.array(seed, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(anyMessage, seeds, fc.nat(), (message, seeds, at) => {
        const secretKeys = seeds.map(blsSecretKey)
        const keys = secretKeys.map(blsPublicKey)
        const signature = blsSign(message, sumSecretKeys(secretKeys))
        if (altered === 'signature') flip(signature, at)
        if (altered === 'key') flip(keys[0], at)
        if (altered === 'one key less') keys.pop()
        const signed = altered === 'message' ? new Uint8Array([...message, 0]) : message
        const slowly = () => blsVerify(signature, signed, aggregatePublicKeys(keys))
        expect(outcomeOf(() => quickBls.verify(signature, signed, keys))).toBe(outcomeOf(slowly))
        expect(outcomeOf(slowly) === 'true').toBe(altered === 'nothing')
      }),
      { numRuns: 3 },
    )
  },
)

const flip = (bytes: Uint8Array | undefined, at: number) => {
  if (bytes) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
}

function outcomeOf(verify: () => boolean): string {
  try {
    return String(verify())
  } catch (error) {
    return String(error)
  }
}

test.each<[string, QuickBls]>([
  ['with the library', quickBls],
  ['without it', quickBlsWith(undefined)],
])('a machine signs and verifies %s', (_, bls) => {
  const message = new Uint8Array([1, 2, 3])
  const secretKey = blsSecretKey(new Uint8Array(32).fill(9))
  const publicKey = blsPublicKey(secretKey)
  const signature = bls.sign(message, secretKey)
  expect(blsVerify(signature, message, publicKey)).toBe(true)
  for (const key of [publicKey, uncompressPublicKey(publicKey)])
    expect(bls.verify(signature, message, [key])).toBe(true)
  // Of no key: the point at infinity, as key and as signature.
  const notOnCurve = Uint8Array.from({ length: 48 }, (_, i) => (i === 0 ? 0xc0 : 0))
  const nothing = Uint8Array.from({ length: 96 }, (_, i) => (i === 0 ? 0xc0 : 0))
  expect(bls.verify(nothing, message, [publicKey])).toBe(false)
  expect(() => bls.verify(nothing, message, [notOnCurve])).toThrow('not a point of')
  expect(() => bls.verify(signature, message, [])).toThrow('there are no signatures to aggregate')
})
