import { keccak_256 } from '@noble/hashes/sha3.js'

type Keccak = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>

let fast: Keccak | undefined

/** Returns the Keccak-256, 32 bytes. */
export const keccak256: Keccak = (bytes) => (fast ? fast(bytes) : keccak_256(bytes))

/**
 * Loads Keccak in WebAssembly, for heavy use. It takes a tenth of the time for each hash, but 8 ms
 * to load. A server spends less than that on all the hashes of an hour.
 */
export async function loadFastKeccak(): Promise<void> {
  if (fast) return
  // The package's main entry would load all of its 30 hash functions.
  const { default: hashWasm } = await import('hash-wasm/dist/keccak.umd.min.js')
  const hasher = await hashWasm.createKeccak(256)
  fast = (bytes) => hasher.init().update(bytes).digest('binary') as Uint8Array<ArrayBuffer>
}
