import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { splitReward } from './rewards.ts'

/** Data of a delegation for a sum; amounts in the smallest unit, shares in millionths. */
interface Delegation {
  readonly weight: bigint
  readonly reward: bigint
  readonly shares: number
}

/** Sums in the row of a validator; amounts are decimal text. */
export interface SummedDelegations {
  /** Number of delegations that ever began, and their weight. */
  begun: number
  begun_weight: string
  /** Number of running delegations, with their weight and expected fees. */
  running: number
  running_weight: string
  running_fees: string
  /** Fees received at the ends of delegations. */
  paid_fees: string
}

/**
 * Sums of the delegations of each validator, so that no read has to load them all. Validators are
 * named by the `seq` of their transaction.
 */
export class DelegationSums {
  readonly #store: WorldStore

  constructor(store: WorldStore) {
    this.#store = store
  }

  /** Begins the sums of a validator without delegations. */
  open(validator: number): void {
    const none = { begun: 0, begun_weight: 0n, running: 0, running_weight: 0n }
    const noFees = { running_fees: 0n, paid_fees: 0n }
    this.#store.insert('validator_delegations', { validator_seq: validator, ...none, ...noFees })
  }

  /** Adds a delegation that counts from now on. */
  add(validator: number, { weight, ...reward }: Delegation): void {
    const sums = this.#of(validator)
    this.#change(validator, {
      begun: sums.begun + 1,
      begun_weight: BigInt(sums.begun_weight) + weight,
      running: sums.running + 1,
      running_weight: BigInt(sums.running_weight) + weight,
      running_fees: BigInt(sums.running_fees) + feeOf(reward),
    })
  }

  /** Removes an ended delegation from the running ones. */
  end(validator: number, { weight, ...reward }: Delegation): void {
    const sums = this.#of(validator)
    this.#change(validator, {
      running: sums.running - 1,
      running_weight: BigInt(sums.running_weight) - weight,
      running_fees: BigInt(sums.running_fees) - feeOf(reward),
    })
  }

  /** Records fees that a validator got at the end of a delegation. */
  pay(validator: number, fees: bigint): void {
    this.#change(validator, { paid_fees: BigInt(this.#of(validator).paid_fees) + fees })
  }

  #of(validator: number): SummedDelegations {
    const row = this.#store.get(selectSums, { validator })
    if (!row) throw new Error(`internal error: stake ${validator} is not a stake of a validator`)
    return row
  }

  #change(validator: number, changes: Record<string, number | bigint>): void {
    this.#store.update('validator_delegations', { validator_seq: validator }, changes)
  }
}

const feeOf = ({ reward, shares }: Omit<Delegation, 'weight'>): bigint =>
  splitReward(reward, shares).validator

const selectSums = statement<{ validator: number }, SummedDelegations>(`
  SELECT begun, begun_weight, running, running_weight, running_fees, paid_fees
  FROM validator_delegations WHERE validator_seq = :validator`)
