import { decodeAbi, tuple } from '../../../formats/evm/abi.ts'
import { toHex } from '../../../formats/ids.ts'
import * as functions from './functions.ts'

/** Kind of a contract: its ERC type, or its role otherwise. */
export type Kind =
  | 'ERC-20'
  | 'ERC-721'
  | 'ERC-1155'
  | 'wrapped-native'
  | 'exchange'
  | 'factory'
  | 'receiver'
  | 'UNKNOWN'

/** A contract created by init code. */
export interface Made {
  readonly kind: Kind
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  /** Tokens of the deployer, in the smallest unit. */
  readonly supply: bigint
}

/**
 * Marks of contract kinds. The functions in the code determine the kind; the first match applies.
 */
const marks: readonly (readonly [Kind, readonly { readonly selector: Uint8Array }[]])[] = [
  ['wrapped-native', [functions.transfer, functions.deposit, functions.withdraw]],
  ['ERC-20', [functions.transfer, functions.approve]],
  ['ERC-1155', [functions.giveSeveral]],
  ['ERC-721', [functions.giveToken]],
  ['exchange', [functions.swap]],
  ['factory', [functions.createCollection]],
  ['receiver', [functions.receiveMessage]],
]

/** Returns the contract that init code creates, or undefined when its constructor reverts. */
export function madeBy(initCode: Uint8Array): Made | undefined {
  const code = toHex(initCode).slice(2)
  if (code.startsWith('60006000fd')) return undefined
  // A dispatcher compares with PUSH4 selector, EQ.
  const kind =
    marks.find(([, found]) =>
      found.every(({ selector }) => code.includes(`63${toHex(selector).slice(2)}14`)),
    )?.[0] ?? 'UNKNOWN'
  const isToken = kind === 'ERC-20' || kind === 'wrapped-native'
  const given = constructedWith(initCode)
  return {
    kind,
    name: given?.name || null,
    symbol: given?.symbol || null,
    decimals: isToken ? Number(given?.decimals ?? 18) : null,
    supply: isToken ? (given?.supply ?? 0n) : 0n,
  }
}

function constructedWith(initCode: Uint8Array) {
  const view = new DataView(initCode.buffer, initCode.byteOffset, initCode.length)
  if (initCode.length < 12 || view.getUint8(0) !== 0x61) return undefined
  try {
    return decodeAbi(tuple(functions.constructed), initCode.subarray(12 + view.getUint16(1)))
  } catch {
    return undefined
  }
}
