/** A call as a signed transaction tells it. */

import type { Log } from '../../../formats/evm/receipts.ts'
import type { Contract } from '../contract-book.ts'
import type { ContractFacts } from '../contract-facts.ts'

export interface Message {
  /** 20 bytes. */
  readonly sender: Uint8Array
  /** 20 bytes, or null to create a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly { address: Uint8Array; storageKeys: Uint8Array[] }[]
  /** What its sender gives for execution, beyond what the transaction costs as such. */
  readonly gas: bigint
  /** `to`, or the address of the contract that comes to be, 20 bytes. */
  readonly recipient: Uint8Array
  /** Epoch seconds of the block. */
  readonly timestamp: number
}

/** What a contract asks of another account while it executes. */
export interface InternalCall {
  readonly type: 'CALL' | 'CREATE' | 'STATICCALL'
  /** 20 bytes. */
  readonly from: Uint8Array
  /** 20 bytes; of a contract that is created, its address. */
  readonly to: Uint8Array
  /** Wei; 0 unless it says otherwise. */
  readonly value?: bigint
  /** Whether it failed, which its caller survived. */
  readonly isReverted?: boolean
}

/** A call of a contract without native value. */
export const internalCall = (from: Uint8Array, to: Uint8Array): InternalCall => ({
  type: 'CALL',
  from,
  to,
})

/** A contract that comes to be. */
export interface Creation {
  readonly facts: ContractFacts
  /** 20 bytes. */
  readonly address: Uint8Array
  /** EIP-55 of the contract that creates it, when it is not the transaction itself. */
  readonly through?: string
}

/** Tokens that somebody took because their owner allowed it. */
export interface Spending {
  readonly token: Contract
  /** EIP-55. */
  readonly owner: string
  /** EIP-55. */
  readonly spender: string
  readonly value: bigint
}

/** What a call changes; what the tables tell of tokens and messages follows from the logs. */
export interface Effect {
  readonly logs: readonly Log[]
  /** In the order of their execution; native value moves with those that do not fail. */
  readonly calls?: readonly InternalCall[]
  readonly creation?: Creation
  readonly spendings?: readonly Spending[]
}

/** A failed call leaves no logs and moves no value. */
export type Outcome =
  | { readonly succeeded: true; readonly effect: Effect }
  | { readonly succeeded: false; readonly why: string }
