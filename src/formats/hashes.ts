import { hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** SHA-256 of bytes, or of text in UTF-8: 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array<ArrayBuffer> {
  // As text, since Node gives bytes memory of their own, which takes longer than a short hash.
  const text = hash('sha256', data, 'binary')
  const digest = new Uint8Array(32)
  for (let i = 0; i < digest.length; i++) digest[i] = text.charCodeAt(i)
  return digest
}

/** ripemd160(sha256(bytes)), 20 bytes: addresses and node ids. */
export function hash160(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ripemd160(sha256(bytes))
}
