import { createdAddress } from '../calls.ts'
import type { TransactionResult } from '../transaction.ts'
import { accessOf } from './accessed.ts'
import { ObservedExecution, type Observer, type Step } from './observed-execution.ts'
import { beginRead, type ReadCall, type ReadSurroundings } from './read-call.ts'
import type { Sliced } from './run-in-slices.ts'

type AccessList = ReadCall['accessList']

/** Collects accounts and slots that an execution touches, without those that are warm anyway. */
class AccessObserver implements Observer {
  readonly #excluded: { has(address: string): boolean }
  readonly #slots: Map<string, Set<bigint>>

  constructor(before: AccessList, excluded: { has(address: string): boolean }) {
    this.#excluded = excluded
    this.#slots = new Map()
    for (const { address, slots } of before)
      if (slots.length > 0 || !excluded.has(address)) this.#slots.set(address, new Set(slots))
  }

  before(step: Step): void {
    const access = accessOf(step)
    if (access?.kind === 'slot') this.#slotsOf(access.address).add(access.slot)
    else if (access?.kind === 'account' && !this.#excluded.has(access.address))
      this.#slotsOf(access.address)
  }

  #slotsOf(address: string): Set<bigint> {
    const slots = this.#slots.get(address) ?? new Set<bigint>()
    this.#slots.set(address, slots)
    return slots
  }

  list(): AccessList {
    return [...this.#slots].map(([address, slots]) => ({ address, slots: [...slots] }))
  }
}

/** Access list of a call, and what the call does with it. */
interface CreatedAccessList {
  readonly accessList: AccessList
  readonly result: TransactionResult
}

/**
 * Returns the list of what a call accesses. A longer list changes the gas, and so perhaps what is
 * accessed: the call is executed until its list stays the same.
 * Throws InvalidTransactionError.
 */
export async function createAccessList(
  call: ReadCall,
  surroundings: ReadSurroundings,
  run: (execution: Sliced) => Promise<void>,
): Promise<CreatedAccessList> {
  const { rules, state } = surroundings
  const { from } = call
  const to = call.to ?? createdAddress(from, state.account(from)?.nonce ?? 0n)
  const excluded = {
    has: (address: string) => address === from || address === to || rules.precompiles.has(address),
  }
  let accessList = new AccessObserver(call.accessList, excluded).list()
  for (;;) {
    const observer = new AccessObserver(accessList, excluded)
    const execution = beginRead({ ...call, accessList }, surroundings)
    await run(new ObservedExecution(execution, observer))
    const next = observer.list()
    const isStable = sizeOf(next) === sizeOf(accessList)
    accessList = next
    if (isStable) return { accessList, result: execution.finish() }
  }
}

/** Lists only grow from one execution to the next, so their sizes tell them apart. */
const sizeOf = (list: AccessList) => list.reduce((sum, { slots }) => sum + 1 + slots.length, 0)
