import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { decodeAbi, encodeAbi, tuple, uint, uint256 } from '../../../formats/evm/abi.ts'
import { toHex } from '../../../formats/ids.ts'
import { Revert } from '../effects/revert.ts'
import type { ContractFacts } from './contract-facts.ts'
import {
  erc20,
  erc721,
  erc1155,
  other,
  receiveTeleporterMessage,
  string,
} from './contract-interfaces.ts'

/** Result of a constructor. */
export interface Blueprint extends ContractFacts {
  /** ERC-20 tokens that the deployer gets, in their smallest unit. */
  readonly supply: bigint
}

/** Functions whose selectors in the code identify a contract; the first matching kind applies. */
const marks: readonly (readonly [ContractFacts, readonly { readonly selector: Uint8Array }[]])[] = [
  [{ ercType: 'ERC-20', role: 'wrapped-native' }, [erc20.transfer, erc20.deposit, erc20.withdraw]],
  [{ ercType: 'ERC-20' }, [erc20.transfer, erc20.approve]],
  [{ ercType: 'ERC-1155' }, [erc1155.safeBatchTransferFrom]],
  [{ ercType: 'ERC-721' }, [erc721.safeTransferFrom]],
  [{ ercType: 'UNKNOWN', role: 'exchange' }, [other.swap]],
  [{ ercType: 'UNKNOWN', role: 'factory' }, [other.createCollection]],
  [{ ercType: 'UNKNOWN', role: 'receiver' }, [receiveTeleporterMessage]],
]

const constructorArguments = tuple({
  name: string,
  symbol: string,
  decimals: uint(8),
  supply: uint256,
})

/** PUSH1 0, PUSH1 0, REVERT. */
const reverting = Uint8Array.of(0x60, 0, 0x60, 0, 0xfd)

/** Returns the init code of a contract; `filling` represents the bodies of its functions. */
export function initCodeOf(blueprint: Blueprint, filling: Uint8Array): Uint8Array {
  const { ercType, role, name = '', symbol = '', decimals = 0, supply } = blueprint
  const mark = marks.find(([kind]) => kind.ercType === ercType && kind.role === role)
  const runtime = concatBytes(
    // PUSH1 0x80, PUSH1 0x40, MSTORE: code may not begin with 0xef (EIP-3541).
    Uint8Array.of(0x60, 0x80, 0x60, 0x40, 0x52),
    ...(mark?.[1] ?? []).map(({ selector }) => dispatched(selector)),
    filling,
  )
  const length = [runtime.length >> 8, runtime.length & 0xff]
  // PUSH2 length, DUP1, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 0, RETURN
  const prologue = [0x61, ...length, 0x80, 0x60, prologueLength, 0x60, 0, 0x39, 0x60, 0, 0xf3]
  const given = encodeAbi(constructorArguments, {
    name,
    symbol,
    decimals: BigInt(decimals),
    supply,
  })
  return concatBytes(Uint8Array.from(prologue), runtime, given)
}

/** Returns init code whose constructor reverts. */
export const revertingInitCode = (filling: Uint8Array): Uint8Array =>
  concatBytes(reverting, filling)

/**
 * Returns the contract that init code creates. Selectors in it determine its kind, as in explorers.
 * Names and supply are known when its arguments are those of {@link initCodeOf}.
 * @throws Revert when the constructor reverts
 */
export function blueprintOf(initCode: Uint8Array): Blueprint {
  if (equalBytes(initCode.subarray(0, reverting.length), reverting))
    throw new Revert('the constructor reverts')
  const text = toHex(initCode)
  const kind = marks.find(([, functions]) =>
    functions.every(({ selector }) => text.includes(toHex(dispatched(selector)).slice(2))),
  )?.[0] ?? { ercType: 'UNKNOWN' }
  const { name, symbol, decimals, supply } = argumentsOf(initCode)
  const isToken = kind.ercType === 'ERC-20'
  return {
    ...kind,
    name: name || undefined,
    symbol: symbol || undefined,
    decimals: isToken ? decimals : undefined,
    supply: isToken ? supply : 0n,
  }
}

const prologueLength = 12

/** Returns PUSH4 selector, EQ: the comparison in a dispatcher. */
const dispatched = (selector: Uint8Array) => concatBytes(Uint8Array.of(0x63), selector, equal)
const equal = Uint8Array.of(0x14)

function argumentsOf(initCode: Uint8Array) {
  const unknown = { name: '', symbol: '', decimals: 18, supply: 0n }
  const [push2, high = 0, low = 0] = initCode
  if (push2 !== 0x61) return unknown
  try {
    const given = initCode.subarray(prologueLength + high * 256 + low)
    const { decimals, ...rest } = decodeAbi(constructorArguments, given)
    return { ...rest, decimals: Number(decimals) }
  } catch {
    return unknown
  }
}
