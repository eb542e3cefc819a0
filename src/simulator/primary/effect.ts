import type { Row } from '../../store/world-store.ts'
import type { L1ValidatorEntry } from './l1/l1-validators.ts'
import type { Placement } from './signed.ts'
import type { PrimaryState } from './state.ts'
import type { MadeUtxo } from './utxos/held-utxo.ts'

/** Effects of a transaction beyond spending its inputs and making its outputs. */
export interface Outcome {
  /** Columns of `primary_transaction` that belong to the type. */
  readonly columns: Row | undefined
  readonly rewardAddresses: readonly Uint8Array[] | undefined
  /** Owners of a validator's own reward and of its delegation fees, where they differ. */
  readonly separateRewards: SeparateRewards | undefined
  /** Owners of a subnet from then on. */
  readonly ownerAddresses: readonly Uint8Array[] | undefined
  /** Outputs that its bytes do not contain. */
  readonly made: readonly MadeUtxo[] | undefined
  /** nAVAX deposited into balances of L1 validators, and returned from them. */
  readonly l1Balance: bigint | undefined
  readonly l1Returned: bigint | undefined
  /** L1 validators that it changed, in their new state. */
  readonly l1Validators: readonly L1ValidatorEntry[] | undefined
}

/** Addresses of two owners, which `rewardAddresses` has together. */
interface SeparateRewards {
  readonly stake: readonly Uint8Array[]
  readonly fees: readonly Uint8Array[]
}

/** A transaction of a type with its id. */
export interface Issued<Transaction> {
  readonly unsigned: Transaction
  /** 32 bytes. */
  readonly id: Uint8Array
}

/** Function that changes the state as a type of transaction does when a block accepts it. */
export type Effect<Transaction> = (
  state: PrimaryState,
  tx: Issued<Transaction>,
  at: Placement,
) => Partial<Outcome>
