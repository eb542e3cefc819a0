import { primaryNetworkId } from '../../../networks/constants.ts'
import type { Network } from '../../../networks/network.ts'
import { type Kept, keptPart } from '../../../store/kept.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { initialSupply, primaryRewards, type RewardRules } from './rewards.ts'

/** Rules and supply of an asset that can be staked on a subnet. */
export interface StakedSupply {
  readonly rules: RewardRules
  /** In the asset's smallest unit. */
  readonly supply: bigint
}

/** As it is kept: decimal texts. */
interface KeptSupply {
  readonly supply: string
  readonly maximumSupply: string
  readonly minConsumptionRate: string
  readonly maxConsumptionRate: string
}

/** How much there is of what can be staked on the subnets (cb58) of a network. */
export class Supplies {
  readonly #kept: Kept<KeptSupply>

  constructor(network: Network, store: WorldStore) {
    this.#kept = keptPart(store, `${network} supplies`)
  }

  /** Opens a subnet for staking. */
  open(subnetId: string, supply: bigint, rules: RewardRules): void {
    this.#kept.set(subnetId, {
      supply: String(supply),
      maximumSupply: String(rules.maximumSupply),
      minConsumptionRate: String(rules.minConsumptionRate),
      maxConsumptionRate: String(rules.maxConsumptionRate),
    })
  }

  /** @throws when nothing can be staked on the subnet */
  of(subnetId: string): StakedSupply {
    const kept = this.#kept.get(subnetId)
    if (!kept) {
      if (subnetId === primaryNetworkId) return { rules: primaryRewards, supply: initialSupply }
      throw new Error(`subnet ${subnetId} has no staking`)
    }
    return {
      supply: BigInt(kept.supply),
      rules: {
        maximumSupply: BigInt(kept.maximumSupply),
        minConsumptionRate: BigInt(kept.minConsumptionRate),
        maxConsumptionRate: BigInt(kept.maxConsumptionRate),
      },
    }
  }

  /** Mints a reward, or takes a promise back. */
  change(subnetId: string, by: bigint): void {
    const { rules, supply } = this.of(subnetId)
    this.open(subnetId, supply + by, rules)
  }
}
