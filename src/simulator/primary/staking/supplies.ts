import { primaryNetworkId } from '../../../networks/constants.ts'
import type { Network } from '../../../networks/network.ts'
import { type StateSlot, stateSlot } from '../../../store/simulator-state.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { initialSupply, primaryRewards, type RewardRules } from './rewards.ts'

/** Rules and supply of an asset that can be staked on a subnet. */
interface StakedSupply {
  readonly rules: RewardRules
  /** Supply in the asset's smallest unit. */
  readonly supply: bigint
}

/** Stored form: decimal texts. */
interface SupplyState {
  readonly supply: string
  readonly maximumSupply: string
  readonly minConsumptionRate: string
  readonly maxConsumptionRate: string
}

/** Supplies of the assets that can be staked on the subnets (cb58) of a network. */
export class Supplies {
  readonly #state: StateSlot<SupplyState>

  constructor(network: Network, store: WorldStore) {
    this.#state = stateSlot(store, `${network} supplies`)
  }

  /** Opens a subnet for staking. */
  open(subnetId: string, supply: bigint, rules: RewardRules): void {
    this.#state.set(subnetId, {
      supply: String(supply),
      maximumSupply: String(rules.maximumSupply),
      minConsumptionRate: String(rules.minConsumptionRate),
      maxConsumptionRate: String(rules.maxConsumptionRate),
    })
  }

  /**
   * Returns the supply of a subnet's asset.
   * @throws when nothing can be staked on the subnet
   */
  of(subnetId: string): StakedSupply {
    const state = this.#state.get(subnetId)
    if (!state) {
      if (subnetId === primaryNetworkId) return { rules: primaryRewards, supply: initialSupply }
      throw new Error(`internal error: subnet ${subnetId} has no staking`)
    }
    return {
      supply: BigInt(state.supply),
      rules: {
        maximumSupply: BigInt(state.maximumSupply),
        minConsumptionRate: BigInt(state.minConsumptionRate),
        maxConsumptionRate: BigInt(state.maxConsumptionRate),
      },
    }
  }

  /** Mints a reward, or withdraws a promise. */
  change(subnetId: string, by: bigint): void {
    const { rules, supply } = this.of(subnetId)
    this.open(subnetId, supply + by, rules)
  }
}
