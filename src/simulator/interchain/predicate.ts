import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { warpPrecompile } from '../../formats/warp.ts'
import { Revert } from '../evm/effects/revert.ts'

const word = 32

/** Storage keys by contract, as a transaction lists them (EIP-2930). */
type AccessList = readonly { address: Uint8Array; storageKeys: Uint8Array[] }[]

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

/**
 * Returns the message that a transaction carries.
 * @throws Revert when there is none
 */
export function broughtBy(list: AccessList): Uint8Array {
  const packed = concatBytes(
    ...list
      .filter(({ address }) => equalBytes(address, warpPrecompile))
      .flatMap(({ storageKeys }) => storageKeys),
  )
  const end = packed.findLastIndex((byte) => byte !== 0)
  if (packed[end] !== 0xff) throw new Revert('the transaction carries no Warp message')
  return packed.slice(0, end)
}
