import type { ReadCall } from '../../../evm/reads/read-call.ts'
import type { AccountOverride } from '../../../evm/reads/state-overrides.ts'
import { isLongTurn, turnOfLoop } from '../../../time/turns-of-loop.ts'
import type { Arguments } from '../arguments.ts'
import { addressIn, goValue, hashIn, notUnmarshaled } from '../hex-values.ts'
import { executionError, invalidArgument, nameOf } from '../rpc-error.ts'
import { ObjectFields } from './object-fields.ts'

const zeroAddress = `0x${'0'.repeat(40)}`
const none = new Uint8Array()

/**
 * Reads the first argument, geth's `TransactionArgs`. After a long access list, other requests get
 * their turn.
 * @throws EvmRpcError
 */
export async function callIn(args: Arguments): Promise<ReadCall> {
  const fields = new ObjectFields(args.required(0), 0, 'ethapi.TransactionArgs')
  // Neither changes the call, but go-ethereum refuses what is no number.
  fields.quantity('nonce', 64)
  fields.quantity('chainId')
  const gasPrice = fields.quantity('gasPrice')
  const maxFeePerGas = fields.quantity('maxFeePerGas')
  const maxPriorityFeePerGas = fields.quantity('maxPriorityFeePerGas')
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined)
    throw executionError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  const call = {
    from: fields.address('from') ?? zeroAddress,
    to: fields.address('to'),
    gas: fields.quantity('gas', 64),
    value: fields.quantity('value') ?? 0n,
    data: fields.bytes('input') ?? fields.bytes('data') ?? none,
    maxFeePerGas: gasPrice ?? maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: gasPrice ?? maxPriorityFeePerGas ?? 0n,
    accessList: accessListIn(fields.value('accessList')),
  }
  while (isLongTurn()) await turnOfLoop()
  return call
}

function accessListIn(value: unknown): ReadCall['accessList'] {
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw notUnmarshaled(
      { index: 0, name: 'Go struct field TransactionArgs.accessList' },
      nameOf(value),
      'types.AccessList',
    )
  return value.map((item) => {
    const fields = new ObjectFields(item, 0, 'types.AccessTuple')
    const address = fields.address('address')
    if (address === undefined)
      throw invalidArgument(0, "missing required field 'address' for AccessTuple")
    const keys = fields.value('storageKeys')
    if (!Array.isArray(keys))
      throw invalidArgument(0, "missing required field 'storageKeys' for AccessTuple")
    return { address, slots: keys.map((key) => BigInt(hashIn(key, goValue(0)))) }
  })
}

/** Maximum number of accounts and slots that a call overrides together. G-342 */
const maxOverrides = 8_192

/**
 * Reads accounts that a call sees instead of their own, by address in lower case.
 * @throws EvmRpcError
 */
export function overridesIn(value: unknown, index: number): Map<string, AccountOverride> {
  const overrides = new Map<string, AccountOverride>()
  if (value === undefined) return overrides
  const accounts = new ObjectFields(value, index, 'ethapi.StateOverride')
  const { names } = accounts
  let left = maxOverrides - names.length
  for (const name of names) {
    if (left < 0) throw executionError(`too many overrides (max ${maxOverrides})`)
    const address = addressIn(name, goValue(index))
    const override = overrideIn(address, accounts.value(name), index)
    overrides.set(address, override)
    left -= (override.state ?? override.stateDiff)?.size ?? 0
  }
  if (left < 0) throw executionError(`too many overrides (max ${maxOverrides})`)
  return overrides
}

function overrideIn(address: string, value: unknown, index: number): AccountOverride {
  const fields = new ObjectFields(value, index, 'ethapi.OverrideAccount')
  const [nonce, balance] = [fields.quantity('nonce', 64), fields.quantity('balance')]
  const code = fields.bytes('code')
  const state = slotsIn(fields.value('state'), index)
  const stateDiff = slotsIn(fields.value('stateDiff'), index)
  if (state && stateDiff)
    throw executionError(`account ${address} has both 'state' and 'stateDiff'`)
  return {
    ...(nonce !== undefined && { nonce }),
    ...(balance !== undefined && { balance }),
    ...(code && { code }),
    ...(state && { state }),
    ...(stateDiff && { stateDiff }),
  }
}

function slotsIn(value: unknown, index: number): Map<bigint, bigint> | undefined {
  if (value === undefined) return undefined
  const fields = new ObjectFields(value, index, 'map[common.Hash]common.Hash')
  const wordIn = (word: unknown) => BigInt(hashIn(word, goValue(index)))
  return new Map(fields.names.map((name) => [wordIn(name), wordIn(fields.value(name))]))
}
