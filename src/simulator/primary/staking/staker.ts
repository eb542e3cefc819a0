import type { Outages } from './outages.ts'

/** Somebody's stake, from its transaction to its end; an appointed one has weight only. */
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
  /** Whether its end brings no reward of its own. */
  readonly hasLowUptime: boolean
  /** What it earns when all goes well: promised at its start, before that an estimate. */
  readonly reward: bigint
  /** Fees of delegations that a validator is owed at its end. */
  readonly owed: bigint
}

/** A validator without what each delegation changes. */
export type PrimaryValidator = Omit<Staker, 'owed'>

/** A stake as its transaction says. */
export interface NewStaker extends Omit<Staker, 'reward' | 'owed'> {
  readonly blsPublicKey: Uint8Array | undefined
  /** Of the node of a validator. */
  readonly outages?: Outages
  /** Who takes the reward. */
  readonly rewardAddresses: readonly Uint8Array[]
}
