import type { ContractRole } from '../../../../schemas/definition/evm.ts'
import type { CallNode } from '../../../evm/machine.ts'
import { recognizeContract } from '../../../evm/recognition/recognize-contract.ts'
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
 * Returns the contracts that a successful transaction created, which have code.
 * @param data data of the transaction: the init code of a creation
 */
export function creationsIn(
  { root, data }: { root: CallNode; data: Uint8Array },
  calls: readonly InternalCall[],
  surroundings: Surroundings,
): Creation[] {
  const created: Creation[] = []
  const add = ({ kind, from, to }: CallNode, isFirst: boolean) => {
    if (kind !== 'CREATE' && kind !== 'CREATE2') return
    const facts = factsOf(to, isFirst ? data : noCode, surroundings)
    if (facts) created.push({ address: to, facts, ...(!isFirst && { through: from }) })
  }
  add(root, true)
  for (const { node, isReverted } of calls) if (!isReverted) add(node, false)
  return created
}

const noCode = new Uint8Array()

/** Returns what a contract is; undefined for an account without code. */
function factsOf(
  address: string,
  initCode: Uint8Array,
  surroundings: Surroundings,
): ContractFacts | undefined {
  const { state } = surroundings
  const account = state.account(address)
  if (!account || account.codeHash === EMPTY_CODE_HASH) return undefined
  const { ercType, name, symbol, decimals, wrapsNative } = recognizeContract(address, surroundings)
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
