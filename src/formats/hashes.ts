import { hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', bytes, 'buffer'))
}

/** ripemd160(sha256(bytes)), 20 bytes: addresses and node ids. */
export function hash160(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ripemd160(sha256(bytes))
}
