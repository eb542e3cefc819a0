import {
  aggregateSerializedSignatures,
  fastAggregateVerify,
  PublicKey,
  SecretKey,
  Signature,
  verify,
} from '@chainsafe/blst'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aggregatePublicKeys,
  aggregateSignatures,
  blsPublicKey,
  blsSecretKey,
  blsSign,
  blsVerify,
  compressPublicKey,
  proofOfPossession,
  sumSecretKeys,
  uncompressPublicKey,
  verifyProofOfPossession,
} from '../../src/formats/bls.ts'
import { FormatError } from '../../src/formats/codec.ts'

/** Validator 1 of the local network that avalanchego ships. */
const secretKey = utf8ToBytes('AvalancheLocalNetworkValidator01')
const publicKey = hexToBytes(
  '900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d',
)
const uncompressed = hexToBytes(
  '100c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d0a4e3d30c04795ab062cd8e7f6acde3167f3fe4701dcaa59445f07546d7c973b1ed8f7124cd9d45642ab365b54ec3c76',
)
const proof = hexToBytes(
  '8bfd6d4d2086b2b8115d8f72f94095fefe5a6c07876b2accf51a811adf520f389e74a3d2152a6d90b521e2be58ffe468043dc5ea68b4c44410eb67f8dc24f13ed4f194000764c0e922cd254a3588a4962b1cb4db7de4bb9cda9d9d4d6b03f3d2',
)
const message = utf8ToBytes('hello warp')
const signature = hexToBytes(
  'a1feb8dd5065887d217226f504c5b63d3d84580800cb461baf1382731eb8859a6f865a2240ce17656db21654ab630b45112e5a840130263589937ec6c5c711c703e0f2381307f20b9982d11b8e5e03b57d11d6b12f83ba147943afb7ca942acb',
)

const secretKeys = [1, 2, 3].map((number) => blsSecretKey(new Uint8Array(32).fill(number * 50)))

test('the published local validator has its published keys and proof of possession', () => {
  expect(blsPublicKey(secretKey)).toEqual(publicKey)
  expect(uncompressPublicKey(publicKey)).toEqual(uncompressed)
  expect(compressPublicKey(uncompressed)).toEqual(publicKey)
  expect(proofOfPossession(secretKey)).toEqual(proof)
  expect(verifyProofOfPossession(proof, publicKey)).toBe(true)
})

test('a signature equals the known one and verifies under both forms of the key', () => {
  expect(blsSign(message, secretKey)).toEqual(signature)
  expect(blsVerify(signature, message, publicKey)).toBe(true)
  expect(blsVerify(signature, message, uncompressed)).toBe(true)
})

test('another message, key or use makes a signature invalid', () => {
  const other = blsPublicKey(secretKeys[0] as Uint8Array)
  expect(blsVerify(signature, message.with(0, 0), publicKey)).toBe(false)
  expect(blsVerify(signature, message, other)).toBe(false)
  expect(verifyProofOfPossession(proof, other)).toBe(false)
  // A proof is no signature over the key: the two uses hash to different points.
  expect(blsVerify(proof, publicKey, publicKey)).toBe(false)
})

test('blst gives the same keys, signatures and aggregates', () => {
  const keys = secretKeys.map((key) => SecretKey.fromBytes(key))
  const publicKeys = secretKeys.map(blsPublicKey)
  const signatures = secretKeys.map((key) => blsSign(message, key))
  keys.forEach((key, i) => {
    expect(publicKeys[i]).toEqual(new Uint8Array(key.toPublicKey().toBytes()))
    expect(signatures[i]).toEqual(new Uint8Array(key.sign(message).toBytes()))
  })
  const aggregate = aggregateSignatures(signatures)
  expect(aggregate).toEqual(new Uint8Array(aggregateSerializedSignatures(signatures).toBytes()))
  const points = publicKeys.map((key) => PublicKey.fromBytes(key, true))
  expect(fastAggregateVerify(message, points, Signature.fromBytes(aggregate))).toBe(true)
  const sum = PublicKey.fromBytes(aggregatePublicKeys(publicKeys), true)
  expect(verify(message, sum, Signature.fromBytes(aggregate))).toBe(true)
})

test('signing once with the sum of the secret keys gives the aggregate', () => {
  const signatures = secretKeys.map((key) => blsSign(message, key))
  expect(blsSign(message, sumSecretKeys(secretKeys))).toEqual(aggregateSignatures(signatures))
  expect(blsPublicKey(sumSecretKeys(secretKeys))).toEqual(
    aggregatePublicKeys(secretKeys.map(blsPublicKey)),
  )
})

test('a seed beyond the group order is reduced, one below stays as it is', () => {
  const order = '73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'
  expect(bytesToHex(blsSecretKey(hexToBytes(order.replace(/1$/, '3'))))).toBe('2'.padStart(64, '0'))
  expect(blsSecretKey(secretKey)).toEqual(secretKey)
})

test('a secret that is zero, too large or too short is refused', () => {
  for (const secret of [
    new Uint8Array(32),
    new Uint8Array(32).fill(255),
    new Uint8Array(31).fill(1),
  ]) {
    expect(() => blsPublicKey(secret)).toThrow(FormatError)
    expect(() => blsSign(message, secret)).toThrow(FormatError)
  }
})

test('bytes that are no key are a format error, and no bytes make verification throw', () => {
  const infinity = new Uint8Array(48).with(0, 0xc0)
  // On the curve with x = 4, but outside the group of keys.
  const outside = new Uint8Array(48).with(0, 0x80).with(47, 4)
  for (const key of [infinity, outside, new Uint8Array(48), new Uint8Array(0)]) {
    expect(() => uncompressPublicKey(key)).toThrow(FormatError)
    expect(blsVerify(signature, message, key)).toBe(false)
  }
  expect(() => aggregatePublicKeys([])).toThrow(FormatError)
  expect(() => aggregateSignatures([])).toThrow(FormatError)
  expect(() => aggregateSignatures([new Uint8Array(96)])).toThrow(FormatError)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(blsVerify(bytes, message, publicKey)).toBe(false)
      expect(() => compressPublicKey(bytes)).toThrow(FormatError)
    }),
    { numRuns: 20 },
  )
})
