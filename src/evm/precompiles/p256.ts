import { p256 } from '@noble/curves/nist.js'
import { wordOf } from '../../formats/words.ts'
import { pure } from './precompile.ts'

/**
 * Verifies an ECDSA signature of P-256: hash, r, s, x and y are words. The output is 1 for a valid
 * signature, and nothing else. Gas is 6,900 on Avalanche too, by ACP-204, which takes EIP-7951 over.
 */
export const p256Verification = pure(
  () => 6900,
  (input) => {
    if (input.length !== 160) return nothing
    const key = new Uint8Array(65)
    key[0] = 4
    key.set(input.subarray(96), 1)
    try {
      const options = { prehash: false, lowS: false } as const
      const isValid = p256.verify(input.slice(32, 96), input.slice(0, 32), key, options)
      return isValid ? wordOf(1n) : nothing
    } catch {
      return nothing
    }
  },
)

const nothing = new Uint8Array()
