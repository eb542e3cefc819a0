import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { FormatError } from './codec.ts'

// BLS12-381 as in avalanchego (utils/crypto/bls; IETF draft BLS signature, proof-of-possession
// scheme). Public keys are in G1, signatures in G2; secret keys are 32 bytes big-endian below the
// order.

const SIGNATURE_DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const PROOF_DST = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'

const { longSignatures: scheme, G1, fields } = bls12_381
const order = fields.Fr.ORDER

/** Returns a secret key, 32 bytes: `seed` as a big-endian number reduced by the group order. */
export function blsSecretKey(seed: Uint8Array): Uint8Array {
  return numberToBytesBE(bytesToNumberBE(seed) % order, 32)
}

/**
 * Returns the compressed public key, 48 bytes; throws {@link FormatError} for an invalid secret.
 */
export function blsPublicKey(secretKey: Uint8Array): Uint8Array {
  return scheme.getPublicKey(checkedSecret(secretKey)).toBytes(true)
}

/** Returns the public key as x ‖ y, 96 bytes; throws {@link FormatError} when it is not a key. */
export function uncompressPublicKey(publicKey: Uint8Array): Uint8Array {
  return publicKeyPoint(publicKey).toBytes(false)
}

/**
 * Returns the compressed form of x ‖ y, 48 bytes; throws {@link FormatError} when it is not a key.
 */
export function compressPublicKey(uncompressed: Uint8Array): Uint8Array {
  return publicKeyPoint(uncompressed).toBytes(true)
}

/** Signs any bytes deterministically, 96 bytes; throws {@link FormatError}. */
export function blsSign(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return scheme.sign(scheme.hash(message, SIGNATURE_DST), checkedSecret(secretKey)).toBytes(true)
}

/**
 * Returns whether the key, in either form, signed `message`. Bytes that are no points give false.
 */
export function blsVerify(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  return verify(signature, message, publicKey, SIGNATURE_DST)
}

/**
 * Returns the proof that the owner of a key knows its secret, 96 bytes: a signature over the public
 * key.
 */
export function proofOfPossession(secretKey: Uint8Array): Uint8Array {
  const publicKey = blsPublicKey(secretKey)
  return scheme.sign(scheme.hash(publicKey, PROOF_DST), secretKey).toBytes(true)
}

/**
 * Returns whether `proof` belongs to the 48-byte `publicKey`. Bytes that are no points give false.
 */
export function verifyProofOfPossession(proof: Uint8Array, publicKey: Uint8Array): boolean {
  return verify(proof, publicKey, publicKey, PROOF_DST)
}

/**
 * Returns the key, 48 bytes, under which an aggregate verifies; throws {@link FormatError} without
 * keys.
 */
export function aggregatePublicKeys(publicKeys: readonly Uint8Array[]): Uint8Array {
  if (publicKeys.length === 0)
    throw new FormatError('publicKeys', 'there are no signatures to aggregate')
  return scheme.aggregatePublicKeys(publicKeys.map(publicKeyPoint)).toBytes(true)
}

/** Returns why bytes are no signature, in the words of the node; undefined when they are one. */
export function signatureProblem(signature: Uint8Array): string | undefined {
  try {
    scheme.Signature.fromBytes(signature)
    return undefined
  } catch (error) {
    const isOutside = error instanceof Error && error.message.includes('subgroup')
    return isOutside ? 'invalid signature' : "couldn't decompress signature"
  }
}

/** Sums signatures over one message, 96 bytes; throws {@link FormatError}. */
export function aggregateSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  try {
    return scheme.aggregateSignatures([...signatures]).toBytes(true)
  } catch {
    throw new FormatError(
      'signatures',
      'the list is empty or holds something that is not a point of the signature group',
    )
  }
}

/**
 * Returns the secret key whose signature is byte for byte the aggregate of the signatures of
 * `secretKeys`. The owner of all keys makes one signature instead of many. Throws {@link
 * FormatError} without keys.
 */
export function sumSecretKeys(secretKeys: readonly Uint8Array[]): Uint8Array {
  if (secretKeys.length === 0) throw new FormatError('secretKeys', 'there are no keys to sum')
  const sum = secretKeys.reduce((total, key) => total + bytesToNumberBE(key), 0n)
  return numberToBytesBE(sum % order, 32)
}

function checkedSecret(secretKey: Uint8Array): Uint8Array {
  const number = bytesToNumberBE(secretKey)
  if (secretKey.length === 32 && number > 0n && number < order) return secretKey
  throw new FormatError('secretKey', 'not 32 bytes with a number from 1 to the group order minus 1')
}

function publicKeyPoint(bytes: Uint8Array) {
  try {
    const point = G1.Point.fromBytes(bytes)
    if (!point.is0()) return point
  } catch {
    // The library's messages carry no further information.
  }
  throw new FormatError('publicKey', 'not a point of the BLS12-381 key group')
}

function verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, dst: string) {
  try {
    return scheme.verify(signature, scheme.hash(message, dst), publicKeyPoint(publicKey))
  } catch {
    // One of the arguments is no point.
    return false
  }
}
