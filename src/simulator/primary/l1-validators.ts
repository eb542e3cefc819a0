import { compareBytes } from '../../formats/ordering.ts'
import type { PChainOwner } from '../../formats/platform-transactions.ts'
import type { L1ValidatorEntry } from './acceptable.ts'
import type { NetworkFacts } from './facts.ts'
import type { NodeIdentity } from './nodes.ts'

/** A validator of an L1 from its registration on; it stays known after it was removed. */
export interface L1Validator {
  readonly validationId: Uint8Array
  readonly subnetId: Uint8Array
  readonly node: NodeIdentity
  readonly createdAt: number
  readonly balanceOwner: PChainOwner
  readonly deactivationOwner: PChainOwner
  weight: bigint
  /** Total of accrued fees at which its balance is used up; undefined while inactive. */
  paidUntil: bigint | undefined
  /** Lowest nonce that a new weight may have. */
  minNonce: bigint
  /** Weight and activity from each height on, ascending. */
  readonly history: {
    readonly height: number
    readonly weight: bigint
    readonly isActive: boolean
  }[]
}

/** The validators of a network's L1s and the fee they pay all the time. */
export interface L1Validators {
  readonly all: readonly L1Validator[]
  add(validator: L1Validator): void
  /** The validator of an L1 with this node that has weight. @throws when there is none */
  find(subnetId: Uint8Array, node: NodeIdentity): L1Validator
  /** Those of an L1 that have weight. */
  of(subnetId: Uint8Array): L1Validator[]
  activeCount(): number
  /** Fees of one validator since Etna, nAVAX. */
  accruedFees(time: number): bigint
  /** nAVAX that is left of its balance. */
  balance(validator: L1Validator, time: number): bigint
  /** When the next balance is used up, epoch seconds; infinite when none is. */
  nextExhaustion(): number
  /** Active ones whose balance is used up. */
  exhausted(time: number): L1Validator[]
  entry(validator: L1Validator, time: number, change?: bigint): L1ValidatorEntry
}

/**
 * nAVAX for each second and validator: ACP-77's minimum price. It would rise only with more active
 * validators than this world has.
 */
const price = 512n

export function createL1Validators(facts: NetworkFacts): L1Validators {
  const all: L1Validator[] = []
  const etna = facts.activation('etna')
  const accruedFees = (time: number) => price * BigInt(Math.max(0, time - etna))
  const active = () => all.filter(({ paidUntil }) => paidUntil !== undefined)
  const balance = ({ paidUntil }: L1Validator, time: number) =>
    paidUntil === undefined ? 0n : paidUntil - accruedFees(time)
  const of = (subnetId: Uint8Array) =>
    all.filter(
      (validator) => validator.weight > 0n && compareBytes(validator.subnetId, subnetId) === 0,
    )
  return {
    all,
    add: (validator) => void all.push(validator),
    of,
    find(subnetId, node) {
      const found = of(subnetId).find((validator) => validator.node === node)
      if (!found) throw new Error(`${node.name} is no validator of the L1`)
      return found
    },
    activeCount: () => active().length,
    accruedFees,
    balance,
    nextExhaustion: () =>
      active().reduce(
        (next, { paidUntil = 0n }) =>
          Math.min(next, etna + Number((paidUntil + price - 1n) / price)),
        Number.POSITIVE_INFINITY,
      ),
    exhausted: (time) => active().filter((validator) => balance(validator, time) <= 0n),
    entry: (validator, time, change) => ({
      validationId: validator.validationId,
      nodeId: validator.node.nodeId,
      subnetId: validator.subnetId,
      weight: validator.weight,
      balance: balance(validator, time),
      ...(change !== undefined && { change }),
      blsPublicKey: validator.node.bls.publicKey,
      proofOfPossession: validator.node.bls.proofOfPossession,
    }),
  }
}

/** Notes weight and activity as they are from this height on. */
export function noteL1Validator(validator: L1Validator, height: number): void {
  const { history, weight, paidUntil } = validator
  // Several transactions of one block leave one entry.
  if (history.at(-1)?.height === height) history.pop()
  history.push({ height, weight, isActive: paidUntil !== undefined })
}
