import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { recoverEvmAddress } from '../../formats/secp256k1.ts'
import { wordOf } from '../../formats/words.ts'
import { inputBytes } from './precompile.ts'

const order = secp256k1.Point.CURVE().n

/**
 * Returns the word of the address that signed: hash, v of 27 or 28, r and s are words. Nothing where
 * there is none.
 */
export function recoverAddress(input: Uint8Array): Uint8Array {
  const bytes = inputBytes(input, 0, 128)
  const v = bytesToNumberBE(bytes.subarray(32, 64))
  if (v !== 27n && v !== 28n) return none
  const s = bytesToNumberBE(bytes.subarray(96))
  // The other s with the other v is a signature of the same key; the library wants the lower one.
  const isHigh = s > order >> 1n
  if (s === 0n || s >= order) return none
  const signature = new Uint8Array(65)
  signature.set(bytes.subarray(64, 96))
  signature.set(isHigh ? wordOf(order - s) : bytes.subarray(96), 32)
  signature[64] = Number(v - 27n) ^ (isHigh ? 1 : 0)
  try {
    const word = new Uint8Array(32)
    word.set(recoverEvmAddress(bytes.slice(0, 32), signature), 12)
    return word
  } catch {
    return none
  }
}

const none = new Uint8Array()
