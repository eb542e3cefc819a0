import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { Row } from '../../store/world-store.ts'
import type { HeldUtxo, MadeUtxo } from './utxo-set.ts'

/** A signed transaction with all that follows from it, before a block takes it. */
export interface AcceptableTransaction {
  readonly chain: PrimaryChain
  readonly type: string
  /** 32 bytes. */
  readonly id: Uint8Array
  /** Whole signed bytes. */
  readonly bytes: Uint8Array
  /** In the order of the inputs; already taken from the set. */
  readonly spent: readonly HeldUtxo[]
  readonly made: readonly MadeUtxo[]
  /** Columns of `primary_transaction` that belong to the type. */
  readonly columns?: Row
  readonly rewardAddresses?: readonly Uint8Array[]
  /** Owners of a subnet from now on. */
  readonly ownerAddresses?: readonly Uint8Array[]
  /** nAVAX that goes into balances of L1 validators, and that comes back out of them. */
  readonly l1Balance?: bigint
  readonly l1Returned?: bigint
  /** What an atomic transaction of the C-chain takes from or gives to accounts. */
  readonly evm?: readonly EvmSide[]
  /** Takes the row instead of the table: a stake's row is finished when the stake ends. */
  readonly keepRow?: (row: Row) => void
  /** Changes the state. @returns the L1 validators that it touched, as it leaves them */
  onAccepted?(at: Placement): readonly L1ValidatorEntry[] | undefined
}

export interface EvmSide {
  readonly direction: 'input' | 'output'
  readonly evmAddress: Uint8Array
  readonly nAvax: bigint
}

/** What a transaction brings along beside its outputs. */
export type Consequences = Partial<
  Omit<AcceptableTransaction, 'chain' | 'type' | 'id' | 'bytes' | 'spent' | 'made'>
>

/** Where a transaction was accepted. */
export interface Placement {
  /** `seq` of its row. */
  readonly seq: number
  readonly height: number
  /** Cb58 of the block or vertex, 0x hex on the C-chain. */
  readonly blockId: string
  /** Epoch seconds. */
  readonly time: number
}

/** An L1 validator as a transaction leaves it. */
export interface L1ValidatorEntry {
  readonly validationId: Uint8Array
  readonly nodeId: Uint8Array
  readonly subnetId: Uint8Array
  readonly weight: bigint
  /** nAVAX. */
  readonly balance: bigint
  /** nAVAX, negative when it shrank. */
  readonly change?: bigint
  readonly blsPublicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}
