import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import { fromHex, toHex } from '../../src/formats/ids.ts'
import {
  ewoqKey,
  parsePrivateKey,
  privateKeyText,
  publicKeyOf,
  quickSignerOf,
  recover,
  sign,
  uncompressedKey,
} from '../../src/formats/secp256k1.ts'

test('ewoq is the published key pair', () => {
  expect(toHex(ewoqKey)).toBe('0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
  expect(privateKeyText(ewoqKey)).toBe(
    'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
  )
  expect(toHex(publicKeyOf(ewoqKey))).toBe(
    '0x0327448e78ffa8cdb24cf19be0204ad954b1bdb4db8c51183534c1eecf2ebd094e',
  )
})

test('keys and signatures are those of another library, byte for byte', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (seed, hash) => {
        const secretKey = sha256(seed)
        const publicKey = secp256k1.getPublicKey(secretKey)
        const [v, ...rs] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
        expect(publicKeyOf(secretKey)).toEqual(publicKey)
        expect(uncompressedKey(publicKey)).toEqual(secp256k1.getPublicKey(secretKey, false))
        const signature = sign(hash, secretKey)
        expect(signature).toEqual(Uint8Array.of(...rs, v ?? NaN))
        expect(recover(hash, signature)).toEqual(publicKey)
      },
    ),
    { numRuns: 60 },
  )
})

test('a signature with a high s is refused, since it would change a transaction id', () => {
  const hash = sha256(fromHex('01'))
  const signature = sign(hash, ewoqKey)
  const { n } = secp256k1.Point.CURVE()
  const s = n - BigInt(toHex(signature.subarray(32, 64)))
  signature.set(fromHex(s.toString(16).padStart(64, '0')), 32)
  signature[64] = 1 - (signature[64] ?? NaN)
  expect(() => recover(hash, signature)).toThrow('upper half')
})

test('keys, hashes and signatures of a wrong form give a FormatError', () => {
  const zero = new Uint8Array(32)
  expect(() => publicKeyOf(zero)).toThrow(FormatError)
  expect(() => publicKeyOf(zero.subarray(1))).toThrow(FormatError)
  expect(() => sign(zero, zero)).toThrow(FormatError)
  expect(() => sign(zero.subarray(1), ewoqKey)).toThrow(FormatError)
  expect(() => uncompressedKey(new Uint8Array(33))).toThrow(FormatError)
  expect(() => recover(zero, new Uint8Array(65))).toThrow(FormatError)
  expect(() => recover(zero, new Uint8Array(64))).toThrow(FormatError)
  expect(() => parsePrivateKey('ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN')).toThrow(
    FormatError,
  )
})

test('any 65 bytes give a key or a FormatError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 65, maxLength: 65 }), fc.nat(1), (signature, v) => {
      signature[64] = v
      try {
        expect(recover(sha256(signature), signature)).toHaveLength(33)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
  )
})

test('quick signatures belong to the key, have a low s, and are the same each time', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (seed, hash) => {
        const secretKey = sha256(seed)
        const signature = sign(hash, quickSignerOf(secretKey))
        expect(sign(hash, quickSignerOf(secretKey))).toEqual(signature)
        // Refuses what is high.
        expect(recover(hash, signature)).toEqual(publicKeyOf(secretKey))
        const isValid = secp256k1.verify(
          signature.subarray(0, 64),
          hash,
          secp256k1.getPublicKey(secretKey),
          { prehash: false },
        )
        expect(isValid).toBe(true)
      },
    ),
  )
})
