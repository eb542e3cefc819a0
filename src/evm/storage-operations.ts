import type { Account } from './journal.ts'
import type { Frame, Machine, Signal } from './machine.ts'
import { LIMBS } from './word-stack.ts'

/** Gas of the first access to an account in a transaction (EIP-2929). */
const coldAccountGas = 2600
const coldSlotGas = 2100
const warmGas = 100
const setGas = 20_000
const resetGas = 5000
/** Gas below which nothing may be stored (EIP-2200). */
const sentry = 2300

/** Returns the gas of an access to an account, which is warm then; `before` Berlin. */
export function accessGas({ rules, journal }: Machine, account: Account, before: number): number {
  if (!rules.hasAccessLists) return before
  return journal.warm(account) ? warmGas : coldAccountGas
}

export function loadSlot(machine: Machine, frame: Frame): Signal | undefined {
  const { journal, rules, stack } = machine
  const { account } = frame.start
  const at = (frame.sp - 1) * LIMBS
  const key = stack.toBigint(at)
  const isWarm = rules.hasAccessLists && journal.warmSlot(account, key)
  const gas = isWarm ? warmGas : coldSlotGas
  if (!machine.charge(frame, rules.hasAccessLists ? gas : 800)) return 'out of gas'
  stack.setBigint(at, journal.slot(account, key).value)
  return undefined
}

/** Stores by net gas metering: EIP-2200, EIP-2929 and EIP-3529, or without refunds. */
export function storeSlot(machine: Machine, frame: Frame): Signal | undefined {
  const { journal, rules } = machine
  const { account, isStatic } = frame.start
  if (isStatic) return 'write protection'
  if (frame.gas <= sentry) return 'out of gas'
  const key = machine.popBigint(frame)
  const value = machine.popBigint(frame)
  const slot = journal.slot(account, key)
  const { before, value: current } = slot
  const isCold = rules.hasAccessLists && !journal.warmSlot(account, key)
  const readGas = rules.hasAccessLists ? warmGas : 800
  const changeGas = rules.hasAccessLists ? resetGas - coldSlotGas : resetGas
  const isFirstChange = current === before && value !== current

  let gas = isCold ? coldSlotGas : 0
  if (!isFirstChange) gas += readGas
  else gas += before === 0n ? setGas : changeGas
  if (!machine.charge(frame, gas)) return 'out of gas'
  if (value === current) return undefined

  if (rules.refundDivisor > 0) {
    let refund = 0
    if (before !== 0n) {
      if (current === 0n) refund -= rules.clearingRefund
      if (value === 0n) refund += rules.clearingRefund
    }
    if (!isFirstChange && value === before) refund += (before === 0n ? setGas : changeGas) - readGas
    journal.addRefund(refund)
  }
  journal.setSlot(slot, value)
  return undefined
}

export function loadTransient(machine: Machine, frame: Frame): undefined {
  const at = (frame.sp - 1) * LIMBS
  const { transient } = frame.start.account
  machine.stack.setBigint(at, transient?.get(machine.stack.toBigint(at)) ?? 0n)
}

export function storeTransient(machine: Machine, frame: Frame): Signal | undefined {
  const { account, isStatic } = frame.start
  if (isStatic) return 'write protection'
  const key = machine.popBigint(frame)
  machine.journal.setTransient(account, key, machine.popBigint(frame))
  return undefined
}
