import type { Outages } from './outages.ts'

/** A stake, from its transaction to its end; a permissioned validator has weight only. */
export interface Staker {
  /** `seq` of its transaction. */
  readonly txSeq: number
  /** 32 bytes. */
  readonly txId: Uint8Array
  readonly kind: 'validator' | 'delegator' | 'appointed'
  /** 20 bytes. */
  readonly nodeId: Uint8Array
  /** Cb58. */
  readonly subnetId: string
  readonly weight: bigint
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  /** Delegation fee in millionths; a delegator has its validator's. */
  readonly shares: number
  /** Whether it ends without its own reward. */
  readonly hasLowUptime: boolean
  /** Reward unless the uptime is too low: promised at its start, an estimate before. */
  readonly reward: bigint
  /** Fees of delegations owed to a validator at its end. */
  readonly owed: bigint
}

/** A validator without the fields that each delegation changes. */
export type PrimaryValidator = Omit<Staker, 'owed'>

/** A stake as in its transaction. */
export interface NewStaker extends Omit<Staker, 'reward' | 'owed'> {
  readonly blsPublicKey: Uint8Array | undefined
  /** Outages of a validator's node. */
  readonly outages?: Outages
  /** Addresses that receive the reward. */
  readonly rewardAddresses: readonly Uint8Array[]
}
