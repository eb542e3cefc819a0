/**
 * Returns a locktime in epoch seconds as a number. Transactions hold 64 bits; one beyond 2^53 - 1,
 * which JSON numbers and columns do not hold, is 2^53 - 1. G-356
 */
export const locktimeNumber = (locktime: bigint): number =>
  locktime > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(locktime)
