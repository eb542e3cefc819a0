import {
  addNode,
  type CallRequest,
  call,
  create,
  createdAddress,
  resumeCaller,
  saltedAddress,
} from './calls.ts'
import {
  allButOne64th,
  hashWordGas,
  initCodeWordGas,
  MAX_INIT_CODE,
  newAccountGas,
  stipend,
  valueTransferGas,
  wordsOf,
} from './gas.ts'
import type { Account } from './journal.ts'
import type { Frame, Machine, Signal } from './machine.ts'
import { accessGas } from './storage-operations.ts'

type CallOpcode = CallRequest['kind']

/** Returns the operation of CALL, CALLCODE, DELEGATECALL or STATICCALL. */
export const callOperation =
  (kind: CallOpcode) =>
  (machine: Machine, frame: Frame): Signal | undefined => {
    const { journal } = machine
    const { start } = frame
    const requested = machine.popNumber(frame)
    const to = machine.popAddress(frame)
    const takesValue = kind === 'CALL' || kind === 'CALLCODE'
    const value = takesValue ? machine.popBigint(frame) : 0n
    const inputOffset = machine.popNumber(frame)
    const inputSize = machine.popNumber(frame)
    const outputOffset = machine.popNumber(frame)
    const outputSize = machine.popNumber(frame)
    if (kind === 'CALL' && start.isStatic && value > 0n) return 'write protection'

    const target = journal.account(to)
    let gas = accessGas(machine, target, 700)
    if (value > 0n) gas += valueTransferGas
    if (kind === 'CALL' && value > 0n && journal.isEmpty(target)) gas += newAccountGas
    if (!machine.charge(frame, gas)) return 'out of gas'
    if (!machine.expand(frame, inputOffset, inputSize)) return 'out of gas'
    if (!machine.expand(frame, outputOffset, outputSize)) return 'out of gas'
    machine.dependsOnGas = true
    const passed = Math.min(requested, allButOne64th(frame.gas))
    frame.gas -= passed

    const isDelegate = kind === 'DELEGATECALL'
    const self = start.account.address
    const request: CallRequest = {
      kind,
      caller: isDelegate ? start.caller : self,
      context: kind === 'CALL' || kind === 'STATICCALL' ? to : self,
      to,
      value: isDelegate ? start.value : value,
      input: machine.memoryOf(frame, inputOffset, inputSize),
      gas: value > 0n ? passed + stipend : passed,
      isStatic: start.isStatic || kind === 'STATICCALL',
      outputOffset,
      outputSize,
    }
    const result = call(machine, request)
    if (!result) return 'entered'
    resumeCaller(machine, frame, {
      result,
      isCreation: false,
      address: to,
      outputOffset,
      outputSize,
    })
    return undefined
  }

/** Returns the operation of CREATE or CREATE2. */
export const createOperation =
  (kind: 'CREATE' | 'CREATE2') =>
  (machine: Machine, frame: Frame): Signal | undefined => {
    if (frame.start.isStatic) return 'write protection'
    const value = machine.popBigint(frame)
    const offset = machine.popNumber(frame)
    const size = machine.popNumber(frame)
    const salt = kind === 'CREATE2' ? machine.popBigint(frame) : 0n
    if (machine.rules.isShanghai && size > MAX_INIT_CODE) return 'max initcode size exceeded'
    const wordGas =
      (machine.rules.isShanghai ? initCodeWordGas : 0) + (kind === 'CREATE2' ? hashWordGas : 0)
    if (wordGas > 0 && !machine.charge(frame, wordGas * wordsOf(size))) return 'out of gas'
    if (!machine.expand(frame, offset, size)) return 'out of gas'

    const initCode = machine.memoryOf(frame, offset, size)
    const { account } = frame.start
    const address =
      kind === 'CREATE'
        ? createdAddress(account.address, account.nonce)
        : saltedAddress(account.address, salt, initCode)
    machine.dependsOnGas = true
    const gas = allButOne64th(frame.gas)
    frame.gas -= gas
    const caller = account.address
    const result = create(machine, { kind, caller, address, value, initCode, gas })
    if (!result) return 'entered'
    resumeCaller(machine, frame, {
      result,
      isCreation: true,
      address,
      outputOffset: 0,
      outputSize: 0,
    })
    return undefined
  }

/** Moves the balance to a beneficiary, and ends the contract by the rules of the fork. */
export function selfDestruct(machine: Machine, frame: Frame): Signal {
  const { journal, rules } = machine
  const { account, isStatic } = frame.start
  if (isStatic) return 'write protection'
  const beneficiary = journal.account(machine.popAddress(frame))
  let gas = 0
  if (rules.hasAccessLists && !journal.warm(beneficiary)) gas += 2600
  if (account.balance > 0n && journal.isEmpty(beneficiary)) gas += newAccountGas
  if (!machine.charge(frame, gas)) return 'out of gas'
  if (rules.refundDivisor > 0 && !account.isDestroyed) journal.addRefund(rules.destructionRefund)

  const { balance } = account
  const node = addNode(machine, {
    kind: 'SELFDESTRUCT',
    from: account.address,
    to: beneficiary.address,
    value: balance,
    input: new Uint8Array(),
    gas: 0,
  })
  node.gasUsed = 0
  moveAll(machine, account, beneficiary)
  return 'stopped'
}

function moveAll({ journal, rules }: Machine, account: Account, beneficiary: Account): void {
  const ends = !rules.destroysOnlyCreated || account.isCreated
  if (account !== beneficiary) journal.transfer(account, beneficiary, account.balance)
  else if (ends) journal.setBalance(account, 0n)
  if (ends) journal.destroy(account)
}
