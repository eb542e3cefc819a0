import type { EvmTransaction } from './evm-transactions.ts'

/** Returns the gas of a call before any execution (EIP-2028, EIP-2930). */
export function intrinsicGas({ content }: EvmTransaction): bigint {
  const zeros = content.data.filter((byte) => byte === 0).length
  const lists = 'accessList' in content ? content.accessList : []
  const keys = lists.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  const nonZeros = content.data.length - zeros
  return BigInt(21_000 + 4 * zeros + 16 * nonZeros + 2_400 * lists.length + 1_900 * keys)
}
