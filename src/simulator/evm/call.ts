import { accessListAddressGas, accessListSlotGas, intrinsicGas } from '../../evm/gas.ts'
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
 * Returns the gas of a transaction before its execution: that of base, data (EIP-2028), creation
 * with its init code (EIP-3860) and access list (EIP-2930).
 */
export function gasBeforeExecution({ to, data, accessList = [] }: CallContent): bigint {
  const slots = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  return BigInt(
    intrinsicGas({ data, isCreation: to === null, metersInitCode: true }) +
      accessListAddressGas * accessList.length +
      accessListSlotGas * slots,
  )
}
