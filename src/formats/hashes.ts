import { hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** Returns the SHA-256 of bytes, or of text in UTF-8: 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array<ArrayBuffer> {
  // The digest is read as text: Node allocates separate memory for bytes, which takes longer than a
  // short hash.
  const text = hash('sha256', data, 'binary')
  const digest = new Uint8Array(32)
  for (let i = 0; i < digest.length; i++) digest[i] = text.charCodeAt(i)
  return digest
}

/** Returns ripemd160(sha256(bytes)), 20 bytes: addresses and node ids. */
export function hash160(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ripemd160(sha256(bytes))
}
