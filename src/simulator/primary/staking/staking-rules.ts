import type { Network } from '../../../networks/network.ts'
import { nAvaxPerAvax } from '../../../networks/units.ts'
import { daySeconds } from '../../../time/time-units.ts'

/** Bounds of stakes on the primary network; amounts in nAVAX. */
export interface StakingRules {
  readonly leastValidatorStake: bigint
  readonly leastDelegatorStake: bigint
  /** Of a validator with everything that is delegated to it. */
  readonly mostStake: bigint
  readonly leastSeconds: number
  readonly mostSeconds: number
}

/** Source: avalanchego 1.14.2, genesis parameters of mainnet and Fuji. */
export const stakingRules: Readonly<Record<Network, StakingRules>> = {
  mainnet: {
    leastValidatorStake: 2000n * nAvaxPerAvax,
    leastDelegatorStake: 25n * nAvaxPerAvax,
    mostStake: 3_000_000n * nAvaxPerAvax,
    leastSeconds: 14 * daySeconds,
    mostSeconds: 365 * daySeconds,
  },
  fuji: {
    leastValidatorStake: nAvaxPerAvax,
    leastDelegatorStake: nAvaxPerAvax,
    mostStake: 3_000_000n * nAvaxPerAvax,
    leastSeconds: daySeconds,
    mostSeconds: 365 * daySeconds,
  },
}

/** A validator takes delegations up to this many times its own stake, itself included. */
export const mostDelegationFactor = 5n
