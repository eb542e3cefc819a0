/** A call as recorded in a signed transaction. */

import type { Log } from '../../../formats/evm/receipts.ts'
import type { Contract } from '../contracts/contract-book.ts'
import type { ContractFacts } from '../contracts/contract-facts.ts'

export interface Message {
  /** 20 bytes. */
  readonly sender: Uint8Array
  /** 20 bytes, or null to create a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly { address: Uint8Array; storageKeys: Uint8Array[] }[]
  /** Gas for execution, in addition to the intrinsic gas. */
  readonly gas: bigint
  /** `to`, or the address of the created contract, 20 bytes. */
  readonly recipient: Uint8Array
  /** Epoch seconds of the block. */
  readonly timestamp: number
}

/** A call of a contract to another account during execution. */
export interface InternalCall {
  readonly type: 'CALL' | 'CREATE' | 'STATICCALL'
  /** 20 bytes. */
  readonly from: Uint8Array
  /** 20 bytes; for a creation, the address of the new contract. */
  readonly to: Uint8Array
  /** Wei; default 0. */
  readonly value?: bigint
  /** Whether it failed without failing its caller. */
  readonly isReverted?: boolean
}

/** Returns a call of a contract without native value. */
export const internalCall = (from: Uint8Array, to: Uint8Array): InternalCall => ({
  type: 'CALL',
  from,
  to,
})

/** A new contract. */
export interface Creation {
  readonly facts: ContractFacts
  /** 20 bytes. */
  readonly address: Uint8Array
  /** EIP-55 of the creating contract, when it is not the transaction itself. */
  readonly through?: string
}

/** Tokens taken with their owner's allowance. */
export interface Spending {
  readonly token: Contract
  /** EIP-55. */
  readonly owner: string
  /** EIP-55. */
  readonly spender: string
  readonly value: bigint
}

/** Changes by a call. The rows of tokens and messages follow from the logs. */
export interface Effect {
  readonly logs: readonly Log[]
  /** Calls in the order of execution; native value moves with those that do not fail. */
  readonly calls?: readonly InternalCall[]
  readonly creation?: Creation
  readonly spendings?: readonly Spending[]
}

/** Outcome of a call. A failed call leaves no logs and moves no value. */
export type Outcome =
  | { readonly succeeded: true; readonly effect: Effect }
  | { readonly succeeded: false; readonly why: string }
