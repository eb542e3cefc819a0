import { toHex } from '../../../formats/ids.ts'
import { daySeconds, hourSeconds } from '../../../time/time-units.ts'
import { payerOf, type Traffic } from '../actors.ts'
import { draftOn, type PrimaryState } from '../state.ts'
import { solo } from '../utxos/parties.ts'
import { increaseL1Balance } from './l1-changes.ts'
import type { L1Validator } from './l1-validators.ts'

/** nAVAX that pay for more than seven months. */
const topUp = 10_000_000_000n
/** Before a balance is used up, somebody looks after it: once, and again if that was in vain. */
const leads = [30 * daySeconds, 5 * daySeconds, daySeconds, hourSeconds]

/** Keeps the declared L1 validators alive but those whose balances are to end. */
export function createL1Upkeep(state: PrimaryState): Traffic & {
  /** When somebody looks after a balance next, epoch seconds; infinite when nobody has to. */
  nextAfter(time: number): number
} {
  const { l1Validators } = state
  const timesOf = (validator: L1Validator) => {
    const end = l1Validators.exhaustionOf(validator) ?? Number.POSITIVE_INFINITY
    return leads.map((lead) => end - lead - spreadOf(validator))
  }
  let active: readonly L1Validator[] = []
  let tended: readonly Tended[] = []
  /** Known until a validator changes. */
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
  /** Name of whom the definition makes its owner. */
  readonly owner: string
  /** When somebody looks after its balance, epoch seconds. */
  readonly times: readonly number[]
}

/** Within the hour, so that not all come at once. Seconds. */
const spreadOf = ({ validationId }: L1Validator): number =>
  Number.parseInt(toHex(validationId).slice(2, 8), 16) % hourSeconds

/** Who looks after a validator: whom the definition names, unless its balance is to end. */
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
