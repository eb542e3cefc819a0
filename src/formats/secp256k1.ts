import { createRequire } from 'node:module'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { FormatError } from './codec.ts'
import { decodeCb58, encodeCb58 } from './ids.ts'
import { keccak256 } from './keccak.ts'
import { quickSigner } from './prepared-nonces.ts'
import { wordOf } from './words.ts'

// libsecp256k1 in WebAssembly signs four times and recovers five times as fast as @noble/curves,
// with the same bytes: both derive the nonce by RFC 6979. Few starts need it, and loading compiles
// it.
let loaded: typeof import('tiny-secp256k1') | undefined
const curve = (): typeof import('tiny-secp256k1') => {
  loaded ??= createRequire(import.meta.url)('tiny-secp256k1') as typeof import('tiny-secp256k1')
  return loaded
}

const privateKeyPrefix = 'PrivateKey-'
const halfOrder = Buffer.from(
  '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0',
  'hex',
)

/** Order of the group (SEC 2, 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** A signer: a 32-byte secret key, or a function that signs a 32-byte hash in its own way. */
export type Signer = Uint8Array | ((hash: Uint8Array) => Uint8Array)

/** Returns whether 32 bytes are a secret key: above 0 and below the order of the group. */
export function isSecretKey(bytes: Uint8Array): boolean {
  const scalar = bytesToNumberBE(bytes)
  return scalar > 0n && scalar < order
}

/**
 * Returns the public key of a 32-byte secret key, 33 bytes compressed; throws {@link FormatError}.
 */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  const point = attempt(() => curve().pointFromScalar(secretKey, true))
  if (!point) throw new FormatError('secretKey', 'not a secp256k1 key')
  return point
}

/**
 * Returns the 65-byte form, `04` first, of a public key of 33 or 65 bytes; throws {@link
 * FormatError}.
 */
export function uncompressedKey(publicKey: Uint8Array): Uint8Array {
  const point = attempt(() => curve().pointCompress(publicKey, false))
  if (!point) throw new FormatError('publicKey', 'not a secp256k1 point')
  return point
}

/**
 * Returns the EVM address of a public key of 33 or 65 bytes: the last 20 bytes of the Keccak-256 of
 * its point.
 */
export function evmAddressOf(publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  return keccak256(uncompressedKey(publicKey).subarray(1)).slice(12)
}

/**
 * Signs a 32-byte hash: r, s, v in 65 bytes with v 0 or 1 and low s. With a secret key the nonce
 * follows RFC 6979 without extra entropy, so equal arguments give equal bytes.
 */
export function sign(hash: Uint8Array, signer: Signer): Uint8Array {
  if (typeof signer === 'function') return signer(hash)
  const made = attempt(() => curve().signRecoverable(hash, signer))
  if (!made) throw new FormatError('', 'a signature needs a 32-byte hash and a secp256k1 key')
  const signature = new Uint8Array(65)
  signature.set(made.signature)
  signature[64] = made.recoveryId
  return signature
}

/**
 * Returns a signer at a twentieth of the cost of {@link sign}, with nonces that repeat: only for a
 * publicly computable secret key.
 */
export function quickSignerOf(secretKey: Uint8Array): Signer {
  const secret = bytesToNumberBE(secretKey)
  return (hash) => {
    const { r, s, isOdd } = signQuickly(hash, secret)
    const isHigh = s > order >> 1n
    const signature = new Uint8Array(65)
    signature.set(wordOf(r))
    signature.set(wordOf(isHigh ? order - s : s), 32)
    signature[64] = isOdd === isHigh ? 0 : 1
    return signature
  }
}

const signQuickly = quickSigner({
  name: 'secp256k1',
  order,
  multiplyBase(scalar) {
    const point = attempt(() => curve().pointFromScalar(scalar, false))
    if (!point) throw new FormatError('scalar', 'not below the order of secp256k1')
    return point
  },
})

/**
 * Recovers the public key, 33 bytes, that signed a 32-byte hash. Throws {@link FormatError} when no
 * key fits, v is not 0 or 1, or s is high. A high s would allow two transaction ids for one
 * signature.
 */
export const recover = (hash: Uint8Array, signature: Uint8Array): Uint8Array =>
  recoverPoint(hash, signature, true)

/**
 * Recovers the EVM address, 20 bytes, of the key that signed a 32-byte hash. Throws like
 * {@link recover}, and costs a sixth less than {@link evmAddressOf} of its key.
 */
export const recoverEvmAddress = (
  hash: Uint8Array,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> => keccak256(recoverPoint(hash, signature, false).subarray(1)).slice(12)

function recoverPoint(hash: Uint8Array, signature: Uint8Array, isShort: boolean): Uint8Array {
  const v = signature[64]
  if (signature.length !== 65 || (v !== 0 && v !== 1))
    throw new FormatError('signature', 'not 65 bytes: r, s and a v of 0 or 1')
  if (Buffer.compare(signature.subarray(32, 64), halfOrder) > 0)
    throw new FormatError('signature', 's is in the upper half of the order')
  const point = attempt(() => curve().recover(hash, signature.subarray(0, 64), v, isShort))
  if (!point) throw new FormatError('signature', 'no public key belongs to the signature')
  return point
}

/**
 * Formats `PrivateKey-` and the CB58 of the 32 bytes, as wallets and the node's keystore write it.
 */
export function privateKeyText(secretKey: Uint8Array): string {
  return privateKeyPrefix + encodeCb58(secretKey)
}

/** Parses the 32 bytes of a `PrivateKey-…` text; throws {@link FormatError}. */
export function parsePrivateKey(text: string): Uint8Array {
  if (!text.startsWith(privateKeyPrefix))
    throw new FormatError('', `does not begin with ${privateKeyPrefix}`)
  return decodeCb58(text.slice(privateKeyPrefix.length), 32)
}

/**
 * Secret key of "ewoq", the account that avalanchego prefunds on local networks. Public knowledge:
 * never fund it on a real network.
 */
export const ewoqKey = parsePrivateKey(
  'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
)

// The library throws TypeErrors on bad lengths and keys, and returns null when no point exists.
function attempt<T>(call: () => T | null): T | undefined {
  try {
    return call() ?? undefined
  } catch {
    return undefined
  }
}
