import type { OutputOwners } from '../../formats/components.ts'
import { nodeIdText, toHex } from '../../formats/ids.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { idText } from '../texts.ts'
import type { Transaction } from './primary-transactions.ts'

/** A stake as described by its transaction, with its later state. */
export interface Stake {
  readonly transaction: Transaction
  readonly network: Network
  /** Kind; the permissioned ones are added by the owner of a subnet, without a stake. */
  readonly kind: 'validator' | 'delegator' | 'appointed'
  /** Cb58. */
  readonly subnetId: string
  readonly nodeId: string
  readonly weight: bigint
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  /** Delegation fee in millionths; a delegator has its validator's. */
  shares: number
  readonly rewardOwner: OutputOwners | undefined
  /** Receiver of the delegation fees of a validator. */
  readonly feeOwner: OutputOwners | undefined
  /** `0x` hex, if it has a key. */
  readonly blsPublicKey: string | null
  /** Index of the first output that its end may make. */
  readonly nextOutput: number
  /** Reward unless the uptime is too low; while it waits, an estimate of its first block. */
  reward: bigint
  /** Fees of delegations that a validator gets at its end. */
  owed: bigint
  /** Height of the block from which it counts; undefined while it waits. */
  startHeight: number | undefined
  endHeight: number | undefined
  /** End of the stake: the RewardValidatorTx, and whether the block was committed. */
  ending: { readonly transaction: Transaction; readonly isRewarded: boolean } | undefined
}

/** Returns the stake that a transaction begins, if any. */
export function stakeIn(transaction: Transaction): Stake | undefined {
  const { network, timestamp, content } = transaction
  const { chain, unsigned: tx } = content
  if (chain !== 'P' || !('validator' in tx)) return undefined
  const { nodeId, start, end, weight } = tx.validator
  const stake = 'stake' in tx ? tx.stake : []
  const owner =
    'rewardsOwner' in tx
      ? tx.rewardsOwner
      : 'validatorRewardsOwner' in tx
        ? tx.validatorRewardsOwner
        : undefined
  return {
    transaction,
    network,
    kind: !owner ? 'appointed' : 'shares' in tx ? 'validator' : 'delegator',
    subnetId: 'subnetId' in tx ? idText(tx.subnetId) : primaryNetworkId,
    nodeId: nodeIdText(nodeId),
    weight,
    // Since Durango a stake begins with its block, encoded as 0.
    start: start === 0n ? timestamp : Number(start),
    end: Number(end),
    shares: 'shares' in tx ? tx.shares : 0,
    rewardOwner: owner,
    feeOwner: 'delegatorRewardsOwner' in tx ? tx.delegatorRewardsOwner : owner,
    blsPublicKey:
      'signer' in tx && tx.signer.type === 'ProofOfPossession' ? toHex(tx.signer.publicKey) : null,
    nextOutput: tx.outputs.length + stake.length,
    reward: 0n,
    owed: 0n,
    startHeight: undefined,
    endHeight: undefined,
    ending: undefined,
  }
}

/** Reward rules of an asset; amounts in its smallest unit, yearly rates in millionths. */
export interface RewardRules {
  readonly maximumSupply: bigint
  readonly minConsumptionRate: bigint
  readonly maxConsumptionRate: bigint
}

/**
 * Rules of the primary network. Source: `RewardConfig` of avalanchego's genesis_mainnet.go and
 * genesis_fuji.go, which are equal, with the percent denominator of vms/platformvm/reward.
 */
export const primaryRules: RewardRules = {
  maximumSupply: 720_000_000_000_000_000n,
  minConsumptionRate: 100_000n,
  maxConsumptionRate: 120_000n,
}

/** nAVAX at genesis. Source: `genesisUnlock` of the Data API's supply. */
export const genesisSupply = 360_000_000_000_000_000n

/** Denominator of shares. Source: `PercentDenominator` of avalanchego's vms/platformvm/reward. */
const million = 1_000_000n
/**
 * Seconds of the minting period of every subnet. Source: `MintingPeriod` of avalanchego's
 * genesis_mainnet.go.
 */
const mintingPeriod = 365n * 24n * 60n * 60n

/**
 * Returns the reward of a stake, a share of the remaining supply. Source: avalanchego's
 * vms/platformvm/reward/calculator.go.
 */
export function potentialReward(
  { maximumSupply, minConsumptionRate, maxConsumptionRate }: RewardRules,
  { weight, start, end }: Stake,
  supply: bigint,
): bigint {
  const duration = BigInt(end - start)
  const remaining = maximumSupply - supply
  const numerator =
    (maxConsumptionRate - minConsumptionRate) * duration + minConsumptionRate * mintingPeriod
  const denominator = mintingPeriod * million
  const reward = (remaining * numerator * weight * duration) / denominator / supply / mintingPeriod
  return reward < remaining ? reward : remaining
}

/**
 * Returns the parts of a delegation's reward: the rest after the fee, rounded down, and the fee.
 * Source: `Split` of avalanchego's vms/platformvm/reward/calculator.go.
 */
export function sharesOf(reward: bigint, shares: number): { net: bigint; fee: bigint } {
  const net = (reward * (million - BigInt(shares))) / million
  return { net, fee: reward - net }
}
