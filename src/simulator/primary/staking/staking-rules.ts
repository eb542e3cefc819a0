import type { Network } from '../../../networks/network.ts'
import { nAvaxPerAvax } from '../../../networks/units.ts'
import { daySeconds } from '../../../time/time-units.ts'

/** Bounds of stakes on the primary network; amounts in nAVAX. */
interface StakingRules {
  readonly minValidatorStake: bigint
  readonly minDelegatorStake: bigint
  /** Maximum weight of a validator with all its delegations. */
  readonly maxStake: bigint
  readonly minSeconds: number
  readonly maxSeconds: number
}

/** Bounds on both networks. Source: avalanchego 1.14.2, genesis parameters of mainnet and Fuji. */
export const stakingRules: Readonly<Record<Network, StakingRules>> = {
  mainnet: {
    minValidatorStake: 2000n * nAvaxPerAvax,
    minDelegatorStake: 25n * nAvaxPerAvax,
    maxStake: 3_000_000n * nAvaxPerAvax,
    minSeconds: 14 * daySeconds,
    maxSeconds: 365 * daySeconds,
  },
  fuji: {
    minValidatorStake: nAvaxPerAvax,
    minDelegatorStake: nAvaxPerAvax,
    maxStake: 3_000_000n * nAvaxPerAvax,
    minSeconds: daySeconds,
    maxSeconds: 365 * daySeconds,
  },
}

/** Factor of its own stake up to which a validator accepts delegations, including its own stake. */
export const maxDelegationFactor = 5n
