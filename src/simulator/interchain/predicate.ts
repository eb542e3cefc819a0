import { concatBytes } from '@noble/curves/utils.js'
import { warpPrecompile } from '../../formats/warp.ts'

const word = 32

/**
 * Returns the access list by which a transaction passes a Warp message to the precompile. It
 * contains the bytes, the delimiter 0xff, and zeros up to whole words (coreth and subnet-evm,
 * predicate packing). The world uses unsigned messages: a signature takes 14 ms to make, and no
 * interface verifies one here.
 */
export function warpAccessList(message: Uint8Array) {
  const length = Math.ceil((message.length + 1) / word) * word
  const padding = new Uint8Array(length - message.length - 1)
  const packed = concatBytes(message, Uint8Array.of(0xff), padding)
  const storageKeys = Array.from({ length: length / word }, (_, i) =>
    packed.slice(i * word, (i + 1) * word),
  )
  return [{ address: warpPrecompile, storageKeys }]
}
