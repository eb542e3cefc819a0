import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { p256PublicKey, signP256, signP256Quickly } from '../../src/formats/p256.ts'

const secretKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => p256.utils.isValidSecretKey(bytes))

test('keys and signatures are those of another library, byte for byte', () => {
  fc.assert(
    fc.property(secretKey, fc.uint8Array({ maxLength: 200 }), (key, message) => {
      expect(Buffer.from(p256PublicKey(key))).toEqual(Buffer.from(p256.getPublicKey(key, false)))
      expect(Buffer.from(signP256(message, key))).toEqual(
        Buffer.from(p256.sign(message, key, { format: 'der', lowS: false })),
      )
    }),
    { numRuns: 60 },
  )
})

test('quick signatures belong to the key and are the same each time', () => {
  fc.assert(
    fc.property(secretKey, fc.uint8Array({ maxLength: 200 }), (key, message) => {
      const signature = signP256Quickly(message, key)
      expect(signP256Quickly(message, key)).toEqual(signature)
      const isValid = p256.verify(signature, message, p256.getPublicKey(key), {
        format: 'der',
        lowS: false,
      })
      expect(isValid).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test.each([new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31).fill(1)])(
  'bytes that are no key are refused: %s',
  (key) => {
    expect(() => p256PublicKey(key)).toThrow('not a P-256 key')
    expect(() => signP256(new Uint8Array(), key)).toThrow('not a P-256 key')
  },
)
