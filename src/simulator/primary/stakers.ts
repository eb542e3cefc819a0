import type { OutputOwners } from '../../formats/components.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { Row } from '../../store/world-store.ts'
import { keyOf } from './forms.ts'
import type { NodeIdentity } from './nodes.ts'
import { initialSupply, primaryRewards, type RewardRules, rewardOf } from './rewards.ts'

/** Somebody's stake, from its transaction to its end; an appointed one has weight only. */
export interface Staker {
  readonly kind: 'validator' | 'delegator' | 'appointed'
  readonly txId: Uint8Array
  readonly node: NodeIdentity
  readonly subnetId: Uint8Array
  readonly assetId: Uint8Array
  readonly weight: bigint
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly rewardOwners: OutputOwners
  /** Owners of what a validator earns by delegations. */
  readonly feeOwners: OutputOwners
  /** Delegation fee in millionths; a delegator has its validator's. */
  readonly shares: number
  /** Number of base outputs and of stake outputs of the transaction. */
  readonly outputs: number
  readonly stakes: number
  readonly hasBlsKey: boolean
  readonly hasLowUptime: boolean
  /** Its transaction's row, which is written when the stake ends. */
  row: Row
  /** What it earns when all goes well; known from its start on. */
  reward: bigint
  /** Fees of delegations that a validator is owed at its end. */
  owed: bigint
  /** Height of the block that made it count. */
  startHeight: number
}

/** Rules and supply of an asset that can be staked on a subnet. */
export interface StakedSupply {
  readonly rules: RewardRules
  supply: bigint
}

/** Stakes that count or will count. */
export class StakerSet {
  readonly #pending = new Set<Staker>()
  readonly #current = new Set<Staker>()
  readonly #supplies = new Map<string, StakedSupply>()
  #validators: readonly NodeIdentity[] | undefined

  constructor(primarySubnetId: Uint8Array) {
    this.setSupply(primarySubnetId, { rules: primaryRewards, supply: initialSupply })
  }

  setSupply(subnetId: Uint8Array, supply: StakedSupply): void {
    this.#supplies.set(keyOf(subnetId), supply)
  }

  /** @throws when nothing can be staked on the subnet */
  supplyOf(subnetId: Uint8Array): StakedSupply {
    const supply = this.#supplies.get(keyOf(subnetId))
    if (!supply) throw new Error(`subnet ${keyOf(subnetId)} has no staking`)
    return supply
  }

  /** Adds a stake that starts later; it counts from {@link activate} on. */
  wait(staker: Staker): void {
    this.#pending.add(staker)
  }

  /** Makes a stake count from a height on, and promises its reward. */
  activate(staker: Staker, height: number): void {
    this.#pending.delete(staker)
    this.#current.add(staker)
    this.#validators = undefined
    staker.startHeight = height
    if (staker.kind === 'appointed') return
    staker.reward = this.estimate(staker)
    this.supplyOf(staker.subnetId).supply += staker.reward
  }

  /** What a stake would earn if it started now. */
  estimate(staker: Staker): bigint {
    const { rules, supply } = this.supplyOf(staker.subnetId)
    const stake = { amount: staker.weight, seconds: staker.end - staker.start }
    return rewardOf(rules, stake, supply)
  }

  remove(staker: Staker): void {
    this.#current.delete(staker)
    this.#validators = undefined
  }

  /** When the next stake starts or ends, epoch seconds; infinite when none does. */
  nextChange(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { start } of this.#pending) next = Math.min(next, start)
    for (const { end } of this.#current) next = Math.min(next, end)
    return next
  }

  /** Stakes that start at or before this time and do not count yet, in order. */
  starting(time: number): Staker[] {
    return [...this.#pending].filter(({ start }) => start <= time).sort(byStart)
  }

  /** Stakes that end at or before this time: appointed ones, delegators, then validators. */
  ending(time: number): Staker[] {
    return [...this.#current].filter(({ end }) => end <= time).sort(byEnd)
  }

  /** The validator of a subnet with this node, if it counts now. */
  validator(subnetId: Uint8Array, node: NodeIdentity): Staker | undefined {
    for (const staker of this.#current)
      if (
        staker.kind !== 'delegator' &&
        staker.node === node &&
        compareBytes(staker.subnetId, subnetId) === 0
      )
        return staker
    return undefined
  }

  /** Nodes that validate the primary network now, in the order of their starts. */
  primaryValidators(): readonly NodeIdentity[] {
    this.#validators ??= [...this.#current]
      .filter(({ kind, subnetId }) => kind === 'validator' && subnetId.every((byte) => byte === 0))
      .map(({ node }) => node)
    return this.#validators
  }

  /** All stakes that have not ended, those that count first. */
  all(): Iterable<Staker> {
    return [...this.#current, ...this.#pending]
  }
}

const rank = { appointed: 0, delegator: 1, validator: 2 }

const byStart = (a: Staker, b: Staker) =>
  // Delegations start after the validators they need.
  a.start - b.start || rank[b.kind] - rank[a.kind] || compareBytes(a.txId, b.txId)

const byEnd = (a: Staker, b: Staker) =>
  a.end - b.end || rank[a.kind] - rank[b.kind] || compareBytes(a.txId, b.txId)
