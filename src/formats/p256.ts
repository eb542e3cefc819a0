import { p256 } from '@noble/curves/nist.js'
import { FormatError } from './codec.ts'

// node:crypto draws a random nonce for each ECDSA signature; containers have to be the same on
// every machine, so the nonce follows RFC 6979 here. Like Go's library, s may be high.

/** Public key of a 32-byte P-256 secret key: 65 bytes, `04` first; throws {@link FormatError}. */
export function p256PublicKey(secretKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(secretKey)) throw new FormatError('secretKey', 'no P-256 key')
  return p256.getPublicKey(secretKey, false)
}

/** ASN.1 DER signature over SHA-256 of `message`, 70 to 72 bytes; throws {@link FormatError}. */
export function signP256(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(secretKey)) throw new FormatError('secretKey', 'no P-256 key')
  return p256.sign(message, secretKey, { format: 'der', lowS: false })
}
