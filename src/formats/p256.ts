import { createECDH, createHmac } from 'node:crypto'
import { invert, mod } from '@noble/curves/abstract/modular.js'
import { p256 } from '@noble/curves/nist.js'
import { bytesToNumberBE, concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { FormatError } from './codec.ts'
import { der, tag } from './der.ts'
import { sha256 } from './hashes.ts'
import { quickSigner } from './prepared-nonces.ts'

// node:crypto draws a random nonce for each ECDSA signature. Containers must be the same on every
// machine, so the nonce follows RFC 6979 here. The one expensive step, a multiplication of the base
// point, uses node:crypto: six times as fast as in JavaScript. As in Go's library, s may be high.

const order = p256.Point.CURVE().n
const ecdh = createECDH('prime256v1')
const signQuickly = quickSigner({ name: 'P-256', order, multiplyBase })

/**
 * Returns the public key of a 32-byte P-256 secret key: 65 bytes, `04` first; throws {@link
 * FormatError}.
 */
export function p256PublicKey(secretKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(secretKey)) throw new FormatError('secretKey', 'not a P-256 key')
  return multiplyBase(secretKey)
}

/**
 * Returns an ASN.1 DER signature over SHA-256 of `message`, 68 to 72 bytes; throws {@link
 * FormatError}.
 */
export function signP256(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(secretKey)) throw new FormatError('secretKey', 'not a P-256 key')
  const digest = mod(bytesToNumberBE(sha256(message)), order)
  const secret = bytesToNumberBE(secretKey)
  for (const nonce of nonces(secretKey, numberToBytesBE(digest, 32))) {
    const r = mod(bytesToNumberBE(multiplyBase(nonce).subarray(1, 33)), order)
    const s = mod(invert(bytesToNumberBE(nonce), order) * (digest + r * secret), order)
    if (r !== 0n && s !== 0n) return der(tag.sequence, unsigned(r), unsigned(s))
  }
  throw new Error('internal error: no valid nonce was found')
}

/**
 * Signs like {@link signP256} at a tenth of its cost, with nonces that repeat: only for a publicly
 * computable secret key.
 */
export function signP256Quickly(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  const { r, s } = signQuickly(sha256(message), bytesToNumberBE(secretKey))
  return der(tag.sequence, unsigned(r), unsigned(s))
}

/** Generates the candidates of RFC 6979, section 3.2, each 32 bytes and below the order. */
function* nonces(secretKey: Uint8Array, digest: Uint8Array): Generator<Uint8Array> {
  const hmac = (key: Uint8Array, ...data: Uint8Array[]): Uint8Array =>
    createHmac('sha256', key)
      .update(concatBytes(...data))
      .digest()
  let value: Uint8Array = new Uint8Array(32).fill(1)
  let key: Uint8Array = new Uint8Array(32)
  for (const separator of [0, 1]) {
    key = hmac(key, value, Uint8Array.of(separator), secretKey, digest)
    value = hmac(key, value)
  }
  for (;;) {
    value = hmac(key, value)
    const candidate = bytesToNumberBE(value)
    if (candidate > 0n && candidate < order) yield value
    key = hmac(key, value, Uint8Array.of(0))
    value = hmac(key, value)
  }
}

/** Multiplies the base point by a scalar below the order: 65 bytes, `04` first. */
function multiplyBase(scalar: Uint8Array): Uint8Array {
  ecdh.setPrivateKey(scalar)
  return ecdh.getPublicKey()
}

/** Encodes a number as an ASN.1 integer: the fewest bytes that keep its first bit 0. */
function unsigned(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return der(tag.integer, (bytes[0] ?? 0) >= 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes)
}
