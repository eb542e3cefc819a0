import { concatBytes } from '@noble/curves/utils.js'
import { blsPublicKey, blsSecretKey, proofOfPossession, uncompressPublicKey } from './bls.ts'
import { sha256 } from './hashes.ts'

/** A validator's BLS key with its precomputed slow parts. */
export interface BlsKey {
  /** 32 bytes. */
  secretKey: Uint8Array
  /** 48 bytes, compressed. */
  publicKey: Uint8Array
  /** 96 bytes; they define the order of a canonical validator set. */
  uncompressedPublicKey: Uint8Array
  /** 96 bytes. */
  proofOfPossession: Uint8Array
}

/** Numbered keys, the same in every run. */
export interface BlsPool {
  /**
   * Returns key number `index` (from 0). It comes from the table; beyond the table it is derived
   * once per process (about 20 ms).
   */
  key(index: number): BlsKey
}

/**
 * Returns the secret of key number `index`: sha256 of the ASCII text `snowglobe bls <index>`,
 * reduced.
 */
export function poolSecretKey(index: number): Uint8Array {
  return blsSecretKey(sha256(new TextEncoder().encode(`snowglobe bls ${index}`)))
}

/** Computes key number `index` (about 20 ms). */
export function deriveBlsKey(index: number): BlsKey {
  const secretKey = poolSecretKey(index)
  const publicKey = blsPublicKey(secretKey)
  return {
    secretKey,
    publicKey,
    uncompressedPublicKey: uncompressPublicKey(publicKey),
    proofOfPossession: proofOfPossession(secretKey),
  }
}

/** Formats a key for the table: base64 of public key ‖ uncompressed public key ‖ proof. */
export function toPoolEntry(key: BlsKey): string {
  return Buffer.from(
    concatBytes(key.publicKey, key.uncompressedPublicKey, key.proofOfPossession),
  ).toString('base64')
}

/** Loads the pool. Its table is read at the first call, not when this module is imported. */
export async function loadBlsPool(): Promise<BlsPool> {
  const { blsPoolEntries } = await import('./bls-pool-data.ts')
  const keys = new Map<number, BlsKey>()
  return {
    key(index) {
      const known = keys.get(index)
      if (known) return known
      const entry = blsPoolEntries[index]
      const key = entry === undefined ? derivedKey(index) : fromPoolEntry(index, entry)
      keys.set(index, key)
      return key
    },
  }
}

/** Keys beyond the table, for all worlds of the process. */
const derived = new Map<number, BlsKey>()
const maxDerived = 1_000

function derivedKey(index: number): BlsKey {
  const key = derived.get(index) ?? deriveBlsKey(index)
  if (derived.size >= maxDerived) derived.clear()
  derived.set(index, key)
  return key
}

function fromPoolEntry(index: number, entry: string): BlsKey {
  const bytes = new Uint8Array(Buffer.from(entry, 'base64'))
  return {
    secretKey: poolSecretKey(index),
    publicKey: bytes.subarray(0, 48),
    uncompressedPublicKey: bytes.subarray(48, 144),
    proofOfPossession: bytes.subarray(144),
  }
}
