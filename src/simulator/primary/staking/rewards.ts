import { nAvaxPerAvax } from '../../../networks/units.ts'
import { daySeconds } from '../../../time/time-units.ts'
/** Reward rules of a staked asset; amounts in its smallest unit. */
export interface RewardRules {
  readonly maximumSupply: bigint
  /** Yearly rates of a stake of zero length and of a whole minting period, in millionths. */
  readonly minConsumptionRate: bigint
  readonly maxConsumptionRate: bigint
}

const mintingPeriodSeconds = 365n * BigInt(daySeconds)
const million = 1_000_000n

/** Rules of the primary network (avalanchego's genesis parameters of mainnet and Fuji). */
export const primaryRewards: RewardRules = {
  maximumSupply: 720_000_000n * nAvaxPerAvax,
  minConsumptionRate: 100_000n,
  maxConsumptionRate: 120_000n,
}

/** AVAX at genesis, nAVAX. */
export const initialSupply = 360_000_000n * nAvaxPerAvax

/**
 * Returns the reward of a stake: its share of the remaining supply, by the length of the stake
 * (avalanchego platformvm/reward; all divisions round down).
 */
export function rewardOf(
  rules: RewardRules,
  stake: { readonly amount: bigint; readonly seconds: number },
  supply: bigint,
): bigint {
  const { maximumSupply, minConsumptionRate, maxConsumptionRate } = rules
  const seconds = BigInt(stake.seconds)
  const rate =
    (maxConsumptionRate - minConsumptionRate) * seconds + minConsumptionRate * mintingPeriodSeconds
  const earned = (maximumSupply - supply) * rate * stake.amount * seconds
  const reward = earned / (mintingPeriodSeconds * million) / supply / mintingPeriodSeconds
  const left = maximumSupply - supply
  return reward > left ? left : reward
}

/** Splits a delegator's reward; the rounding goes to the validator. Shares are millionths. */
export function splitReward(reward: bigint, shares: number) {
  const delegator = (reward * (million - BigInt(shares))) / million
  return { delegator, validator: reward - delegator }
}

/** Returns the delegation fee in percent as text: 20,000 shares are `2`. */
export const percentOf = (shares: number): string => String(shares / 10_000)
