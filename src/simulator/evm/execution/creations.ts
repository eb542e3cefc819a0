import type { ContractRole } from '../../../../schemas/definition/evm.ts'
import type { CallNode } from '../../../evm/machine.ts'
import { RecognitionGas, recognizeContract } from '../../../evm/recognition/recognize-contract.ts'
import { EMPTY_CODE_HASH } from '../../../evm/state.ts'
import type { Surroundings } from '../../../evm/transaction.ts'
import { fromHex } from '../../../formats/ids.ts'
import type { ContractFacts } from '../contracts/contract-facts.ts'
import { type ContractName, creationCode } from '../solidity/compiled/creation-code.ts'
import type { InternalCall } from './call-tree.ts'

/** A contract that a transaction created. */
export interface Creation {
  /** `0x` and lower-case digits. */
  readonly address: string
  /** Contract that created it, when it was not the transaction itself. */
  readonly through?: string
  readonly facts: ContractFacts
}

/**
 * Returns the contracts that a successful transaction created, which have code. It yields after
 * each: to find out what a contract is takes calls of it.
 * @param data data of the transaction: the init code of a creation
 */
export function* creationsIn(
  { root, data }: { root: CallNode; data: Uint8Array },
  calls: readonly InternalCall[],
  surroundings: Surroundings,
): Generator<undefined, Creation[]> {
  const created: Creation[] = []
  const gas = new RecognitionGas()
  for (const { node, isReverted } of [{ node: root, isReverted: false }, ...calls]) {
    const { kind, from, to } = node
    if (isReverted || (kind !== 'CREATE' && kind !== 'CREATE2')) continue
    const isFirst = node === root
    const facts = factsOf({ address: to, initCode: isFirst ? data : noCode }, surroundings, gas)
    if (facts) created.push({ address: to, facts, ...(!isFirst && { through: from }) })
    yield
  }
  return created
}

const noCode = new Uint8Array()

/** Returns what a contract is; undefined for an account without code. */
function factsOf(
  { address, initCode }: { address: string; initCode: Uint8Array },
  surroundings: Surroundings,
  gas: RecognitionGas,
): ContractFacts | undefined {
  const { state } = surroundings
  const account = state.account(address)
  if (!account || account.codeHash === EMPTY_CODE_HASH) return undefined
  const recognized = recognizeContract(address, surroundings, gas)
  const { ercType, name, symbol, decimals, wrapsNative } = recognized
  const role = wrapsNative ? 'wrapped-native' : roleOf(initCode)
  return { ercType, name, symbol, decimals, role }
}

const roles: readonly (readonly [ContractName, ContractRole])[] = [
  ['Exchange', 'exchange'],
  ['CollectionFactory', 'factory'],
  ['Mailbox', 'receiver'],
]
const codes = roles.map(([name, role]) => [Buffer.from(fromHex(creationCode[name])), role] as const)

/** Returns what the simulator uses a contract of its own for. */
const roleOf = (initCode: Uint8Array): ContractRole | undefined =>
  codes.find(([code]) => code.equals(initCode.subarray(0, code.length)))?.[1]
