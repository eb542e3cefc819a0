import type { Wallet } from '../wallets.ts'

/** What somebody asks of a chain; what comes of it, its bytes tell. */
export interface Call {
  readonly from: Wallet
  /** 20 bytes, or null to create a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList?: AccessList
  /** Gas beyond what the transaction costs as such. */
  readonly executionGas: bigint
  /** Whether its sender gives no more gas than it uses. */
  readonly isTight?: boolean
}

type AccessList = { address: Uint8Array; storageKeys: Uint8Array[] }[]

/** A transfer of native value without data. */
export const nativeTransfer = (from: Wallet, to: Uint8Array, value: bigint): Call => ({
  from,
  to,
  value,
  data: new Uint8Array(),
  executionGas: 0n,
})

/** A call of a contract. */
export const contractCall = (
  from: Wallet,
  to: Uint8Array,
  data: Uint8Array,
  gas: number,
  value = 0n,
): Call => ({ from, to, value, data, executionGas: BigInt(gas) })

/**
 * Gas that a transaction costs before anything is executed: base, data (EIP-2028), creation with
 * its init code (EIP-3860), access list (EIP-2930).
 */
export function intrinsicGas({ to, data, accessList = [] }: Call): bigint {
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
