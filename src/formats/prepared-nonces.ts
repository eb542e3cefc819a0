import { invert, mod } from '@noble/curves/abstract/modular.js'
import { concatBytes } from '@noble/curves/utils.js'
import { sha256 } from './hashes.ts'
import { numberOfWord } from './words.ts'

// Nine tenths of the time of an ECDSA signature go into its nonce, its point and its inverse. With
// prepared nonces, a signature takes a few multiplications. Two signatures of one key with the same
// nonce reveal the key, and 256 nonces repeat soon. So they are only for keys that are public
// anyway, because they follow from names, and never for a declared key.

/** A curve, reduced to the parts that nonces need. */
export interface NonceCurve {
  readonly name: string
  readonly order: bigint
  /** Multiplies the base point by a scalar of 32 bytes below the order: 65 bytes, `04` first. */
  multiplyBase(scalar: Uint8Array): Uint8Array
}

/** Numbers of a signature; s may be high. */
export interface QuickSignature {
  readonly r: bigint
  readonly s: bigint
  /** Whether the y coordinate of the nonce's point is odd. */
  readonly isOdd: boolean
}

interface Nonce {
  /** X coordinate of its point. */
  readonly r: bigint
  readonly inverse: bigint
  readonly isOdd: boolean
}

/**
 * Returns a signer of 32-byte hashes with prepared nonces: equal hashes and keys give equal
 * signatures.
 */
export function quickSigner(
  curve: NonceCurve,
): (hash: Uint8Array, secret: bigint) => QuickSignature {
  const { order } = curve
  /** Nonces by the first byte of a hash; each is prepared on first use. */
  const nonces = new Map<number, Nonce>()
  const nonceOf = (number: number): Nonce => {
    const known = nonces.get(number)
    if (known) return known
    const made = prepare(curve, number)
    nonces.set(number, made)
    return made
  }
  return (hash, secret) => {
    const { r, inverse, isOdd } = nonceOf(hash[0] ?? 0)
    const s = (inverse * (numberOfWord(hash) + r * secret)) % order
    if (s === 0n) throw new Error('internal error: the signature is zero')
    return { r, s, isOdd }
  }
}

function prepare({ name, order, multiplyBase }: NonceCurve, number: number): Nonce {
  const scalar = sha256(concatBytes(Buffer.from(`snowglobe ${name} nonce `), Uint8Array.of(number)))
  const point = multiplyBase(scalar)
  return {
    r: mod(numberOfWord(point, 1), order),
    inverse: invert(numberOfWord(scalar), order),
    isOdd: (point[64] ?? 0) % 2 === 1,
  }
}
