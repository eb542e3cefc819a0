import type { Log } from '../../formats/evm/receipts.ts'
import type { Wallet } from '../wallets.ts'

/** What somebody asks of a chain, and what comes of it: the chain has no interpreter. */
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
  readonly outcome: Outcome
  /** Hears the key of the transaction before its logs are read: makes a new contract known. */
  readonly announce?: (txSeq: number) => void
}

type AccessList = { address: Uint8Array; storageKeys: Uint8Array[] }[]

/** Native value that a contract pays while it executes; wei. */
export interface Payment {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly value: bigint
}

/** A failed call leaves no logs and moves no value; out of gas it uses all that it was given. */
export type Outcome =
  | {
      readonly succeeded: true
      readonly logs: readonly Log[]
      readonly payments?: readonly Payment[]
    }
  | { readonly succeeded: false; readonly outOfGas?: boolean }

/** A transfer of native value without data. */
export const nativeTransfer = (from: Wallet, to: Uint8Array, value: bigint): Call => ({
  from,
  to,
  value,
  data: new Uint8Array(),
  executionGas: 0n,
  outcome: { succeeded: true, logs: [] },
})

/** A call of a contract that succeeds. */
export const contractCall = (
  from: Wallet,
  to: Uint8Array,
  data: Uint8Array,
  effect: { gas: number; logs: readonly Log[]; value?: bigint; payments?: readonly Payment[] },
): Call => ({
  from,
  to,
  value: effect.value ?? 0n,
  data,
  executionGas: BigInt(effect.gas),
  outcome: {
    succeeded: true,
    logs: effect.logs,
    ...(effect.payments && { payments: effect.payments }),
  },
})

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
