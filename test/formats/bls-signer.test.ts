import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blsPublicKey, blsSecretKey, blsSign, blsVerify } from '../../src/formats/bls.ts'
import { blsSigner, signerWith } from '../../src/formats/bls-signer.ts'

test('the library in native code signs as the one without, to the byte', () => {
  expect(blsSigner).not.toBe(blsSign)
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (message, seed) => {
        const secretKey = blsSecretKey(seed)
        expect(blsSigner(message, secretKey)).toEqual(blsSign(message, secretKey))
      },
    ),
    { numRuns: 20 },
  )
})

test('a machine without the library signs all the same', () => {
  const message = new Uint8Array([1, 2, 3])
  const secretKey = blsSecretKey(new Uint8Array(32).fill(9))
  const signature = signerWith(undefined)(message, secretKey)
  expect(blsVerify(signature, message, blsPublicKey(secretKey))).toBe(true)
})
