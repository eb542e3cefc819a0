import type { Wallet } from '../accounts/wallets.ts'

/** A call to a chain; its outcome follows from its bytes and the state. */
export interface Call extends CallContent {
  readonly from: Wallet
  /** Gas limit; absent where the wallet estimates it. */
  readonly gasLimit?: bigint
}

/** Content of a call, without its sender. */
export interface CallContent {
  /** 20 bytes, or null to create a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList?: AccessList
}

type AccessList = { address: Uint8Array; storageKeys: Uint8Array[] }[]

/** Returns a transfer of native value without data. */
export const nativeTransfer = (from: Wallet, to: Uint8Array, value: bigint): Call => ({
  from,
  to,
  value,
  data: new Uint8Array(),
})

/** Returns a call of a contract. */
export const contractCall = (from: Wallet, to: Uint8Array, data: Uint8Array, value = 0n): Call => ({
  from,
  to,
  value,
  data,
})

/**
 * Returns the intrinsic gas of a transaction: base, data (EIP-2028), creation with its init code
 * (EIP-3860), access list (EIP-2930).
 */
export function intrinsicGas({ to, data, accessList = [] }: CallContent): bigint {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  const creation = to === null ? 32_000 + 2 * Math.ceil(data.length / 32) : 0
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  return BigInt(
    21_000 +
      4 * zeros +
      16 * (data.length - zeros) +
      creation +
      2_400 * accessList.length +
      1_900 * keys,
  )
}
