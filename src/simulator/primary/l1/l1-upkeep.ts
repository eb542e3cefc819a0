import { toHex } from '../../../formats/ids.ts'
import { daySeconds, hourSeconds } from '../../../time/time-units.ts'
import { payerOf, type Traffic } from '../actors.ts'
import { draftOn, type PrimaryState } from '../state.ts'
import { solo } from '../utxos/parties.ts'
import { increaseL1Balance } from './l1-changes.ts'
import type { L1Validator } from './l1-validators.ts'

/** nAVAX for more than seven months. */
const topUp = 10_000_000_000n
/** Times before the end of a balance at which it is topped up: once, and again if that failed. */
const leads = [30 * daySeconds, 5 * daySeconds, daySeconds, hourSeconds]

/**
 * Returns the traffic that keeps declared L1 validators active, except those whose balances are to
 * end.
 */
export function createL1Upkeep(state: PrimaryState): Traffic & {
  /**
   * Returns the next time at which a balance is topped up, epoch seconds; infinite when none needs
   * it.
   */
  nextAfter(time: number): number
} {
  const { l1Validators } = state
  const timesOf = (validator: L1Validator) => {
    const end = l1Validators.exhaustionOf(validator) ?? Number.POSITIVE_INFINITY
    return leads.map((lead) => end - lead - spreadOf(validator))
  }
  let active: readonly L1Validator[] = []
  let tended: readonly Tended[] = []
  /** Returns the validators that are topped up, cached until a validator changes. */
  const readTended = () => {
    if (active === l1Validators.active()) return tended
    active = l1Validators.active()
    tended = active.flatMap((validator) => {
      const owner = ownerOf(state, validator)
      return owner === undefined ? [] : [{ validator, owner, times: timesOf(validator) }]
    })
    return tended
  }
  return {
    nextAfter: (time) =>
      readTended()
        .flatMap(({ times }) => times)
        .reduce((next, each) => (each > time ? Math.min(next, each) : next), Infinity),
    next(time) {
      const due = readTended().filter(({ times }) => times.includes(time))
      const drafting = draftOn(state)
      return due.flatMap(({ validator, owner }) => {
        const by = solo(state.cast.wallet(owner))
        const payer = payerOf(drafting, { by, time, amount: topUp })
        return payer ? [increaseL1Balance(drafting, { time, payer, validator, amount: topUp })] : []
      })
    },
  }
}

interface Tended {
  readonly validator: L1Validator
  /** Name of its owner in the definition. */
  readonly owner: string
  /** Times at which its balance is topped up, epoch seconds. */
  readonly times: readonly number[]
}

/**
 * Returns an offset within the hour in seconds, so that not all validators are topped up at once.
 */
const spreadOf = ({ validationId }: L1Validator): number =>
  Number.parseInt(toHex(validationId).slice(2, 8), 16) % hourSeconds

/**
 * Returns the owner that tops up a validator, named by the definition, unless its balance is to
 * end.
 */
function ownerOf(
  { ids, names, nodes, setup }: PrimaryState,
  { nodeId, subnetId }: L1Validator,
): string | undefined {
  const name = nodes.find(nodeId)?.name
  const id = ids.id(subnetId)
  const { subnets } = setup.definition.primary
  const l1 = subnets.find((subnet) => names.get(`subnet ${subnet.name}`) === id)?.l1
  const declared = [...(l1?.validators ?? []), ...(l1?.registrations ?? [])]
  return declared.find(({ node, isLeftToEnd }) => node === name && !isLeftToEnd)?.owner
}
