import { platformFeeConfig, platformGas } from '../../../formats/p-chain-complexity.ts'
import type { SignedTransaction } from '../signed.ts'
import type { PrimaryState } from '../state.ts'

/** Capacity of a block, in gas. */
export interface GasCapacity {
  /** Maximum gas of any block. */
  readonly max: number
  gasOf(tx: SignedTransaction): number
  /** Returns the gas available to a block of this time, after the blocks before it. */
  at(time: number): number
}

/** Capacity of the X-chain, which counts no gas. */
export const unlimitedGas: GasCapacity = { max: Infinity, gasOf: () => 0, at: () => Infinity }

/** Returns the P-chain's gas capacity since Etna; earlier blocks count no gas. Rewards are free. */
export const platformGasCapacity = ({ facts, platform }: PrimaryState): GasCapacity => ({
  max: platformFeeConfig.maxCapacity,
  gasOf: (tx) => (tx.chain === 'P' ? platformGas(tx.unsigned) : 0),
  at: (time) => (facts.isActive('etna', time) ? platform.gasAt(time).capacity : Infinity),
})
