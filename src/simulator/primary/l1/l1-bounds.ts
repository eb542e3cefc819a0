/**
 * Maximum total weight of an L1, and maximum that the minimum nonce of a validator may be.
 * Transactions hold 64 bits; columns and JSON numbers hold no more than this. G-344
 */
const maxL1Number = BigInt(Number.MAX_SAFE_INTEGER)

/** Returns why an L1 cannot have validators of these weights, if it cannot. */
export function weightsRefusal(weights: readonly bigint[]): string | undefined {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  return total > maxL1Number
    ? `the weights of the L1's validators must be at most ${maxL1Number} in total, found ${total}`
    : undefined
}

/** Returns why a validator that stays cannot use a nonce, if it cannot. */
export const nonceRefusal = (nonce: bigint): string | undefined =>
  nonce >= maxL1Number ? `nonce must be below ${maxL1Number}, found ${nonce}` : undefined

/** Returns the minimum nonce after this one; a removed validator, which may use any, has none. */
export const minNonceAfter = (nonce: bigint): bigint =>
  nonce < maxL1Number ? nonce + 1n : maxL1Number
